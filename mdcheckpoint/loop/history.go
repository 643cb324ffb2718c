package loop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A record is an entry of the history of a step: how a run of it ended, what was forced, or what a
// person decided. Fields that are zero are not written.
type record struct {
	status, notes    string
	forced, decision string // the verb that the protocol did not allow; "extend 2"
}

// keep adds an entry to the history of the step, in FIX with the number of its cycle.
func (e *edit) keep(n record) {
	if e.bare() {
		e.note("%s has no checkpoint, so it has no history", e.step)
		return
	}
	at := e.now
	if n.status == Failed && n.decision+n.forced == "" && e.existing().Completed.OK {
		at = e.existing().Completed.Text
	}
	members := []string{}
	add := func(key, value string) {
		if value = strings.TrimSpace(strings.ToValidUTF8(value, "\ufffd")); value != "" {
			members = append(members, jsondoc.Quote(key)+": "+jsondoc.Quote(value))
		}
	}
	add("status", n.status)
	add("at", at)
	if e.step == Fix {
		members = append(members, `"cycle": `+itoa(e.m.FixCycles()))
	}
	add("forced", n.forced)
	add("decision", n.decision)
	add("notes", n.notes)
	e.Append([]string{"{" + strings.Join(members, ", ") + "}"}, e.at("history")...)
}

// keepForced keeps that verb was forced, and why the protocol did not allow it.
func (e *edit) keepForced(force bool, verb, status string) {
	if !force {
		return
	}
	if refused := e.t.refused(verb, e.step); refused != nil {
		e.keep(record{status: status, forced: verb, notes: refused.Error()})
		e.note("%s was forced: %s", verb, refused)
	}
}

// keepCycle keeps the fix cycle that ends without having passed or failed.
func (e *edit) keepCycle() {
	c, cycle := e.existing(), itoa(e.m.FixCycles())
	kept := slices.ContainsFunc(c.Value.Get("history").List(), func(v *jsondoc.Value) bool { return text(v.Get("cycle")).Text == cycle })
	if !kept && c.Status != "" && c.Status != NotStarted {
		e.keep(record{status: c.Status, notes: joined(c.Notes)})
	}
}

func joined(all []Text) string {
	var texts []string
	for _, t := range all {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "; ")
}

// keeps reports whether the history has an entry with these notes.
func (c *Checkpoint) keeps(notes string) bool {
	return slices.ContainsFunc(c.Value.Get("history").List(), func(v *jsondoc.Value) bool { return text(v.Get("notes")).Text == strings.TrimSpace(notes) })
}

// A Decide asks for a person's decision about fix cycles that are used up.
type Decide struct {
	What    string // "extend", "stop" or "accept"
	Cycles  int    // how many more, of extend
	Because string
	Force   bool // as in Start
}

// Decide makes the change that a person decided on: more fix cycles, the end of the track, or
// to accept what the evaluation found, which then is PASSED_WITH_WARNINGS.
func (t *Track) Decide(d Decide, now time.Time) (*Change, error) {
	e, err := t.edit(EvaluateExecution, now)
	if err != nil {
		return nil, err
	}
	if err := e.m.unreadFixes(); err != nil {
		return nil, err
	}
	status, decision := e.m.statusAt(e.step), d.What
	switch d.What {
	case "extend":
		decision = fmt.Sprintf("extend %d", d.Cycles)
		e.number(max(e.m.FixCycles(), e.m.FixLimit())+d.Cycles, "loop_state", "max_fix_cycles")
	case "stop":
		e.SetText("stopped", "status")
	case "accept":
		status = PassedWarn
		e.SetText(e.key, "loop_state", "current_step")
		if err := e.close(status, Finish{}, false); err != nil {
			return nil, err
		}
		e.dropFailures()
	default:
		return nil, protocol.BadRequest("expected extend, stop or accept", "%q is not a decision", d.What)
	}
	e.keep(record{status: status, decision: decision, notes: d.Because})
	e.keepForced(d.Force, "decide", status)
	return e.finish(false, "decided: %s", decision)
}

// events returns the entries of the histories of all steps, by time.
func events(text string) []protocol.Event {
	m, err := Parse(MetadataFile, text)
	if err != nil {
		return nil
	}
	var all []protocol.Event
	for _, c := range m.Checkpoints() {
		for _, v := range c.Value.Get("history").List() {
			get := func(key string) string { return scalar(v.Get(key)) }
			status := get("status")
			for _, more := range [...]struct{ key, word string }{{"cycle", "cycle "}, {"forced", "forced "}, {"decision", ""}} {
				if value := get(more.key); value != "" {
					status += ", " + more.word + value
				}
			}
			all = append(all, protocol.Event{Step: c.Step, Time: get("at"), Status: status, Note: get("notes")})
		}
	}
	slices.SortStableFunc(all, func(a, b protocol.Event) int { return strings.Compare(a.Time, b.Time) })
	return all
}
