package schema

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A Filling is content for one place: bullets or a text.
type Filling struct {
	Subsection *Subsection // nil means directly below the group heading
	Bullets    []string    // each on one line, without a marker
	Text       string      // Markdown blocks with \n; "" if there are bullets
}

func (e *Editor) render(f Filling) string {
	if f.Text != "" {
		return strings.ReplaceAll(f.Text, "\n", e.eol())
	}
	return e.Bullets(NewBullets(f.Bullets, nil))
}

// A Write describes how to write a section.
type Write struct {
	Group    *Group
	Existing *GroupMatch
	N        int       // number for {N} in the title of a new section
	Value    string    // text for the placeholder in the title of a new section
	Parts    []Filling // one per place
	Single   bool      // change only the places of Parts
	Replace  bool      // replace existing content
}

// Title returns the title of the section.
func (w *Write) Title() string {
	if w.Existing != nil {
		return w.Existing.Section.Title
	}
	return w.Group.TitleWith(w.Value)
}

// Own returns the group that w writes, without its Section.
func (w *Write) Own() *GroupMatch { return &GroupMatch{Group: w.Group, N: w.N, Value: w.Value} }

// A TextError is the error for a text that Markdown would read differently.
type TextError struct{ Reason, Hint string }

func (e *TextError) Error() string { return e.Reason }

const codeHint = "put code between backticks"

// Write returns the document after w. It checks that everything else is unchanged. A text that
// Markdown would read differently is a [*TextError].
func (e *Editor) Write(w *Write) (*Match, error) {
	if err := e.Match.Document.CheckClosed(); err != nil {
		return nil, err
	}
	for _, p := range w.Parts {
		for _, b := range p.Bullets {
			if spelling.OneLine(b) == "" || strings.ContainsAny(b, "\r\n") {
				return nil, &TextError{Reason: fmt.Sprintf("the bullet %q is not a single line of text", b)}
			}
		}
	}
	if w.Existing != nil && !w.Replace {
		w = e.boxed(w)
	}
	if w.Existing != nil && !w.Single && e.HasSameContent(w.Existing, w) {
		return e.Match, nil
	}
	after, err := e.written(w)
	if err != nil {
		return nil, err
	}
	return after.Match, e.check(w, after)
}

