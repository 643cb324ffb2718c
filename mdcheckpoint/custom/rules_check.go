package custom

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

func checkTitle(u *ruleUnit) {
	title, there := u.Format.Schema.Title, u.Match.Title
	if title == "" {
		return
	}
	if there != nil {
		if _, ok := u.Format.Schema.Fill(title, there.Title); ok {
			return
		}
	}
	u.Add(lint.Title(u.Match, spelling.ShowPlaceholders(title))...)
}

func checkMissing(u *ruleUnit) {
	s := &u.Format.Schema
	for _, g := range u.Match.Missing() {
		other := lint.OtherLevel(u.Match.Document, g.Title, s.GroupLevel())
		u.Find(u.Match.Top(), "no section %q%s", s.Heading(g.Name()), other)
	}
	for _, g := range u.Match.Groups {
		for _, sub := range g.Missing() {
			u.Find(g.Section.Heading, "%q has no section %q", lint.Shorten(g.Section.Title), s.Subheading(sub.Title))
		}
	}
}

func checkDuplicate(u *ruleUnit) {
	for _, r := range u.Match.Repeated() {
		u.Add(lint.Duplicate(u.Unit, r))
	}
}

// checkUnknown reports unknown sections if the format is closed. It always reports headings that have
// more text than a title of the format.
func checkUnknown(u *ruleUnit) {
	near := map[*mdcheckpoint.Section]bool{}
	for _, s := range u.unnamed() {
		if i := slices.IndexFunc(u.Format.Schema.Groups, func(g schema.Group) bool { return goesBeyond(&g, s.Title) }); i >= 0 {
			near[s] = true
			u.Add(lint.NewFinding(s.Heading, "section %q does not match %q, because the heading has more text",
				lint.Shorten(s.Title), u.Format.Schema.Groups[i].Name()))
		}
	}
	if !u.Format.Closed {
		return
	}
	u.Add(lint.UnknownSections(u.Unit, u.Match, func(g *schema.GroupMatch, s *mdcheckpoint.Section) bool {
		if g == nil {
			return near[s] || s.Level < u.Format.Schema.GroupLevel()
		}
		// the format restricts only direct subsections, if it names any
		return len(g.Group.Subsections) == 0 || s.Level != g.Section.Level+1
	})...)
}

func checkOrder(u *ruleUnit) {
	if !u.Format.Ordered {
		return
	}
	var last *schema.GroupMatch // the last section in order
	for _, g := range u.Match.Groups {
		if last != nil && u.before(g, last) {
			u.Add(lint.OutOfOrder(g.Section, last.Section))
		} else {
			last = g
		}
		u.Add(lint.SubsectionOrder(g)...)
	}
}

func (d *Document) before(g, h *schema.GroupMatch) bool {
	if g.Group == h.Group {
		c := g.Compare(h)
		return c != 0 && c < 0 != g.Group.NewestFirst
	}
	return d.Format.Schema.Rank(g.Group.Key) < d.Format.Schema.Rank(h.Group.Key)
}

func checkKeep(u *ruleUnit) {
	surplus, edits, archive := u.prune("")
	for i, g := range surplus {
		f := lint.NewFinding(g.Section.Heading,
			"%q belongs in the archive, because the file keeps only the newest %d sections %q",
			lint.Shorten(g.Section.Title), g.Group.Keep, g.Group.Name())
		if i == 0 { // one fix removes all surplus sections
			f.Fix = lint.Archiving(edits, archive)
		}
		u.Add(f)
	}
}

func (d *Document) parts(each func(s *mdcheckpoint.Section, least, most int, optional bool)) {
	for _, g := range d.Match.Groups {
		each(g.Section, g.Group.Min, g.Group.Max, g.Group.Optional)
		for _, s := range g.Subsections {
			each(s.Section, s.Subsection.Min, s.Subsection.Max, s.Subsection.Optional)
		}
	}
}

func checkBullets(u *ruleUnit) {
	u.parts(func(s *mdcheckpoint.Section, least, most int, _ bool) {
		u.Add(lint.BulletCount(s, len(schema.Items(s)), least, most)...)
	})
}

func checkUnfilled(u *ruleUnit) {
	u.parts(func(s *mdcheckpoint.Section, least, most int, optional bool) {
		if least+most == 0 && !optional && len(s.Children) == 0 && !schema.HasContent(s) { // with limits, bullet-count reports the section
			u.Find(s.Heading, "section %q is empty", lint.Shorten(s.Title))
		}
	})
}

func overBudget(rule string) func(*ruleUnit) {
	return func(u *ruleUnit) {
		u.Add(lint.OverBudget(u.Unit, u.Budgets(schema.Limits{}, u.Count(rule == tokenRule)), rule, "section")...)
	}
}

// goesBeyond reports whether title is that of g with more text, as "Phase 1: Auth" for "Phase {N}".
func goesBeyond(g *schema.Group, title string) bool {
	end := strings.IndexAny(title, ":：.,;()–—")
	if end < 0 || !g.Numbered() && !g.Dated() || strings.HasPrefix(g.Title, "{") {
		return false
	}
	_, ok := schema.Fill(g.Title, title[:end])
	return ok
}
