package loop

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// enterFix increases fix_cycle_count. If FIX is current and has not passed, the orchestrator has
// already increased it.
func (e *edit) enterFix(status string) error {
	before, limit, err := e.fixes()
	if err != nil {
		return err
	}
	want := max(before, 1)
	if !e.current() || effectiveStatus(status) == Passed {
		want = before + 1
	}
	if want != before && before > 0 {
		e.recordCycle()
	}
	if n, ok := number(e.checkpoint().Value.Get("cycle")); want != before || ok && n != want {
		e.resetCounts()
	}
	if want != before {
		e.number(want, "loop_state", "fix_cycle_count")
		e.note("fix cycle %d of %d", want, limit)
	}
	if e.checkpoint().has("cycle") {
		e.number(want, e.at("cycle")...)
	}
	return nil
}

func (e *edit) resetCounts() {
	if _, ok := e.checkpoint().Count("issues_fixed"); ok {
		e.count("issues_fixed", 0)
	}
	for _, key := range []string{"current_issue", "issues_total"} {
		e.clear(e.at(key)...)
		e.clear(e.at("progress", key)...)
	}
	e.dropFailures()
	var found []string
	for _, issue := range e.issues() {
		found = append(found, jsondoc.Quote(issue))
	}
	if len(found) > 0 || e.checkpoint().has("fixes_remaining") {
		e.Set("["+strings.Join(found, ", ")+"]", e.at("fixes_remaining")...)
	}
}

func (e *edit) dropFailures() {
	path := e.at("notes")
	keep := func(v *jsondoc.Value) bool { return !isFailure(text(v)) }
	for _, n := range e.checkpoint().notes() {
		if isFailure(n) {
			e.note("the note %q was moved to the history", short(n))
			if !e.checkpoint().hasNote(n) {
				e.addHistory(record{status: Failed, notes: n})
			}
		}
	}
	if e.Filter(keep, path...) == 0 && !keep(e.Get(path...)) {
		e.SetText("", path...)
	}
}
