package loop

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A record is an entry of the history of a step: how a run of it ended, what was forced, or what a
// person decided. Fields that are zero are not written.
type record struct {
	status, notes    string
	forced, decision string // the verb that the protocol did not allow; "extend 2"
}

// keep adds an entry to the history of the step; in FIX, with the number of the cycle.
func (e *edit) keep(n record) {
	at, cycle := e.now, ""
	ended := e.checkpoint().Get("completed_at")
	if _, ok := moment(ended); ok && n.status == Failed && n.decision+n.forced == "" {
		at = text(ended)
	}
	if e.step == Fix {
		cycle = e.cycle()
	}
	var members []string
	for _, m := range [...]struct{ key, value string }{
		{"status", n.status}, {"at", at}, {"cycle", cycle},
		{"forced", n.forced}, {"decision", n.decision}, {"notes", strings.TrimSpace(n.notes)},
	} {
		value := jsondoc.Quote(m.value)
		if m.key == "cycle" {
			value = m.value
		}
		if m.value != "" {
			members = append(members, jsondoc.Quote(m.key)+": "+value)
		}
	}
	e.add("history", "{"+strings.Join(members, ", ")+"}")
}

// keepForced records in the history that a change was forced, and why the protocol did not allow
// it.
func (e *edit) keepForced() {
	if refused := e.t.refused(e.Verb, e.step); refused != nil {
		e.keep(record{status: e.statusAt(e.step), forced: e.Verb, notes: refused.Error()})
		e.note("%s was forced: %s", e.Verb, refused)
	}
}

// keepCycle records in the history a fix cycle that ends without having passed or failed.
func (e *edit) keepCycle() {
	c := e.checkpoint()
	if c.Status == "" || c.Status == NotStarted || c.records("cycle", e.cycle()) {
		return
	}
	e.keep(record{status: c.Status, notes: strings.Join(c.notes(), "; ")})
}

// cycle returns the number of the fix cycle.
func (e *edit) cycle() string {
	cycles, _, _ := e.fixes()
	return itoa(cycles)
}

// records reports whether an entry of the history has that value at key.
func (c *Checkpoint) records(key, value string) bool {
	return slices.ContainsFunc(c.Get("history").List(), func(v *jsondoc.Value) bool {
		return text(v.Get(key)) == value
	})
}

// keeps reports whether the history has an entry with these notes.
func (c *Checkpoint) keeps(notes string) bool {
	return c.records("notes", strings.TrimSpace(notes))
}

// decide makes the change that a person decided on: more fix cycles, the end of the track, or
// to accept what the evaluation found, which then is PASSED_WITH_WARNINGS.
func (e *edit) decide() error {
	cycles, limit, err := e.fixes()
	if err != nil {
		return err
	}
	decision := e.Decision
	switch decision {
	case "extend":
		decision = fmt.Sprintf("extend %d", e.Cycles)
		e.number(max(cycles, limit)+e.Cycles, "loop_state", "max_fix_cycles")
	case "stop":
		e.SetText("stopped", "status")
	case "accept":
		e.SetText(e.key, "loop_state", "current_step")
		if err := e.end(PassedWarn, ""); err != nil {
			return err
		}
		e.dropFailures()
	default:
		return protocol.BadRequest("expected extend, stop or accept", "%q is not a decision", decision)
	}
	e.keep(record{status: e.statusAt(e.step), decision: decision, notes: e.Notes})
	e.did = append(e.did, "decided: "+decision)
	return nil
}

// events returns the entries of the histories of all steps, by time.
func events(text string) []protocol.Event {
	m, err := Parse(MetadataFile, text)
	if err != nil {
		return nil
	}
	var all []protocol.Event
	for _, c := range m.Checkpoints() {
		for _, v := range c.Get("history").List() {
			get := func(key string) string { return entry(v.Get(key)) }
			status := get("status")
			for _, more := range [...]struct{ key, word string }{{"cycle", "cycle "}, {"forced", "forced "}, {"decision", ""}} {
				if value := get(more.key); value != "" {
					status += ", " + more.word + value
				}
			}
			all = append(all, protocol.Event{
				Step: c.Step, Time: get("at"), Status: status, Note: get("notes"),
			})
		}
	}
	slices.SortStableFunc(all, func(a, b protocol.Event) int {
		return strings.Compare(a.Time, b.Time)
	})
	return all
}
