package custom

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Append makes the change that a asks for: the section in its place, and the oldest of
// those that repeat in the archive, where more would be there than are kept. A file that
// does not exist, or is blank, begins with its title, which has name in it, and required sections.
// date is today's. Errors are [*protocol.RequestError] and those of a file that cannot be used.
func (r *Reading) Append(a protocol.Append, date, name string) (*protocol.Change, error) {
	if r.Fault != nil {
		return nil, r.Fault
	}
	d, created, err := r.begin(name, date, a.Group.Key)
	if err != nil {
		return nil, err
	}
	if err := d.CheckClosed(); err != nil {
		return nil, err
	}
	w := &writing{Append: a, date: date, before: d}
	if err := w.find(); err != nil {
		return nil, err
	}
	after, err := w.write()
	if err != nil {
		return nil, err
	}
	if after.Text() == d.Text() && !created {
		return &protocol.Change{None: fmt.Sprintf("%q holds that already", w.title)}, nil
	}
	if err := w.stays(after); err != nil {
		return nil, err
	}
	return r.pruned(after, a.Group.Key, w.did())
}

// begin is the file, or a new one without the section with that key.
func (r *Reading) begin(name, date, key string) (d *Document, created bool, err error) {
	bom := ""
	if d = r.Document; d != nil {
		bom = d.Text()[:d.BOM]
		if strings.TrimSpace(d.Text()[d.BOM:]) != "" {
			return d, false, nil
		}
	}
	d, err = Parse(r.Format, r.Path, bom+r.Format.Skeleton(name, date, key))
	return d, true, err
}

// A writing is an Append on its way.
type writing struct {
	protocol.Append
	date   string // of today
	before *Document
	title  string             // of the section, as it is written or will be
	n      int                // what stands for {N}
	there  *schema.GroupMatch // nil if it is to be made
	index  int                // of there among its kind
	filled bool               // there was something in it
}

// find finds the section that is meant.
func (w *writing) find() error {
	all := w.before.Match.All(w.Group.Key)
	var err error
	switch {
	case !w.Group.Repeats():
		if w.Value != "" {
			return protocol.BadRequest("leave --round and --value out", "%q has no placeholder for %q", w.Group.Name(), w.Value)
		}
		if len(all) > 0 {
			w.there = all[0]
		}
	case w.Group.Numbered():
		err = w.findNumber(all)
	default:
		err = w.findValue(all)
	}
	if err != nil {
		return err
	}
	w.title = filled(w.Group.Title, w.Value)
	if w.there != nil {
		w.title, w.index, w.filled = w.there.Section.Title, slices.Index(all, w.there), schema.HasContent(w.there.Section)
		return nil
	}
	return w.sound()
}

// sound refuses a title that would not be read as what it is.
func (w *writing) sound() error {
	if strings.ContainsFunc(w.Value, unicode.IsControl) {
		return protocol.BadRequest("", "%q cannot stand in a heading", w.Value)
	}
	d, err := Parse(w.before.Format, w.before.File.Name, w.before.Format.Schema.Heading(w.title)+"\n")
	if err != nil {
		return err
	}
	if len(d.Match.Groups) != 1 || d.Match.Groups[0].Group.Key != w.Group.Key || schema.Fold(d.Match.Groups[0].Value) != schema.Fold(w.Value) {
		return protocol.BadRequest("", "the heading %q would not be read as %q", w.title, w.Group.Name())
	}
	return nil
}

// write makes the text with the parts in it.
func (w *writing) write() (*Document, error) {
	after, err := w.edited()
	if err != nil {
		return nil, err
	}
	return after, w.verify(after)
}

