package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// ofProgress makes the check of a rule about the progress file. There is nothing to check
// if it does not exist or cannot be read.
func ofProgress(check func(*ruleUnit, *Progress) []lint.Finding) func(*lint.Unit) []lint.Finding {
	return about(func(u *ruleUnit) []lint.Finding {
		if u.Session.Progress == nil {
			return nil
		}
		return check(u, u.Session.Progress)
	})
}

// isTitle reports whether a heading has the title of shape P.
func isTitle(s *mdcheckpoint.Section) bool {
	if s == nil {
		return false
	}
	_, is := schema.Fill(Title, s.Title)
	return is
}

// checkProgressTitle asks only files of shape P: those of shape E have no title, and
// a mixed one is mixed with or without.
func checkProgressTitle(u *ruleUnit, p *Progress) []lint.Finding {
	if p.Shape != ShapeP || isTitle(p.Match.Title) {
		return nil
	}
	return lint.Title(p.Match, Title)
}

// checkHeader asks files that are of shape P, or have its title.
func checkHeader(u *ruleUnit, p *Progress) []lint.Finding {
	if p.Shape == ShapeE || p.Shape == ShapeMixed && !isTitle(p.Match.Title) {
		return nil
	}
	if len(p.Header) == 0 && lint.OtherLevel(p.Document, Title, 1) != "" {
		return nil // it stands below a title at another level, and title says so
	}
	var found []lint.Finding
	var lacks []string
	for _, name := range HeaderLines {
		i := slices.IndexFunc(p.Header, func(l Line) bool { return l.Name == name })
		switch {
		case i >= 0:
			found = append(found, headerValue(u, p, &p.Header[i])...)
			found = append(found, headerAgain(u, p.Header[i:])...)
		case name != IssueLine || p.Match.Group(IssueKey, 0) == nil: // shape E has a section for it
			lacks = append(lacks, fmt.Sprintf("%q", "**"+name+":**"))
		}
	}
	if len(lacks) > 0 {
		found = append(found, lint.NewFinding(p.Match.Top(), "the header has no line %s", strings.Join(lacks, ", ")))
	}
	return found
}

// headerAgain is about lines behind the first one of lines that have its name.
func headerAgain(u *ruleUnit, lines []Line) []lint.Finding {
	var found []lint.Finding
	first := &lines[0]
	for i := range lines[1:] {
		if l := &lines[1+i]; l.Name == first.Name {
			found = append(found, lint.NewWarning(l.Span, "%q is there already, in line %d, which is the one that is read", l.Name, u.File.Line(first.Span.Start)))
		}
	}
	return found
}

// headerValue checks what a line of the header says. A word for none is an
// answer to which issue and which mode, and none to when; in brackets it is a gap.
func headerValue(u *ruleUnit, p *Progress, l *Line) []lint.Finding {
	span, raw := l.Value.Span, u.File.Slice(l.Value.Span)
	switch blank := l.Value.Text == ""; {
	case raw == "":
		return []lint.Finding{lint.NewFinding(l.Span, "%q is empty", l.Name)}
	case blank && strings.Contains(raw, "["), strings.HasPrefix(raw, "CIA-XXX"):
		return []lint.Finding{lint.NewFinding(span, "%q is %q, as in the template", l.Name, lint.Shorten(raw))}
	case blank && l.Name == SessionLine:
		return []lint.Finding{lint.NewFinding(span, "%q is %q, want the time of the session", l.Name, lint.Shorten(raw))}
	case blank && raw == None: // what mdck writes where it knows nothing; none is an answer
		return []lint.Finding{lint.NewWarning(span, "%q is %q, which is not filled in: want its value, or none if there is none", l.Name, raw)}
	case l.Name == ModeLine && !blank && p.Mode.Span == span && !slices.Contains(engine.Modes, p.ModeName()):
		return []lint.Finding{lint.NewWarning(span, "%q is %q, want exec: and one of %s", l.Name, lint.Shorten(l.Value.Text), strings.Join(engine.Modes, ", "))}
	}
	return nil
}

func checkMissingSection(u *ruleUnit) []lint.Finding {
	p := u.Session.Progress
	if p == nil {
		return lostProgress(u)
	}
	var found []lint.Finding
	for _, g := range p.Match.Missing() {
		if g.Key == PromptKey {
			continue // said by continuation-prompt
		}
		found = append(found, lint.NewFinding(p.Match.Top(), "no section %q%s", "## "+g.Title, insteadOf(p, g.Title)))
	}
	for _, e := range p.Placeholders() {
		found = append(found, lint.NewWarning(u.File.FirstLine(e.Body), "the section holds nothing but the placeholder %q of the template: fill it in, or write %s", lint.Shorten(e.Line), None))
	}
	return found
}

// lostProgress is about a state without a progress file. A session that has just
// begun has none.
func lostProgress(u *ruleUnit) []lint.Finding {
	s := u.Session
	if found := protocol.DueBy(sectionRule, s.dueLost(), s.ProgressPath); len(found) > 0 {
		return found
	}
	if s.State == nil || s.Has(s.ProgressPath) || s.State.Int(engine.IndexField) < 1 {
		return nil
	}
	return []lint.Finding{{
		Path: s.StatePath, Span: s.State.Span(engine.IndexField), Severity: lint.Warning,
		Message: fmt.Sprintf("%q is %d, but there is no %s", engine.IndexField, s.State.Int(engine.IndexField), lint.Shorten(s.ProgressPath)),
	}}
}

// insteadOf names the heading that may have been meant for a section which is not
// there: one of that title at another level, or one with nearly that title.
func insteadOf(p *Progress, title string) string {
	if other := lint.OtherLevel(p.Document, title, 2); other != "" {
		return other
	}
	want := schema.Fold(title)
	for _, s := range p.Match.Extra {
		if is := schema.Fold(s.Title); is != "" && strings.HasPrefix(want, is) || len(nearest.Of(is, []string{want})) > 0 {
			return fmt.Sprintf(" (line %d has %q)", p.Document.File.Line(s.Heading.Start), lint.Shorten(s.Title))
		}
	}
	return ""
}

// checkProgressOrder compares neighbours among the sections that a shape demands. A
// section that is there already is only said to be.
func checkProgressOrder(u *ruleUnit, p *Progress) []lint.Finding {
	var found []lint.Finding
	reported := map[*mdcheckpoint.Section]bool{}
	for _, r := range p.Match.Repeated() {
		reported[r.Section] = true
		if r.Group.Key != PromptKey { // said by continuation-prompt
			found = append(found, lint.Duplicate(u.Unit, r))
		}
	}
	for _, format := range []*schema.Schema{formatP(), formatE()} {
		var last *schema.GroupMatch
		for _, g := range p.Match.Groups {
			switch {
			case format.Groups[Rank(g.Group.Key)].Optional, reported[g.Section]:
			case last == nil || Rank(g.Group.Key) >= Rank(last.Group.Key):
				last = g
			default:
				reported[g.Section] = true
				found = append(found, lint.OutOfOrder(g.Section, last.Section))
			}
		}
	}
	return found
}
