package threshold

import (
	"errors"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A setter is a value and where it goes.
type setter struct {
	json string
	path []string
}

// apply sets values and gives the text of the whole. Those that do not touch each other
// are set at once, since each round reads all of the text again.
func apply(d *jsondoc.Document, todo ...setter) (string, error) {
	for len(todo) > 0 {
		now, later := apart(d, todo)
		text, err := setAll(d, now)
		if err != nil {
			return "", err
		}
		if d, err = jsondoc.Parse(d.File.Name, text); err != nil {
			return "", err
		}
		todo = later
	}
	return d.File.Text, nil
}

// apart gives the setters that go together with the first one: no place is within that
// of an earlier one. Keys that are missing are put into their object, which is their
// place.
func apart(d *jsondoc.Document, todo []setter) (now, later []setter) {
	var taken [][]string
	for _, s := range todo {
		place := s.path
		if d.Root.Get(s.path...) == nil {
			place = s.path[:len(s.path)-1]
		}
		if slices.ContainsFunc(taken, func(t []string) bool { return within(t, place) || within(place, t) }) {
			later = append(later, s)
		} else {
			now = append(now, s)
		}
		taken = append(taken, place)
	}
	return now, later
}

// within reports whether the place that path leads to is at or below that of above.
func within(path, above []string) bool {
	return len(path) >= len(above) && slices.Equal(path[:len(above)], above)
}

// named is an error about a new value, whose place is one in that value and says nothing
// to people, with the place of the document.
func named(d *jsondoc.Document, path []string, err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok && located.Pos.Name == "" && d.File.Name != "" {
		return d.File.Errorf(d.Root.Span.Start, "new value of %q: %w", strings.Join(path, "."), located.Err)
	}
	return err
}

// setAll sets values that do not touch each other.
func setAll(d *jsondoc.Document, all []setter) (string, error) {
	var edits []source.Edit
	for _, s := range all {
		more, err := d.Set(s.json, s.path...)
		if err != nil {
			return "", named(d, s.path, err)
		}
		edits = append(edits, more...)
	}
	return source.Apply(d.File.Text, edits)
}
