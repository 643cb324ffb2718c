package loop

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// A Blocker is an entry of blockers.
type Blocker struct {
	ID, Description string
	Step            string // blocked_step; "" if it is not said
	At              Moment
	Status          string // in upper case

	path  []string // to it
	value *jsondoc.Value
}

// ended are statuses of a blocker that stands no longer. Source: orchestrator names
// ACTIVE alone; the others are what people write.
var ended = [...]string{"RESOLVED", "CLOSED", "DONE", "CLEARED", "FIXED", "COMPLETE", "COMPLETED", "CANCELLED", "CANCELED", "INACTIVE", "UNBLOCKED"}

// Active reports whether the blocker stands: unless it says that it ended, it does.
func (b *Blocker) Active() bool {
	if b.Status == "" && b.value != nil && moment(b.value.Get("resolved_at")).Set {
		return false
	}
	return b.Status == "ACTIVE" || b.Name() != "" && !slices.Contains(ended[:], b.Status)
}

// Blockers are the blockers in the order of the file: those of the track, then
// those in loop_state, where some files have them. One that is a string has that
// for a description, and no status; one that stands alone needs no array.
func (m *Metadata) Blockers() []Blocker {
	if m == nil {
		return nil
	}
	var all []Blocker
	for _, path := range blockerPaths {
		v := m.Doc.Root.Get(path...)
		switch {
		case v == nil:
		case v.Kind == jsondoc.String, isBlocker(v):
			all = append(all, blocker(v, slices.Clone(path)))
		default:
			for i, e := range v.Elements {
				all = append(all, blocker(e, append(slices.Clone(path), itoa(i))))
			}
		}
	}
	return all
}

var blockerPaths = [...][]string{{"blockers"}, {"loop_state", "blockers"}}

// isBlocker reports whether v is one blocker where an array of them belongs.
func isBlocker(v *jsondoc.Value) bool {
	return v.Kind == jsondoc.Object && (v.Get("id") != nil || v.Get("description") != nil)
}

func blocker(v *jsondoc.Value, path []string) Blocker {
	b := Blocker{path: path, value: v}
	b.ID, b.Step = text(v.Get("id")).Text, text(v.Get("blocked_step")).Text
	b.Description, b.Status = text(v.Get("description")).Text, Fold(text(v.Get("status")).Text)
	b.At = moment(v.Get("blocked_at"))
	if v.Kind == jsondoc.String {
		b.Description = text(v).Text
		if slices.Contains([]string{"NONE", "N/A", ""}, Fold(b.Description)) {
			b.Description = "" // there is none
		}
	}
	return b
}

// unreadable are the places of blockers that cannot be read as any, a sentence each.
func (m *Metadata) unreadable() []string {
	var all []string
	for _, path := range blockerPaths {
		v, name := m.Doc.Root.Get(path...), strings.Join(path, ".")
		switch {
		case v == nil, v.IsNull(), v.Kind == jsondoc.String, isBlocker(v):
		case v.Kind != jsondoc.Array:
			if len(v.Members) > 0 || v.Kind != jsondoc.Object {
				all = append(all, name+" is no array: what stands in the way is not known")
			}
		default:
			for i, e := range v.Elements {
				if b := blocker(e, nil); b.Name() == "" && e.Kind != jsondoc.String && !e.IsNull() {
					all = append(all, fmt.Sprintf("%s.%d has no description: what stands in the way is not known", name, i))
				}
			}
		}
	}
	return all
}

// ActiveBlockers are those that stand.
func (m *Metadata) ActiveBlockers() []Blocker {
	return slices.DeleteFunc(m.Blockers(), func(b Blocker) bool { return !b.Active() })
}

// Name is what a blocker is called: its id and its description, as far as it has
// them.
func (b *Blocker) Name() string {
	switch {
	case b.ID == "":
		return b.Description
	case b.Description == "":
		return b.ID
	}
	return b.ID + " (" + b.Description + ")"
}