func (e *Editor) written(w *Write) (*Editor, error) {
	switch {
	case w.Existing == nil:
		return e.Apply([]source.Edit{e.Insert(w.Own(), e.Match.Schema.Heading(w.Title())+e.content(w))})
	case w.Replace && !w.Single:
		return e.Apply([]source.Edit{e.ReplaceBody(w.Existing.Section, e.content(w))})
	}
	parts, index, err := w.Parts, w.Existing.index(e.Match), error(nil)
	if !HasContent(w.Existing.Section) {
		parts = w.complete()
		if e, err = e.Apply(e.dropStale(w.Existing.Section)); err != nil {
			return nil, err
		}
	}
	for _, p := range parts {
		all := e.Match.All(w.Group.Key)
		if index >= len(all) {
			return nil, fmt.Errorf("%s: %q would be lost", e.Match.Document.File.Name, w.Title())
		}
		if e, err = e.Apply(e.put(w, all[index], p)); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// complete returns the parts in the order of the format. It adds empty parts for required
// subsections that need no bullets.
func (w *Write) complete() (all []Filling) {
	for _, p := range w.Parts {
		if p.Subsection == nil {
			all = append(all, p)
		}
	}
	for i := range w.Group.Subsections {
		sub := &w.Group.Subsections[i]
		if p := w.part(sub); p != nil {
			all = append(all, *p)
		} else if !sub.Optional && sub.Min == 0 {
			all = append(all, Filling{Subsection: sub})
		}
	}
	return all
}

func (w *Write) part(sub *Subsection) *Filling {
	i := slices.IndexFunc(w.Parts, func(p Filling) bool { return p.Subsection == sub })
	if i >= 0 {
		return &w.Parts[i]
	}
	return nil
}

func (e *Editor) content(w *Write) string {
	var b strings.Builder
	for _, p := range w.complete() {
		gap := e.Gap()
		if b.Len() > 0 || p.Subsection != nil && e.Blank {
			gap = e.eol() + e.eol()
		}
		b.WriteString(gap)
		if p.Subsection != nil {
			b.WriteString(e.Match.Schema.Subheading(p.Subsection.Title))
		}
		b.WriteString(e.below(p))
	}
	return b.String()
}

func (e *Editor) below(p Filling) string {
	text := e.render(p)
	if text == "" || p.Subsection == nil {
		return text
	}
	return e.Gap() + text
}

func (e *Editor) put(w *Write, g *GroupMatch, p Filling) []source.Edit {
	section := g.Section
	if p.Subsection != nil {
		there := g.Subsection(p.Subsection.Title)
		if there == nil {
			return []source.Edit{e.insertSubsection(g, p.Subsection, e.below(p))}
		}
		section = there.Section
	}
	items := Items(section)
	same := func(i *mdcheckpoint.Item, b string) bool { return e.Match.Bullet(i) == spelling.OneLine(b) }
	switch {
	case w.Replace && p.Text == "" && slices.EqualFunc(items, p.Bullets, same):
		return nil
	case w.Replace && p.Text == "" && len(items) > 0:
		return e.ReplaceBullets(items, p.Bullets)
	case w.Replace && HasContent(section):
		return []source.Edit{e.ReplaceBody(section, e.Gap()+e.render(p))}
	case p.Text == "":
		return e.addBullets(section, NewBullets(p.Bullets, e.Match.Bullets(g.itemsOf(p.Subsection))))
	case e.Match.hasText(section, p.Text):
		return nil
	}
	return []source.Edit{e.AddText(section, e.render(p))}
}

// HasSameContent reports whether g has the content of w, without comments and empty headings.
func (e *Editor) HasSameContent(g *GroupMatch, w *Write) bool {
	own := *e
	own.Blank, own.Tight = false, false
	text := e.Match.Schema.Heading(g.Section.Title) + own.content(w)
	d, err := mdcheckpoint.Parse("", text)
	if err != nil {
		return false
	}
	wanted := e.Match.Schema.Match(d)
	return len(wanted.Groups) == 1 &&
		slices.Equal(e.Match.said(g.Section, 0), wanted.said(wanted.Groups[0].Section, 0))
}

func (m *Match) said(s *mdcheckpoint.Section, depth int) (all []string) {
	for _, b := range s.Blocks {
		for _, item := range b.Items { // without their markers, which may differ
			all = append(all, "- "+m.Bullet(item))
		}
		if len(b.Items) == 0 && b.Kind != mdcheckpoint.Comment && !isBreak(b) {
			all = append(all, spelling.OneLine(m.Document.File.Slice(b.Span)))
		}
	}
	if len(all) > 0 && depth > 0 {
		all = append([]string{strings.Repeat("#", depth) + spelling.FoldTitle(spelling.TrimColons(s.Title))}, all...)
	}
	for _, child := range s.Children {
		all = append(all, m.said(child, depth+1)...)
	}
	return all
}

// PutBack inserts text, an archived section. g is the parsed text.
func (e *Editor) PutBack(g *GroupMatch, text string) (*Match, error) {
	if err := e.Match.Document.CheckClosed(); err != nil {
		return nil, err
	}
	text = strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", e.eol())
	if strings.HasPrefix(text, "<!--") && len(e.Match.Groups) > 0 && !e.Separates() {
		text = "---" + e.eol() + e.eol() + text // separates the comment from the section above
	}
	after, err := e.Apply([]source.Edit{e.Insert(g, text)})
	if err != nil {
		return nil, err
	}
	all := after.Match.All(g.Group.Key)
	at := slices.IndexFunc(all, g.Same)
	if at < 0 || !slices.Equal(after.Match.said(all[at].Section, 0),
		(&Match{Document: g.document}).said(g.Section, 0)) {
		return nil, fmt.Errorf("%s: %q would be parsed differently than in the archive",
			e.Match.Document.File.Name, g.Title())
	}
	return after.Match, CheckIntact(e.Match, after.Match, all[at])
}
