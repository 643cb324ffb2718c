package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

func (e *edit) block() error {
	description := strings.TrimSpace(strings.ToValidUTF8(e.Blocker, "\ufffd"))
	exists := slices.ContainsFunc(e.activeBlockers(), func(old Blocker) bool {
		return old.Description == description && (old.Step == "" || sameStep(old.Step, e.step))
	})
	if !exists {
		if err := e.addBlocker(description); err != nil {
			return err
		}
	}
	return e.end(Blocked, "")
}

func (e *edit) addBlocker(description string) error {
	all := e.Blockers()
	id := strings.TrimSpace(strings.ToValidUTF8(e.ID, "\ufffd"))
	id = cmp.Or(id, fmt.Sprintf("blocker-%d", len(all)+1))
	if i := slices.IndexFunc(all, func(old Blocker) bool { return old.ID == id }); i >= 0 {
		return protocol.BadRequest("give another id", "a blocker %q already exists", all[i].Name())
	}
	path := []string{"blockers"} // unless the file has only loop_state.blockers
	if e.Get(path...) == nil && e.loop("blockers") != nil {
		path = []string{"loop_state", "blockers"}
	}
	quote := jsondoc.Quote
	e.Append([]string{fmt.Sprintf(`{"id": %s, "description": %s, "blocked_at": %s, "blocked_step": %s, "status": "ACTIVE"}`,
		quote(id), quote(description), quote(e.now), quote(e.step))}, path...)
	return e.Err
}

func (e *edit) unblock() error {
	b, err := e.blocker(strings.TrimSpace(e.Blocker), e.Request.Step)
	if err != nil {
		return err
	}
	if b != nil && e.Request.Step == "" && b.Step != "" {
		_ = e.selectStep(b.Step)
	}
	did := "unblocked " + e.step
	switch {
	case b == nil && !e.blocked():
		return protocol.Refusal("", "there is no active blocker, and %s is %s", e.step, e.statusAt(e.step))
	case b != nil && b.Active():
		did = fmt.Sprintf("resolved %q", b.Name())
		e.resolve(b)
	case b != nil:
		e.note("%q is already resolved", b.Name())
	}
	e.did = append(e.did, did)
	e.release()
	return nil
}

func (e *edit) resolve(b *Blocker) {
	path, object := slices.Clip(b.path), `{"description": `+jsondoc.Quote(b.Description)+`}`
	switch {
	case b.value.Kind == jsondoc.Object:
	case path[len(path)-1] == "blockers":
		e.Set("["+object+"]", path...)
		path = slices.Clip(append(path, "0"))
	default:
		e.Set(object, path...)
	}
	e.SetText("RESOLVED", append(path, "status")...)
	e.SetText(e.now, append(path, "resolved_at")...)
}

func (e *edit) blocked() bool {
	return e.statusAt(e.step) == Blocked || e.checkpoint().Status == Blocked
}

// release sets a BLOCKED step to NOT_STARTED if no blocker is left.
func (e *edit) release() {
	remaining := slices.DeleteFunc(e.activeBlockers(), func(b Blocker) bool {
		return b.Step != "" && !sameStep(b.Step, e.step)
	})
	switch {
	case !e.blocked():
		e.note("%s is %s, not %s", e.step, e.statusAt(e.step), Blocked)
	case len(remaining) > 0:
		e.note("%s is still %s by %q", e.step, Blocked, remaining[0].Name())
	default:
		e.status(NotStarted)
		e.clear(e.at("completed_at")...)
	}
}

// blocker returns the blocker whose id is query, or else the only active one whose description contains
// query. If query is "" and no blocker is active, it returns nil.
func (m *Metadata) blocker(query, step string) (*Blocker, error) {
	var hits []*Blocker
	var names []string
	for _, b := range m.Blockers() {
		switch {
		case step != "" && b.Step != "" && !sameStep(b.Step, step):
			continue
		case query != "" && b.ID == query:
			return &b, nil
		case !b.Active():
			continue
		}
		names = append(names, b.Name())
		if strings.Contains(strings.ToLower(b.Description), strings.ToLower(query)) {
			hits = append(hits, &b)
		}
	}
	switch {
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) > 1:
		return nil, protocol.BadRequest("name one of "+spelling.List(names), "%d blockers are active; expected one", len(hits))
	case query != "":
		return nil, protocol.BadRequest("active blockers: "+cmp.Or(spelling.List(names), "none"),
			"there is no blocker %q", query)
	}
	return nil, nil
}
