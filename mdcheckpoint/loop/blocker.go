package loop

import (
	"slices"

	"mdck/mdcheckpoint/jsondoc"
)

type Blocker struct {
	ID          string `json:"id"`
	Description string `json:"description"`
	Step        string `json:"step"`       // blocked_step; "" if it is missing
	At          string `json:"blocked_at"` // as it is written
	Status      string `json:"-"`          // in upper case

	path  []string // path in the metadata
	value *jsondoc.Value
}

// ended lists the statuses of a resolved blocker. Source: orchestrator names only ACTIVE; people
// write these.
var ended = [...]string{
	"RESOLVED", "CLOSED", "DONE", "CLEARED", "FIXED", "COMPLETE", "COMPLETED", "CANCELLED", "CANCELED", "INACTIVE",
	"UNBLOCKED",
}

// Active reports whether the blocker is unresolved: its status is not in ended and, without a
// status, there is no resolved_at.
func (b *Blocker) Active() bool {
	resolved := b.Status == "" && !b.value.Get("resolved_at").IsNothing()
	return !resolved && !slices.Contains(ended[:], b.Status)
}

// Blockers are the blockers in the order of the file: those of the track, then those in loop_state, where some files have them. Every entry counts,
// unless it is empty or says "none". A single blocker needs no array.
func (m *Metadata) Blockers() []Blocker {
	var all []Blocker
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
	if slices.Contains([]string{"NONE", "N/A"}, Fold(b.Description)) {
		b.Description = ""
	}
	return b
}

// ActiveBlockers returns the unresolved blockers.
func (m *Metadata) ActiveBlockers() []Blocker {
	return slices.DeleteFunc(m.Blockers(), func(b Blocker) bool {
		return !b.Active()
	})
}

// Name returns the id and description of the blocker, as far as they exist.
func (b *Blocker) Name() string {
	switch {
	case b.ID == "":
		return b.Description
	case b.Description == "":
		return b.ID
	}
	return b.ID + " (" + b.Description + ")"
}
