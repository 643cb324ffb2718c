package loop

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A record is an entry in the history of a step. Empty fields are not written.
type record struct {
	status, notes    string
	forced, decision string
}

func (e *edit) addHistory(n record) {
	at, cycle := e.now, ""
	ended := e.checkpoint().Value.Get("completed_at")
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

func (e *edit) recordForced() {
	if refused := e.t.refused(e.Verb, e.step); refused != nil {
		e.addHistory(record{status: e.statusAt(e.step), forced: e.Verb, notes: refused.Error()})
		e.note("--force was used, although %s", refused)
	}
}

func (e *edit) recordCycle() {
	c := e.checkpoint()
	if c.Status == "" || c.Status == NotStarted || c.historyHas("cycle", e.cycle()) {
		return
	}
	e.addHistory(record{status: c.Status, notes: strings.Join(c.notes(), "; ")})
}

func (e *edit) cycle() string {
	cycles, _, _ := e.fixes()
	return itoa(cycles)
}

func (c *Checkpoint) historyHas(key, value string) bool {
	return slices.ContainsFunc(c.Value.Get("history").List(), func(v *jsondoc.Value) bool {
		return text(v.Get(key)) == value
	})
}

func (c *Checkpoint) hasNote(notes string) bool {
	return c.historyHas("notes", strings.TrimSpace(notes))
}

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
	e.addHistory(record{status: e.statusAt(e.step), decision: decision, notes: e.Notes})
	e.did = append(e.did, fmt.Sprintf("recorded the decision %q", decision))
	return nil
}

func events(text string) []protocol.Event {
	m, err := Parse(MetadataFile, text)
	if err != nil {
		return nil
	}
	var all []protocol.Event
	for _, c := range m.Checkpoints() {
		for _, v := range c.Value.Get("history").List() {
			get := func(key string) string { return entry(v.Get(key)) }
			status := get("status")
			for _, more := range [...]struct{ key, word string }{{"cycle", "cycle "}, {"forced", "forced "}, {"decision", "decision "}} {
				if value := get(more.key); value != "" {
					status += ", " + more.word + value
				}
			}
			all = append(all, protocol.Event{
				Step: c.Step, Time: get("at"), Status: status, Note: get("notes"),
			})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Time < all[j].Time })
	return all
}
