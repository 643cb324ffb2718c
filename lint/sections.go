package lint

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Title returns the finding about a wrong or missing title.
func Title(m *schema.Match, want string) []Finding {
	level := m.Schema.GroupLevel() - 1
	message := fmt.Sprintf("no title; expected %q", strings.Repeat("#", level)+" "+want) + OtherLevel(m.Document, want, level)
	if m.Title != nil {
		message = fmt.Sprintf("title is %q; expected %q", Shorten(m.Title.Title), want)
	}
	return []Finding{{Span: m.Top(), Message: message}}
}

// OtherLevel says at which other level a missing section exists, or "".
func OtherLevel(d *mdcheckpoint.Document, title string, level int) string {
	for _, s := range d.Sections {
		if s.Level != level && spelling.FoldTitle(s.Title) == spelling.FoldTitle(title) {
			return fmt.Sprintf(" (line %d has this heading at level %d)", d.File.Line(s.Heading.Start), s.Level)
		}
	}
	return ""
}

// Duplicate returns the finding about a second section of the same kind.
func Duplicate(u *Unit, r schema.Repeat) Finding {
	line := u.File.Line(r.First.Heading.Start)
	return NewFinding(r.Section.Heading, "section %q already exists in line %d", Shorten(r.Section.Title), line)
}

// UnknownSections returns findings about headings that are not in the schema, except those for
// which passes returns true. The group may be nil.
func UnknownSections(u *Unit, m *schema.Match, passes func(*schema.GroupMatch, *mdcheckpoint.Section) bool) (found []Finding) {
	var titles []string
	for i := range m.Schema.Groups {
		titles = append(titles, m.Schema.Groups[i].Name())
	}
	for _, s := range m.Extra {
		if _, accident := accidentalHeading(u, s); !accident && !passes(nil, s) {
			found = append(found, unknownSection(s, m.Schema.GroupLevel(), titles))
		}
	}
	for _, g := range m.Groups {
		var titles []string
		for i := range g.Group.Subsections {
			titles = append(titles, g.Group.Subsections[i].Title)
		}
		for _, s := range g.Extra {
			if !passes(g, s) {
				found = append(found, unknownSection(s, m.Schema.GroupLevel()+1, titles))
			}
		}
	}
	return found
}

func unknownSection(s *mdcheckpoint.Section, level int, titles []string) Finding {
	message := fmt.Sprintf("unknown section %q", s.Title)
	if s.Level == 1 {
		return Finding{Span: s.Heading, Message: message + ": a checkpoint has only one title"}
	}
	if s.Level != level && slices.Contains(titles, s.Title) {
		return NewFinding(s.Heading, "section %q is at level %d; expected level %d", s.Title, s.Level, level)
	}
	return Finding{Span: s.Heading, Message: message + nearest.Hint(s.Title, titles)}
}

// SubsectionOrder returns the findings about subsections in the wrong order.
func SubsectionOrder(g *schema.GroupMatch) (found []Finding) {
	rank := func(s *schema.SubsectionMatch) int {
		for i := range g.Group.Subsections {
			if &g.Group.Subsections[i] == s.Subsection {
				return i
			}
		}
		return -1
	}
	for i, s := range g.Subsections {
		if i > 0 && rank(s) < rank(g.Subsections[i-1]) {
			found = append(found, OutOfOrder(s.Section, g.Subsections[i-1].Section))
		}
	}
	return found
}

// OutOfOrder returns the finding that s must come before next.
func OutOfOrder(s, next *mdcheckpoint.Section) Finding {
	return NewFinding(s.Heading, "section %q must come before %q", s.Title, next.Title)
}

// BulletCount returns a finding if n is less than least or more than most; most 0 means no maximum.
// Too few is a warning, unless n is 0.
func BulletCount(s *mdcheckpoint.Section, n, least, most int) []Finding {
	few, many := n < least, most > 0 && n > most
	if !few && !many {
		return nil
	}
	f := NewFinding(s.Heading, "expected %s in %q, found %d", schema.Range(least, most), Shorten(s.Title), n)
	if few && n > 0 {
		f.Severity = Warning
	}
	return []Finding{f}
}

// OverBudget returns findings of rule about exceeded budgets. Messages call a section noun.
func OverBudget(u *Unit, budgets []schema.Budget, rule, noun string) (found []Finding) {
	for _, b := range budgets {
		if b.Rule != rule || b.Over() == 0 {
			continue
		}
		span, what, unit := u.File.FirstLine(b.Span), fmt.Sprintf("%s %q", noun, Shorten(b.Title)), b.Unit
		if whole := b.Title == "" && b.Span == u.File.All(); whole {
			span, what = source.Span{}, "the file"
		}
		switch b.Kind {
		case schema.FileLines:
			span = u.File.FirstLine(u.File.LineSpan(b.Limit + 1))
		case schema.FileTokens, schema.SectionTokens:
			unit = "tokens (" + u.Counter.Name() + ")"
		}
		found = append(found, NewFinding(span, "%s has %d %s, %d over the budget of %d", what, b.Used, unit, b.Over(), b.Limit))
	}
	return found
}

// Archiving returns a fix that archives what it removes.
func Archiving(edits []source.Edit, archive []source.Named) *Fix {
	fix := FixOf("", edits...)
	if fix != nil {
		fix.Archive = archive
	}
	return fix
}

// accidentalHeading returns the line "---" that probably made text a heading by accident.
func accidentalHeading(u *Unit, s *mdcheckpoint.Section) (source.Span, bool) {
	if !s.Setext || s.Level != 2 || u.Known != nil && u.Known(s) {
		return source.Span{}, false
	}
	line := u.File.LineSpan(u.File.Line(s.Heading.End - 1))
	text := strings.TrimRight(u.File.Slice(line), " \t\r\n")
	return source.Between(line.Start, line.Start+len(text)), text == "---"
}
