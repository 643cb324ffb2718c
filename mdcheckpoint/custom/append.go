package custom

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Text returns the whole text of the file.
func (d *Document) Text() string { return d.File.Text }

func (d *Document) editor() *schema.Editor {
	return &schema.Editor{Match: d.Match, Blank: schema.HasBlankLines(d.Document)}
}

func (d *Document) as(m *schema.Match) *Document { return &Document{m.Document, d.Format, m} }

// Append writes text to a section, and archives surplus sections. date and name fill placeholders in
// new titles. A wrong request is a [*protocol.RequestError].
func (r *Reading) Append(a protocol.Append, date, name string) (*protocol.Change, error) {
	if err := r.Faults[r.Path]; err != nil {
		return nil, err
	}
	d, created, err := r.begin(name, date, a.Group.Key)
	if err != nil {
		return nil, err
	}
	e := d.editor()
	w, err := a.Choose(e, date)
	if err != nil {
		return nil, err
	}
	after, err := e.Write(w)
	if err != nil {
		return nil, protocol.AsRequest(err)
	}
	if after.Document.File.Text == d.Text() && !created {
		return &protocol.Change{None: fmt.Sprintf("%q already contains that text", w.Title())}, nil
	}
	return r.pruned(d.as(after), a.Group.Key, did(w))
}

// begin returns the document. For a missing or blank file, it creates one without the section key.
func (r *Reading) begin(name, date, key string) (d *Document, created bool, err error) {
	bom := ""
	if d = r.Document; d != nil {
		bom = d.Text()[:d.BOM]
		if strings.TrimSpace(d.Text()[d.BOM:]) != "" {
			return d, false, nil
		}
	}
	d, err = Parse(r.Format, r.Path, bom+r.Format.skeleton(name, date, key))
	return d, true, err
}

func did(w *schema.Write) string {
	verb := "wrote"
	if w.Existing != nil && schema.HasContent(w.Existing.Section) {
		switch {
		case w.Replace && w.Single:
			verb = "replaced part of"
		case w.Replace:
			verb = "replaced"
		default:
			verb = "added to"
		}
	}
	return fmt.Sprintf("%s %q", verb, w.Title())
}

func (f *Format) skeleton(name, date, omitted string) string {
	var parts []string
	title := filled(&schema.Group{Title: f.Schema.Title}, date, name)
	if title != "" {
		parts = append(parts, strings.Repeat("#", f.Schema.GroupLevel()-1)+" "+title)
	}
	for i := range f.Schema.Groups {
		g := &f.Schema.Groups[i]
		title := filled(g, date, "")
		if g.Optional || g.Key == omitted || title == "" {
			continue
		}
		parts = append(parts, f.Schema.Heading(title))
		for _, s := range g.Subsections {
			if !s.Optional {
				parts = append(parts, f.Schema.Subheading(s.Title))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "\n\n") + "\n"
}

func filled(g *schema.Group, date, other string) string {
	switch {
	case !g.Repeats():
		return g.Title
	case g.Numbered():
		other = "1"
	case g.Dated():
		other = date
	}
	if other == "" {
		return ""
	}
	return g.TitleWith(other)
}

func (r *Reading) usable() (*Document, error) {
	if r.Faults[r.Path] == nil && r.Document == nil {
		return nil, &fs.PathError{Op: "open", Path: r.Path, Err: fs.ErrNotExist}
	}
	return r.Document, r.Faults[r.Path]
}

// Prune removes the surplus sections.
func (r *Reading) Prune() (*protocol.Change, error) {
	d, err := r.usable()
	if err != nil {
		return nil, err
	}
	if len(d.Match.Surplus()) == 0 {
		return &protocol.Change{None: "no repeated section exceeds its limit"}, nil
	}
	if err := d.CheckClosed(); err != nil {
		return nil, err
	}
	return r.pruned(d, "", "pruned")
}

// prune returns the surplus groups with that key, the edits that remove them, and their texts. An
// empty key means all keys.
func (d *Document) prune(key string) (gone []*schema.GroupMatch, edits []source.Edit, archive []source.Named) {
	for _, g := range d.Match.Surplus() {
		if key == "" || g.Group.Key == key {
			gone = append(gone, g)
		}
	}
	edits, texts := d.editor().Prune(gone)
	for i, text := range texts {
		archive = append(archive, source.Named{Name: d.archiveName(gone[i]), Text: text})
	}
	return gone, edits, d.gathered(archive)
}

func (r *Reading) pruned(d *Document, key, did string) (*protocol.Change, error) {
	gone, edits, archive := d.prune(key)
	after, err := d.editor().Apply(edits)
	if err != nil {
		return nil, err
	}
	return r.change(d.as(after.Match), did, archive), schema.CheckIntact(d.Match, after.Match, gone...)
}

// Restore puts an archived section back. It fails if the section exists or, without force, if there
// would be too many.
func (r *Reading) Restore(text string, force bool) (*protocol.Change, error) {
	d, err := r.usable()
	if err != nil {
		return nil, err
	}
	kept, err := Parse(r.Format, "the archived text", text)
	if err != nil {
		return nil, err
	}
	if n := len(kept.Match.Groups); n != 1 || len(kept.Unclosed) > 0 {
		return nil, protocol.BadRequest("--print prints the text; --archive SECTION restores one section", "the archived text has %d sections of this format; expected one complete section", n)
	}
	g := kept.Match.Groups[0]
	for _, there := range d.Match.All(g.Group.Key) {
		if there.Same(g) {
			return nil, protocol.BadRequest("--print prints the archived section", "%q already exists", there.Section.Title)
		}
	}
	after, err := d.editor().PutBack(g, text)
	if err != nil {
		return nil, err
	}
	if len(after.Surplus()) > len(d.Match.Surplus()) && !force {
		return nil, protocol.Refusal("--force restores it anyway", "%q would exceed the limit of %d sections", g.Section.Title, g.Group.Keep)
	}
	return r.change(d.as(after), fmt.Sprintf("restored %q", g.Section.Title), nil), nil
}

// extended returns the format of d, with the further sections of the file unless it is closed.
func (d *Document) extended() *Format {
	own := *d.Format
	if own.Closed {
		return d.Format
	}
	times := map[string]int{}
	for _, s := range d.Sections {
		times[spelling.Slug(s.Title)]++
	}
	own.Schema.Groups = slices.Clone(own.Schema.Groups)
	for _, s := range d.unnamed() {
		key := spelling.Slug(s.Title)
		if key != "" && times[key] == 1 && own.Schema.Rank(key) < 0 && !strings.ContainsAny(s.Title, "{}") {
			own.Schema.Groups = append(own.Schema.Groups, schema.Group{Key: key, Title: s.Title, Optional: true})
		}
	}
	return &own
}
