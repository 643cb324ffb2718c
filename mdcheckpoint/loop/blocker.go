package loop

import (
	"slices"
	"strings"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/jsondoc"
)

// A Blocker is an entry of "blockers": what a step waits for.
type Blocker struct {
	ID          string `json:"id"`
	Description string `json:"description"`
	Step        string `json:"step"`
	At          string `json:"blocked_at"`
	Status      string `json:"-"` // in upper case

	path  []string
	value *jsondoc.Value
}

// ended lists the statuses of a resolved blocker. Source: real files.
const ended = "RESOLVED CLOSED DONE CLEARED FIXED COMPLETE COMPLETED CANCELLED CANCELED INACTIVE " +
	"UNBLOCKED"

// Active reports whether the blocker is unresolved.
func (b *Blocker) Active() bool {
	resolved := b.Status == "" && !b.value.Get("resolved_at").IsNothing()
	return !resolved && !slices.Contains(strings.Fields(ended), b.Status)
}

// Blockers returns all blockers, also resolved ones: those of the track, then those in loop_state.
func (m *Metadata) Blockers() (all []Blocker) {
	for _, path := range [...][]string{{"blockers"}, {"loop_state", "blockers"}} {
		v := m.get(path...)
		for i, e := range v.List() {
			at := slices.Clip(path)
			if v.Kind == jsondoc.Array {
				at = append(at, itoa(i))
			}
			if b := newBlocker(e, at); b.Name() != "" || b.Status == "ACTIVE" {
				all = append(all, b)
			}
		}
	}
	return all
}

func newBlocker(v *jsondoc.Value, path []string) Blocker {
	b := Blocker{path: path, value: v}
	b.ID, b.Step = text(v.Get("id")), text(v.Get("blocked_step"))
	b.Description, b.Status = text(v.Get("description")), Fold(text(v.Get("status")))
	b.At = text(v.Get("blocked_at"))
	if b.ID == "" && b.Description == "" {
		b.Description = entry(v)
	}
	if spelling.IsNone(b.Description) {
		b.Description = ""
	}
	return b
}

func (m *Metadata) activeBlockers() []Blocker {
	return slices.DeleteFunc(m.Blockers(), func(b Blocker) bool {
		return !b.Active()
	})
}

// Name returns the id and the description, such as "B-07 (no test account)".
func (b *Blocker) Name() string {
	switch {
	case b.ID == "":
		return b.Description
	case b.Description == "":
		return b.ID
	}
	return b.ID + " (" + b.Description + ")"
}
