package threshold

import (
	"errors"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A setter is a value and where it goes.
type setter struct {
	json string
	path []string
}

// apply sets values one after another, each in an object that is made if it is missing, and
// gives the text of the whole.
func apply(d *jsondoc.Document, todo ...setter) (string, error) {
	for _, s := range todo {
		steps := []setter{s}
		if parent := s.path[:len(s.path)-1]; d.Root.Get(parent...) == nil {
			steps = []setter{{"{}", parent}, s}
		}
		for _, step := range steps {
			edits, err := d.Set(step.json, step.path...)
			if err != nil {
				return "", named(d, step.path, err)
			}
			text, err := source.Apply(d.File.Text, edits)
			if err != nil {
				return "", err
			}
			if d, err = jsondoc.Parse(d.File.Name, text); err != nil {
				return "", err
			}
		}
	}
	return d.File.Text, nil
}

// named is an error about a new value, whose place is one in that value and says nothing
// to people, with the place of the document.
func named(d *jsondoc.Document, path []string, err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok && located.Pos.Name == "" && d.File.Name != "" {
		return d.File.Errorf(d.Root.Span.Start, "new value of %q: %w", strings.Join(path, "."), located.Err)
	}
	return err
}
