package format

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// document returns the file as its format reads it; nil if it does not exist or cannot be
// read.
func (u *ruleUnit) document() *Document { return u.reading.Document }

// heading is a title as it stands in a file.
func heading(level int, title string) string { return strings.Repeat("#", level) + " " + title }

// formatTop is where what concerns the whole file is reported.
func formatTop(d *Document) source.Span {
	if t := d.Match.Title; t != nil {
		return t.Heading
	}
	start := max(d.BOM, d.FrontMatter.End)
	return source.Span{Start: start, End: start}
}

func checkFormatTitle(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil || d.Format.Schema.Title == "" {
		return nil
	}
	level, want := d.Format.Schema.GroupLevel()-1, schema.ForPeople(d.Format.Schema.Title)
	t := d.Match.Title
	if t == nil {
		return []lint.Finding{{Span: formatTop(d), Message: fmt.Sprintf("no title, want %q", heading(level, want)) + lint.OtherLevel(d.Document, want, level)}}
	}
	if _, ok := d.Format.Schema.Fill(d.Format.Schema.Title, t.Title); !ok {
		return []lint.Finding{{Span: t.Heading, Message: fmt.Sprintf("title is %q, want %q", lint.Shorten(t.Title), want)}}
	}
	return nil
}

func checkFormatMissing(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	level := d.Format.Schema.GroupLevel()
	for _, g := range d.Match.Missing() {
		found = append(found, lint.Finding{
			Span:    formatTop(d),
			Message: fmt.Sprintf("no section %q", heading(level, g.Name())) + lint.OtherLevel(d.Document, g.Title, level),
		})
	}
	for _, g := range d.Match.Groups {
		for _, s := range g.Missing() {
			found = append(found, lint.Finding{
				Span:    g.Section.Heading,
				Message: fmt.Sprintf("%q has no section %q", lint.Shorten(g.Section.Title), heading(level+1, s.Title)),
			})
		}
	}
	return found
}

func checkFormatDuplicate(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	first := map[string]int{} // the line, by what may be there once
	note := func(name string, s *mdcheckpoint.Section) {
		if at, ok := first[name]; ok {
			found = append(found, lint.Finding{Span: s.Heading, Message: fmt.Sprintf("section %q is there already, in line %d", lint.Shorten(s.Title), at)})
			return
		}
		first[name] = u.File.Line(s.Heading.Start)
	}
	for i, g := range d.Match.Groups {
		switch {
		case g.Group.Numbered():
			note(fmt.Sprintf("%s %d", g.Group.Key, g.N), g.Section)
		case !g.Group.Repeats():
			note(g.Group.Key, g.Section)
		}
		for _, s := range g.Subsections {
			note(fmt.Sprintf("%d/%s", i, s.Subsection.Slug()), s.Section)
		}
	}
	return found
}

func checkFormatUnknown(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	found, near := nearSections(d)
	if !d.Format.Closed {
		return found
	}
	var titles []string
	for i := range d.Format.Schema.Groups {
		titles = append(titles, d.Format.Schema.Groups[i].Name())
	}
	for _, s := range d.Match.Extra {
		if _, accident := lint.AccidentalHeading(u.Unit, s); !accident && !near[s] && s.Level >= d.Format.Schema.GroupLevel() {
			found = append(found, lint.Finding{Span: s.Heading, Message: lint.UnknownSection(s, titles)})
		}
	}
	for _, g := range d.Match.Groups {
		if len(g.Group.Subsections) == 0 {
			continue // the format says nothing of what stands in it
		}
		var within []string
		for i := range g.Group.Subsections {
			within = append(within, g.Group.Subsections[i].Title)
		}
		for _, s := range g.Extra {
			if s.Level == g.Section.Level+1 {
				found = append(found, lint.Finding{Span: s.Heading, Message: lint.UnknownSection(s, within)})
			}
		}
	}
	return found
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

func checkFormatOrder(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil || !d.Format.Ordered {
		return nil
	}
	before := func(g, h *schema.GroupMatch) bool {
		if g.Group == h.Group {
			c := Compare(g, h)
			return c != 0 && c < 0 != g.Group.NewestFirst
		}
		return groupRank(d, g) < groupRank(d, h)
	}
	groups := d.Match.Groups
	kept := longestOrder(len(groups), func(i, j int) bool { return before(groups[i], groups[j]) })
	var found []lint.Finding
	for i, g := range groups {
		if _, stays := slices.BinarySearch(kept, i); !stays {
			// those that stay are in order, by place and by format
			next := sort.Search(len(kept), func(k int) bool { return before(g, groups[kept[k]]) })
			if next < len(kept) && kept[next] < i {
				found = append(found, lint.OutOfOrder(g.Section, groups[kept[next]].Section))
			} else {
				found = append(found, lint.Finding{Span: g.Section.Heading, Message: fmt.Sprintf("section %q belongs behind %q", lint.Shorten(g.Section.Title), lint.Shorten(groups[kept[next-1]].Section.Title))})
			}
		}
		found = append(found, lint.SubsectionOrder(g)...)
	}
	return found
}

// groupRank is the place of g in the order of its format.
func groupRank(d *Document, g *schema.GroupMatch) int {
	return slices.IndexFunc(d.Format.Schema.Groups, func(o schema.Group) bool { return o.Key == g.Group.Key })
}

// longestOrder gives those of n things, by their places, that make the longest run
// without one that belongs before one in front of it: the others are the fewest that
// have to move.
func longestOrder(n int, before func(i, j int) bool) []int {
	tails, prev := []int{}, make([]int, n) // the last of the best run of each length; who stands before each in its run
	for i := range n {
		at := sort.Search(len(tails), func(k int) bool { return before(i, tails[k]) })
		if at > 0 {
			prev[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	kept := make([]int, len(tails))
	for k := len(kept) - 1; k >= 0; k-- {
		if k == len(kept)-1 {
			kept[k] = tails[k]
		} else {
			kept[k] = prev[kept[k+1]]
		}
	}
	return kept
}

func checkFormatKeep(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	for i, g := range d.Surplus() {
		f := lint.Finding{
			Span:    g.Section.Heading,
			Message: fmt.Sprintf("%q is kept besides the newest %d of %q; older ones go to the archive", lint.Shorten(g.Section.Title), g.Group.Keep, g.Group.Name()),
		}
		if i == 0 { // one fix takes all of them out
			f.Fix = lint.Archiving(d.Prune(""))
		}
		found = append(found, f)
	}
	return found
}

func checkFormatUnfilled(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	ask := func(s *mdcheckpoint.Section, optional bool) {
		if !optional && isEmpty(s) {
			found = append(found, lint.Finding{Span: s.Heading, Message: fmt.Sprintf("section %q is empty", lint.Shorten(s.Title))})
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
