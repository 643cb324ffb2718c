package custom

import (
	"io/fs"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Text is the whole text of the file.
func (d *Document) Text() string { return d.File.Text }

// editor makes the edits of d in its style.
func (d *Document) editor() *schema.Editor {
	return &schema.Editor{Match: d.Match, Blank: schema.Roomy(d.Document)}
}

// Prune gives the edits that take the surplus groups with that key out, "" for all,
// and what the archive is to keep of them, in the order of the file.
func (d *Document) Prune(key string) ([]source.Edit, []protocol.Text) {
	var edits []source.Edit
	var archive []protocol.Text
	e := d.editor()
	for _, g := range d.Surplus() {
		if key == "" || g.Group.Key == key {
			edits = append(edits, e.RemoveGroup(g))
			archive = append(archive, protocol.Text{Name: d.archiveName(g), Text: e.Removed(g)})
		}
	}
	return schema.Apart(edits), d.gathered(archive)
}

// pruned returns the change that makes d of the file, without its surplus groups of that key, ""
// for all, which go to the archive.
func (r *Reading) pruned(d *Document, key, did string) (*protocol.Change, error) {
	edits, archive := d.Prune(key)
	if len(edits) == 0 {
		return r.change(d, did, nil), nil
	}
	after, err := d.applied(edits)
	if err != nil {
		return nil, err
	}
	var gone []*schema.GroupMatch
	for _, g := range d.Surplus() {
		if key == "" || g.Group.Key == key {
			gone = append(gone, g)
		}
	}
	return r.change(after, did, archive), schema.Intact(d.Match, after.Match, gone...)
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
func (r *Reading) Prune() (*protocol.Change, error) {
	switch {
	case r.Fault != nil:
		return nil, r.Fault
	case r.Document == nil:
		return nil, &fs.PathError{Op: "open", Path: r.Path, Err: fs.ErrNotExist}
	}
	if len(r.Document.Surplus()) == 0 {
		return &protocol.Change{None: "no section is there more often than is kept"}, nil
	}
	if err := r.Document.CheckClosed(); err != nil {
		return nil, err
	}
	return r.pruned(r.Document, "", "pruned")
}
