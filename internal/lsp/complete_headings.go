package lsp

import (
	"strings"
	"time"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/schema"
)

// headings are those that are missing where the cursor is, and have at least as many
// marks as were typed.
func (c *cursor) headings(t *workspace.Target) []proposal {
	marks := len(c.typed) - len(strings.TrimLeft(c.typed, "#"))
	level := c.before.match.Schema.GroupLevel()
	var all []proposal
	add := func(level int, title, detail string) {
		if marks <= level {
			all = append(all, proposal{strings.Repeat("#", level) + " " + title, detail, completionHeading})
		}
	}
	if g := c.group(); g != nil {
		for i := range g.Group.Subsections {
			if sub := &g.Group.Subsections[i]; g.Subsection(sub.Title) == nil {
				detail := "in " + g.Title()
				if sub.Max > 0 {
					detail += ", bullets: " + sub.Range()
				}
				add(level+1, sub.Title, detail)
			}
		}
	}
	for _, title := range c.groups() {
		add(level, title, "")
	}
	if title := c.before.match.Schema.Title; c.before.match.Title == nil && title != "" {
		add(level-1, strings.ReplaceAll(title, "{ID}", t.ID()), "")
	}
	return all
}

// group is the group that the cursor stands in; nil if it is in none.
func (c *cursor) group() *schema.GroupMatch {
	var last *schema.GroupMatch
	for _, g := range c.before.match.Groups {
		if g.Section.Own.Start < c.line.Start {
			last = g
		}
	}
	for _, s := range c.before.match.Extra {
		if last != nil && s.Own.Start < c.line.Start && s.Own.Start > last.Section.Own.Start {
			return nil
		}
	}
	return last
}

// inOrder are the groups of the format, those first that belong between the groups around
// the cursor.
func (c *cursor) inOrder() []*schema.Group {
	match := c.before.match
	low, high := 0, len(match.Schema.Groups)
	for _, g := range match.Groups {
		if rank := match.Schema.Rank(g.Group.Key); g.Section.Own.Start < c.line.Start {
			low = rank
		} else {
			high = min(high, rank)
		}
	}
	var fit, rest []*schema.Group
	for i := range match.Schema.Groups {
		if g := &match.Schema.Groups[i]; low <= i && i <= high {
			fit = append(fit, g)
		} else {
			rest = append(rest, g)
		}
	}
	return append(fit, rest...)
}

// groups are the titles of those that are not there, and of those that repeat the next,
// in the order of the format.
func (c *cursor) groups() []string {
	var all []string
	match := c.before.match
	for _, g := range c.inOrder() {
		switch {
		case g.Dated():
			all = append(all, strings.Replace(g.Title, "{DATE}", time.Now().UTC().Format(time.DateOnly), 1))
		case g.Repeats() && !g.Numbered(): // the name is the user's
			all = append(all, g.Title[:strings.IndexByte(g.Title, '{')])
		case g.Repeats():
			newest := 0
			for _, there := range match.All(g.Key) {
				newest = max(newest, there.N)
			}
			all = append(all, g.TitleFor(newest+1))
		case len(match.All(g.Key)) == 0:
			all = append(all, g.Title)
		}
	}
	return all
}
