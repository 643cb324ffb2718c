package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// A Block asks for a step to be blocked.
type Block struct {
	Step        string // "" is the current one
	Description string // what stands in the way
	ID          string // "" is the next number
}

// Block makes the change that blocks a step: a blocker with status ACTIVE, and the
// status BLOCKED. One that stands with the same description is not added again.
func (t *Track) Block(b Block, now time.Time) (*Change, error) {
	e, err := t.edit(b.Step, now)
	if err != nil {
		return nil, err
	}
	b.Description = strings.TrimSpace(strings.ToValidUTF8(b.Description, "\ufffd"))
	if b.Description == "" {
		return nil, protocol.BadRequest("say what stands in the way", "a blocker needs a description")
	}
	there := slices.ContainsFunc(e.m.ActiveBlockers(), func(old Blocker) bool {
		return old.Description == b.Description && (old.Step == "" || sameStep(old.Step, e.step))
	})
	if !there {
		if err := e.addBlocker(b); err != nil {
			return nil, err
		}
	}
	again := there && e.m.statusAt(e.step) == Blocked
	if err := e.close(Blocked, Finish{}, again); err != nil {
		return nil, err
	}
	return e.finish(false, "blocked %s", e.step)
}

func (e *edit) addBlocker(b Block) error {
	all := e.m.Blockers()
	id := cleanID(b.ID)
	if id == "" {
		id = nextID(all)
	}
	if i := slices.IndexFunc(all, func(old Blocker) bool { return old.ID == id }); i >= 0 {
		return protocol.BadRequest("give another id", "there is a blocker %q already", all[i].Name())
	}
	quote := jsondoc.Quote
	e.Append([]string{fmt.Sprintf(`{"id": %s, "description": %s, "blocked_at": %s, "blocked_step": %s, "status": "ACTIVE"}`,
		quote(id), quote(b.Description), quote(e.now), quote(e.step))}, e.blockers()...)
	return e.Err
}

// blockers is where blockers stand: in the track or, where only that has them, in
// loop_state.
func (d *draft) blockers() []string {
	if d.Get("blockers") == nil && d.m.loop("blockers") != nil {
		return []string{"loop_state", "blockers"}
	}
	return []string{"blockers"}
}

func cleanID(id string) string { return strings.TrimSpace(strings.ToValidUTF8(id, "\ufffd")) }

// nextID counts on from the highest number of a blocker, with what stands before it
// in the last one.
func nextID(all []Blocker) string {
	prefix, highest := "blocker-", 0
	for _, b := range all {
		bare := strings.TrimRight(b.ID, "0123456789")
		if n, err := strconv.Atoi(b.ID[len(bare):]); err == nil && n < 1<<30 {
			prefix, highest = bare, max(highest, n)
		}
	}
	return prefix + itoa(highest+1)
}

// An Unblock asks for a blocker to be resolved.
type Unblock struct {
	Which string // its id, or a part of its description; "" is the only one that stands
	Step  string // "" is that of the blocker, else the current one
}

// Unblock makes the change that resolves a blocker and, where no other stands in the
// way of its step, sets the step to NOT_STARTED. A step that is blocked by nothing
// is set to NOT_STARTED too; where none is named, and nothing is blocked, it is a
// refused [*protocol.RequestError].
func (t *Track) Unblock(u Unblock, now time.Time) (*Change, error) {
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	b, err := m.blocker(u)
	if err != nil {
		return nil, err
	}
	if b != nil && u.Step == "" && b.Step != "" {
		if step, err := m.ReadStep(b.Step); err == nil {
			u.Step = step
		}
	}
	e, err := t.edit(u.Step, now)
	if err != nil {
		return nil, err
	}
	did := "unblocked " + e.step
	if b == nil && !e.blocked() {
		return nil, protocol.Refusal("", "nothing to unblock: no blocker stands, and %s is %s", e.step, e.m.statusAt(e.step))
	}
	if b != nil && b.Active() {
		e.resolve(b)
		did = fmt.Sprintf("resolved %q", b.Name())
	} else if b != nil {
		e.note("%q is resolved already", b.Name())
	}
	e.release()
	return e.finish(false, "%s", did)
}

// resolve marks a blocker as resolved. One that is a string becomes an object, in a
// list where it stood in the place of one.
func (e *edit) resolve(b *Blocker) {
	path, object := slices.Clip(b.path), `{"description": `+jsondoc.Quote(b.Description)+`}`
	switch {
	case b.value.Kind != jsondoc.String:
	case path[len(path)-1] == "blockers":
		e.Set("["+object+"]", path...)
		path = slices.Clip(append(path, "0"))
	default:
		e.Set(object, path...)
	}
	e.SetText("RESOLVED", append(path, "status")...)
	e.SetText(e.now, append(path, "resolved_at")...)
}

// blocked reports whether one copy of the status of the step is BLOCKED.
func (e *edit) blocked() bool {
	return e.m.statusAt(e.step) == Blocked || e.existing().Status == Blocked
}

// release sets a step that nothing stands in the way of to NOT_STARTED.
func (e *edit) release() {
	left := slices.DeleteFunc(e.m.ActiveBlockers(), func(b Blocker) bool { return b.Step != "" && !sameStep(b.Step, e.step) })
	switch {
	case !e.blocked():
		e.note("%s is %s, not %s", e.step, e.m.statusAt(e.step), Blocked)
	case len(left) > 0:
		e.note("%s stays %s by %q", e.step, Blocked, left[0].Name())
	default:
		e.status(NotStarted)
		if !e.bare() {
			e.reopen()
		}
	}
}

// blocker finds the blocker that u is about; nil if it names none and none is active.
func (m *Metadata) blocker(u Unblock) (*Blocker, error) {
	which := strings.TrimSpace(u.Which)
	var hits []*Blocker
	var names []string
	for _, b := range m.Blockers() {
		other := u.Step != "" && b.Step != "" && !sameStep(b.Step, u.Step)
		switch exact := which != "" && b.ID == which && b.value.Kind == jsondoc.Object; {
		case exact && other:
			return nil, protocol.BadRequest("mdck loop unblock "+b.ID, "%q is a blocker of %s, not of %s", b.Name(), b.Step, u.Step)
		case exact:
			return &b, nil
		case other || !b.Active():
			continue
		}
		names = append(names, b.Name())
		if strings.Contains(strings.ToLower(b.Description), strings.ToLower(which)) {
			hits = append(hits, &b)
		}
	}
	switch {
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) > 1:
		return nil, protocol.BadRequest("name one: "+spelling.List(names), "%d blockers stand, which one", len(hits))
	case which != "":
		return nil, protocol.BadRequest("active blockers: "+cmp.Or(spelling.List(names), "none"), "no blocker %q", which)
	}
	return nil, nil
}
