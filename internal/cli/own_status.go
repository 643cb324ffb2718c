package cli

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/schema"
)

// ofOwn says of a file of a format what is missing.
func (r *statusRow) ofOwn(t *workspace.Target, own *format.Reading) {
	r.name, r.place = t.Format, r.path // a directory may hold several
	if own.Document == nil {
		r.next = "cannot be read"
		return
	}
	r.next = nextOfOwn(own.Document.Match)
}

// nextOfOwn is what is missing.
func nextOfOwn(m *schema.Match) string {
	if missing := m.Missing(); len(missing) > 0 {
		return "mdck append --section " + missing[0].Key
	}
	for _, g := range m.Groups {
		if missing := g.Missing(); len(missing) > 0 {
			return "mdck append --section " + g.Group.Key + "/" + missing[0].Slug()
		}
	}
	return "nothing"
}
