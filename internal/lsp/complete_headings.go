package lsp

import (
	"strings"
	"time"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// headings returns the headings that are missing at the cursor and have at least as many
// marks as were typed.
func (c *cursor) headings(t *workspace.Target) []protocol.Completion {
	marks := len(c.Typed) - len(strings.TrimLeft(c.Typed, "#"))
	match := c.before.Match
	level := match.Schema.GroupLevel()
	var all []protocol.Completion
	add := func(level int, title, detail string) {
		if marks <= level {
			all = append(all, protocol.Completion{Text: strings.Repeat("#", level) + " " + title, Detail: detail, Kind: protocol.HeadingCompletion})
		}
	}
	if g := c.Group; g != nil {
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
	if title := match.Schema.Title; match.Title == nil && title != "" {
		add(level-1, strings.ReplaceAll(title, "{ID}", t.ID()), "")
	}
	return all
}

// group returns the group that the cursor is in; nil if it is in none.
func (c *cursor) group() *schema.GroupMatch {
	var last *schema.GroupMatch
	for _, g := range c.before.Match.Groups {
		if g.Section.Own.Start < len(c.Above) {
			last = g
		}
	}
	for _, s := range c.before.Match.Extra {
		if last != nil && s.Own.Start < len(c.Above) && s.Own.Start > last.Section.Own.Start {
			return nil
		}
	}
	return last
}

// inOrder returns the groups of the schema, those first that belong between the groups
// around the cursor.
func (c *cursor) inOrder() []*schema.Group {
	match := c.before.Match
	low, high := 0, len(match.Schema.Groups)
	for _, g := range match.Groups {
		if rank := match.Schema.Rank(g.Group.Key); g.Section.Own.Start < len(c.Above) {
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

// groups returns the titles of groups that do not exist, and the next one of those that
// repeat, in the order of the schema.
func (c *cursor) groups() []string {
	var all []string
	match := c.before.Match
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
