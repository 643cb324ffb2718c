package custom

import (
	"fmt"
	"slices"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// ofDocument makes the check of a rule about the file as its format reads it. There is
// nothing to check if it does not exist or cannot be read.
func ofDocument(check func(*ruleUnit, *Document) []lint.Finding) func(*lint.Unit) []lint.Finding {
	return about(func(u *ruleUnit) []lint.Finding {
		if u.reading.Document == nil {
			return nil
		}
		return check(u, u.reading.Document)
	})
}

func checkFormatTitle(u *ruleUnit, d *Document) []lint.Finding {
	if d.Format.Schema.Title == "" {
		return nil
	}
	if t := d.Match.Title; t != nil {
		if _, ok := d.Format.Schema.Fill(d.Format.Schema.Title, t.Title); ok {
			return nil
		}
	}
	return lint.Title(d.Match, schema.ForPeople(d.Format.Schema.Title))
}

func checkFormatMissing(u *ruleUnit, d *Document) []lint.Finding {
	var found []lint.Finding
	s := &d.Format.Schema
	for _, g := range d.Match.Missing() {
		found = append(found, lint.NewFinding(d.Match.Top(), "no section %q%s", s.Heading(g.Name()), lint.OtherLevel(d.Document, g.Title, s.GroupLevel())))
	}
	for _, g := range d.Match.Groups {
		for _, sub := range g.Missing() {
			found = append(found, lint.NewFinding(g.Section.Heading, "%q has no section %q", lint.Shorten(g.Section.Title), s.Subheading(sub.Title)))
		}
	}
	return found
}

func checkFormatDuplicate(u *ruleUnit, d *Document) []lint.Finding {
	var found []lint.Finding
	for _, r := range d.Match.Repeated() {
		found = append(found, lint.Duplicate(u.Unit, r))
	}
	return found
}

func checkFormatUnknown(u *ruleUnit, d *Document) []lint.Finding {
	found, near := nearSections(d)
	if !d.Format.Closed {
		return found
	}
	return append(found, lint.UnknownSections(u.Unit, d.Match, func(g *schema.GroupMatch, s *mdcheckpoint.Section) bool {
		if g == nil {
			return near[s] || s.Level < d.Format.Schema.GroupLevel()
		}
		// the format says nothing of what stands in a group without subsections, or deeper
		return len(g.Group.Subsections) == 0 || s.Level != g.Section.Level+1
	})...)
}

// nearSections are findings about headings that go on behind what the title of a section
// takes, and these: nobody who reads the file sees that they are other sections.
func nearSections(d *Document) (found []lint.Finding, near map[*mdcheckpoint.Section]bool) {
	near = map[*mdcheckpoint.Section]bool{}
	for s := range d.Unnamed() {
		if g, taking := d.Format.Near(s); g != nil {
			near[s] = true
			found = append(found, lint.Finding{Span: s.Heading, Message: fmt.Sprintf(
				"section %q is none of %q, whose heading ends there; a format with the title %q takes it", lint.Shorten(s.Title), g.Name(), schema.ForPeople(taking))})
		}
	}
	return found, near
}

func checkFormatOrder(u *ruleUnit, d *Document) []lint.Finding {
	if !d.Format.Ordered {
		return nil
	}
	before := func(g, h *schema.GroupMatch) bool {
		if g.Group == h.Group {
			c := g.Compare(h)
			return c != 0 && c < 0 != g.Group.NewestFirst
		}
		return d.Format.Schema.Rank(g.Group.Key) < d.Format.Schema.Rank(h.Group.Key)
	}
	var found []lint.Finding
	var last *schema.GroupMatch // of those before, the one that belongs last
	for _, g := range d.Match.Groups {
		if last != nil && before(g, last) {
			found = append(found, lint.OutOfOrder(g.Section, last.Section))
		} else {
			last = g
		}
		found = append(found, lint.SubsectionOrder(g)...)
	}
	return found
}

func checkFormatKeep(u *ruleUnit, d *Document) []lint.Finding {
	var found []lint.Finding
	surplus, edits, archive := d.Prune("")
	for i, g := range surplus {
		f := lint.NewFinding(g.Section.Heading, "%q is kept besides the newest %d of %q; older ones go to the archive", lint.Shorten(g.Section.Title), g.Group.Keep, g.Group.Name())
		if i == 0 { // one fix takes all of them out
			f.Fix = lint.Archiving(edits, archive)
		}
		found = append(found, f)
	}
	return found
}

func checkFormatUnfilled(u *ruleUnit, d *Document) []lint.Finding {
	var found []lint.Finding
	ask := func(s *mdcheckpoint.Section, optional bool) {
		if !optional && isEmpty(s) {
			found = append(found, lint.NewFinding(s.Heading, "section %q is empty", lint.Shorten(s.Title)))
		}
	}
	for _, g := range d.Match.Groups {
		if g.Group.Max == 0 && g.Group.Min == 0 { // else bullet-count says so
			ask(g.Section, g.Group.Optional)
		}
		for _, s := range g.Subsections {
			if s.Subsection.Max == 0 && s.Subsection.Min == 0 {
				ask(s.Section, s.Subsection.Optional)
			}
		}
	}
	return found
}

// isEmpty reports whether nothing stands below a heading but comments and breaks.
func isEmpty(s *mdcheckpoint.Section) bool {
	return len(s.Children) == 0 && !slices.ContainsFunc(s.Blocks, func(b *mdcheckpoint.Block) bool {
		return b.Kind != mdcheckpoint.Comment && b.Kind != mdcheckpoint.Break
	})
}

// Near is the section that s, which the format does not name, may be meant to be: its
// heading goes on behind what the title of one that repeats takes, as "Phase 1: Auth" does
// for "Phase {N}". It is nil if there is none. Taking is a title that would take both.
func (f *Format) Near(s *mdcheckpoint.Section) (g *schema.Group, taking string) {
	if s.Level != f.Schema.GroupLevel() {
		return nil, ""
	}
	for i := range f.Schema.Groups {
		if g := &f.Schema.Groups[i]; goesBeyond(g.Title, s.Title) {
			head, _, _ := strings.Cut(g.Title, "{")
			return g, head + "{NAME}"
		}
	}
	return nil, ""
}

// goesBeyond reports whether title goes on behind a sign, and pattern, which has a number or a
// date, takes what is before it.
func goesBeyond(pattern, title string) bool {
	g := schema.Group{Title: pattern}
	end := strings.IndexAny(title, ":：.,;()–—")
	if end < 0 || !g.Numbered() && !g.Dated() || strings.HasPrefix(pattern, "{") {
		return false // any heading begins with nothing
	}
	_, ok := schema.Fill(pattern, title[:end])
	return ok
}
