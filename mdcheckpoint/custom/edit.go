package custom

import (
	"io/fs"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Archived is a section that was taken out and is to be kept, or many of them.
type Archived = protocol.Text

// A RequestError says why a change makes no sense, or is refused.
type RequestError = protocol.RequestError

// Text is the whole text of the file.
func (d *Document) Text() string { return d.File.Text }

// editor makes the edits of d in its style.
func (d *Document) editor() *schema.Editor {
	return &schema.Editor{Match: d.Match, Blank: schema.Roomy(d.Document)}
}

// Prune gives the edits that take the surplus groups with that key out, "" for all,
// and what the archive is to keep of them, in the order of the file.
func (d *Document) Prune(key string) ([]source.Edit, []Archived) {
	var edits []source.Edit
	var archive []Archived
	e := d.editor()
	for _, g := range d.Surplus() {
		if key == "" || g.Group.Key == key {
			edits = append(edits, e.RemoveGroup(g))
			archive = append(archive, Archived{Name: d.archiveName(g), Text: e.Removed(g)})
		}
	}
	return schema.Apart(edits), d.gathered(archive)
}

// pruned is text, that of a file of f, without its surplus groups of that key, "" for
// all, and what the archive is to keep.
func pruned(d *Document, key string) (*Document, []Archived, error) {
	edits, archive := d.Prune(key)
	if len(edits) == 0 {
		return d, nil, nil
	}
	after, err := d.applied(edits)
	if err != nil {
		return nil, nil, err
	}
	var gone []*schema.GroupMatch
	for _, g := range d.Surplus() {
		if key == "" || g.Group.Key == key {
			gone = append(gone, g)
		}
	}
	return after, archive, schema.Intact(d.Match, after.Match, gone...)
}

// applied is d with edits made.
func (d *Document) applied(edits []source.Edit) (*Document, error) {
	text, err := source.Apply(d.Text(), edits)
	if err != nil {
		return nil, err
	}
	return Parse(d.Format, d.File.Name, text)
}

// Skeleton is the text of a new file: the title and the required sections, but the
// one with the key except. Placeholders take 1 for a number, date for a date and, in
// the title, name for any other; a section with any other is left out.
func (f *Format) Skeleton(name, date, except string) string {
	value := map[string]string{"N": "1", dateSlot: date}
	var parts []string
	if title := f.Schema.Title; title != "" {
		slot := placeholder(title)
		if value[slot] == "" {
			value[slot] = name
		}
		parts = append(parts, strings.Repeat("#", f.Schema.GroupLevel()-1)+" "+filled(title, value[slot]))
		if slot != "N" && slot != dateSlot {
			delete(value, slot)
		}
	}
	for i := range f.Schema.Groups {
		g := &f.Schema.Groups[i]
		slot := placeholder(g.Title)
		if g.Optional || g.Key == except || g.Repeats() && value[slot] == "" {
			continue
		}
		parts = append(parts, f.Schema.Heading(filled(g.Title, value[slot])))
		for k := range g.Subsections {
			if s := &g.Subsections[k]; !s.Optional {
				parts = append(parts, f.Schema.Subheading(s.Title))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// Prune makes the change that takes the surplus sections out.
func (r *Reading) Prune() (*Change, error) {
	switch {
	case r.Fault != nil:
		return nil, r.Fault
	case r.Document == nil:
		return nil, &fs.PathError{Op: "open", Path: r.Path, Err: fs.ErrNotExist}
	}
	change := &Change{Before: r.Document, After: r.Document, Did: "pruned"}
	if len(r.Document.Surplus()) == 0 {
		change.None = "no section is there more often than is kept"
		return change, nil
	}
	if err := r.Document.CheckClosed(); err != nil {
		return nil, err
	}
	var err error
	change.After, change.Archive, err = pruned(r.Document, "")
	return change, err
}
