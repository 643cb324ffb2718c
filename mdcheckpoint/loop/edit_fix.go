package loop

import (
	"cmp"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// enterFix raises fix_cycle_count where FIX is entered. It is the current step
// already where the orchestrator went there, which raised the count.
func (e *edit) enterFix(status string) error {
	if err := e.m.unreadFixes(); err != nil {
		return err
	}
	want, limit := e.m.FixCycles(), e.m.FixLimit()
	if s := StatusOf(status); !e.current() || s != nil && s.goesOn() == Passed {
		want++
	} else {
		want = max(want, 1)
	}
	raised, cycle := want != e.m.FixCycles(), e.existing().Value.Get("cycle")
	if raised && e.m.FixCycles() > 0 {
		e.keepCycle()
	}
	if n, ok := number(cycle); raised || ok && n != want {
		e.resetCounts()
	}
	if raised {
		e.number(want, "loop_state", "fix_cycle_count")
		e.note("fix cycle %d of %d", want, limit)
	}
	if e.has("cycle") {
		e.number(want, e.at("cycle")...)
	}
	return nil
}

// resetCounts clears what the cycle before left of its counts and its failures, and takes what
// is to be fixed from the evaluation.
func (e *edit) resetCounts() {
	if n, _, ok := e.existing().Count("issues_fixed"); ok && n != 0 {
		e.count("issues_fixed", 0)
	}
	for _, key := range []string{"current_issue", "issues_total"} {
		if e.existing().find(key) == nil {
			continue
		}
		for _, path := range e.home(key) {
			e.Set("null", path...)
		}
	}
	e.dropFailures()
	var found []string
	for _, issue := range e.m.issues() {
		if text := cmp.Or(text(issue.Get("issue")).Text, entry(issue)); text != "" {
			found = append(found, jsondoc.Quote(text))
		}
	}
	if old := e.existing().Remaining(); len(old) > 0 {
		e.note("fixes_remaining of the cycle before is taken away: %s", short(spelling.List(old)))
	}
	if len(found) > 0 || e.has("fixes_remaining") {
		e.Set("["+strings.Join(found, ", ")+"]", e.at("fixes_remaining")...)
	}
}

// issues are what the evaluation of the execution found: failure_items, else the
// issues of each evaluator.
func (m *Metadata) issues() []*jsondoc.Value {
	c := m.Checkpoint(EvaluateExecution)
	if c == nil {
		return nil
	}
	all := c.Value.Get("failure_items").List()
	if len(all) > 0 {
		return all
	}
	for _, evaluator := range c.Value.Get("evaluators_run").List() {
		all = append(all, evaluator.Get("issues").List()...)
	}
	return all
}

// total records how much there is to do.
func (e *edit) total(given int) {
	switch {
	case isExecute(e.step):
		if given == 0 {
			given = e.t.Plan.Total()
		}
		if given > 0 {
			e.count("tasks_total", given)
		}
	case e.step == Fix:
		if given == 0 {
			given = len(e.m.issues())
		}
		if given > 0 {
			e.count("issues_total", given)
		}
	case given > 0:
		e.count("tasks_total", given)
	}
}
