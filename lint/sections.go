package lint

import (
	"fmt"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// The functions of this file serve the rules of several protocols about sections.

// OtherLevel returns a remark for a message about a missing section: the line of a
// heading with that title at another level than its own; "" if there is none.
func OtherLevel(d *mdcheckpoint.Document, title string, level int) string {
	for _, s := range d.Sections {
		if s.Level != level && schema.Fold(s.Title) == schema.Fold(title) {
			return fmt.Sprintf(" (line %d has it at level %d)", d.File.Line(s.Heading.Start), s.Level)
		}
	}
	return ""
}

// UnknownSection returns the message about a section that a protocol does not know, with
// the nearest of titles.
func UnknownSection(s *mdcheckpoint.Section, titles []string) string {
	message := fmt.Sprintf("unknown section %q", s.Title)
	if s.Level == 1 {
		return message + ": a checkpoint has one title"
	}
	best, least := "", len(s.Title)/3+1
	for _, t := range titles {
		if abs(len(s.Title)-len(t)) >= least {
			continue
		}
		if d := nearest.Distance(schema.Fold(s.Title), schema.Fold(t)); d < least {
			best, least = t, d
		}
	}
	if best != "" {
		message += fmt.Sprintf(" (did you mean %q?)", best)
	}
	return message
}

func abs(n int) int { return max(n, -n) }

// SubsectionOrder returns the findings about subsections of g that are not in the order of
// the schema.
func SubsectionOrder(g *schema.GroupMatch) []Finding {
	var found []Finding
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

// OutOfOrder returns the finding that s belongs before another section.
func OutOfOrder(s, before *mdcheckpoint.Section) Finding {
	return Finding{Span: s.Heading, Message: fmt.Sprintf("section %q belongs before %q", s.Title, before.Title)}
}

// Archiving returns a fix that makes the edits and keeps the removed texts in the archive.
func Archiving[A ~struct{ Name, Text string }](edits []source.Edit, archive []A) *Fix {
	fix := &Fix{}
	for _, e := range edits {
		fix.Edits = append(fix.Edits, FileEdit{Edit: e})
	}
	for _, a := range archive {
		fix.Archive = append(fix.Archive, Archived(a))
	}
	return fix
}

// AccidentalHeading returns the line --- under a heading that was not meant as one: it
// has exactly three hyphens and the protocol does not know the title.
func AccidentalHeading(u *Unit, s *mdcheckpoint.Section) (source.Span, bool) {
	if !s.Setext || s.Level != 2 || u.Known != nil && u.Known(s) {
		return source.Span{}, false
	}
	line := u.File.LineSpan(u.File.Line(s.Heading.End - 1))
	text := strings.TrimRight(u.File.Slice(line), " \t\r\n")
	return source.Span{Start: line.Start, End: line.Start + len(text)}, text == "---"
}