func (w *writing) edited() (*Document, error) {
	d, e := w.before, w.before.editor()
	switch {
	case w.there == nil:
		text := d.Format.Schema.Heading(w.title) + e.Gap() + w.content(e.Gap())
		return d.applied([]source.Edit{w.insert(strings.TrimRight(text, "\r\n"))})
	case w.Replace && w.Only == nil:
		return d.applied([]source.Edit{e.ReplaceBody(w.there.Section, w.content(e.Gap()))})
	}
	for _, p := range w.Parts {
		g := d.Match.All(w.Group.Key)[w.index]
		edits := w.put(d, g, p)
		var err error
		if d, err = d.applied(edits); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// insert gives the edit that puts text, the section, in its place: among those of its
// kind by its number or date, where the newest stands first if the format says so, or if
// all that are there stand so.
func (w *writing) insert(text string) source.Edit {
	e := w.before.editor()
	if !w.Group.Numbered() && !w.Group.Dated() {
		return e.Insert(w.Group, w.n, text)
	}
	group := *w.Group
	group.NewestFirst = group.NewestFirst || falls(w.before.Match.All(group.Key))
	own := &schema.GroupMatch{Group: w.Group, N: w.n, Value: w.Value}
	return e.InsertOrdered(&group, func(there *schema.GroupMatch) bool { return Compare(there, own) < 0 }, text)
}

// falls reports whether the numbers or dates of all fall, all through the file.
func falls(all []*schema.GroupMatch) bool {
	back := func(a, b *schema.GroupMatch) int { return Compare(b, a) }
	return len(all) > 1 && Compare(all[0], all[len(all)-1]) > 0 && slices.IsSortedFunc(all, back)
}

// put gives the edits that write p into g.
func (w *writing) put(d *Document, g *schema.GroupMatch, p schema.Filling) []source.Edit {
	e := d.editor()
	eol := d.File.EOL()
	section := g.Section
	if p.Subsection != nil {
		there := g.Subsection(p.Subsection.Title)
		if there == nil {
			return []source.Edit{e.InsertSubsection(g, p.Subsection, e.Gap()+render(p, eol))}
		}
		section = there.Section
	}
	switch items := section.Bullets(); {
	case w.Replace && p.Text == "" && len(items) > 0 && p.Subsection != nil:
		return e.ReplaceBullets(items, p.Bullets)
	case w.Replace:
		return []source.Edit{e.ReplaceBody(section, render(p, eol))}
	case p.Text == "":
		return e.AddBullets(section, items, schema.NewBullets(p.Bullets, e.Bullets(itemsOf(g, p.Subsection))))
	case d.hasText(section, p.Text):
		return nil
	default:
		return []source.Edit{e.AddText(section, render(p, eol))}
	}
}

// render is p as it is written.
func render(p schema.Filling, eol string) string {
	if p.Text != "" {
		return strings.ReplaceAll(p.Text, "\n", eol)
	}
	lines := make([]string, len(p.Bullets))
	for i, b := range p.Bullets {
		lines[i] = "- " + b
	}
	return strings.Join(lines, eol)
}

// content is what stands below the heading of a section that is written whole: the
// parts in the order of the format, and a heading for each required subsection.
func (w *writing) content(gap string) string {
	eol := w.before.File.EOL()
	var blocks []string
	if p := w.part(nil); p != nil {
		blocks = append(blocks, render(*p, eol))
	}
	for i := range w.Group.Subsections {
		sub := &w.Group.Subsections[i]
		p := w.part(sub)
		heading := w.before.Format.Schema.Subheading(sub.Title)
		switch {
		case p != nil:
			blocks = append(blocks, heading+gap+render(*p, eol))
		case !sub.Optional:
			blocks = append(blocks, heading)
		}
	}
	return strings.Join(blocks, eol+eol)
}

func (w *writing) part(sub *schema.Subsection) *schema.Filling {
	for i := range w.Parts {
		if w.Parts[i].Subsection == sub {
			return &w.Parts[i]
		}
	}
	return nil
}

// did says what was done.
func (w *writing) did() string {
	verb := "wrote"
	switch {
	case w.Replace && w.filled && w.Only != nil:
		verb = "replaced part of"
	case w.Replace && w.filled:
		verb = "replaced"
	case w.filled:
		verb = "added to"
	}
	return fmt.Sprintf("%s %q", verb, w.title)
}
