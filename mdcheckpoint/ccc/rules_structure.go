package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func isTitle(s *mdcheckpoint.Section) bool {
	if s == nil {
		return false
	}
	_, is := schema.Fill(progressTitle, s.Title)
	return is
}

// checkProgressTitle checks only files of shape P, because the title is optional in a mixed file.
func checkProgressTitle(u *ruleUnit, p *Progress) {
	if p.Shape == ShapeP && !isTitle(p.Match.Title) {
		u.Add(lint.Title(p.Match, progressTitle)...)
	}
}

func checkHeader(u *ruleUnit, p *Progress) {
	switch {
	case p.Shape == ShapeE, p.Shape == ShapeMixed && !isTitle(p.Match.Title):
		return
	case len(p.Header) == 0 && lint.OtherLevel(p.Document, progressTitle, 1) != "":
		return // the rule title reports a title of another level
	}
	first := map[string]*Line{}
	for i := range p.Header {
		l := &p.Header[i]
		if f := first[l.Name]; f != nil {
			u.Warn(l.Span, "%q already exists in line %d; readers use that line", l.Name, u.File.Line(f.Span.Start))
			continue
		}
		first[l.Name] = l
		u.headerValue(p, l)
	}
	var lacks []string
	for _, name := range headerLines {
		if first[name] == nil && (name != issueLine || p.group(issueKey) == nil) { // shape E has a section for the issue
			lacks = append(lacks, fmt.Sprintf("%q", "**"+name+":**"))
		}
	}
	if len(lacks) > 0 {
		u.Find(p.Match.Top(), "the header lacks %s", strings.Join(lacks, ", "))
	}
}

func (u *ruleUnit) headerValue(p *Progress, l *Line) {
	span, raw := l.Value.Span, u.File.Slice(l.Value.Span)
	switch blank := l.Value.Text == ""; {
	case raw == "":
		u.Find(l.Span, "%q is empty", l.Name)
	case blank && (l.Name == sessionLine || strings.Contains(raw, "[")), strings.HasPrefix(raw, "CIA-XXX"):
		u.Find(span, "%q is the placeholder %q; expected a value", l.Name, lint.Shorten(raw))
	case blank && raw == none: // a person writes none without brackets
		u.Warn(span, "%q is %q; expected a value, or the word none", l.Name, raw)
	case l.Name == modeLine && !blank && !slices.Contains(engine.Modes, p.ModeName()):
		u.Warn(span, "%q is %q; expected exec: and one of %s", l.Name, lint.Shorten(l.Value.Text), strings.Join(engine.Modes, ", "))
	}
}

func checkMissingSection(u *ruleUnit) {
	p := u.Session.Progress
	if p == nil {
		u.lostProgress()
		return
	}
	for _, g := range p.Match.Missing() {
		if g.Key != promptKey { // the rule continuation-prompt reports a missing prompt
			u.Find(p.Match.Top(), "no section %q%s", "## "+g.Title, insteadOf(p, g.Title))
		}
	}
	for _, e := range p.placeholders() {
		u.Warn(u.File.FirstLine(e.Body), "the section contains only the template placeholder %q; expected entries or %s", lint.Shorten(e.Line), none)
	}
}

func (u *ruleUnit) lostProgress() {
	s := u.Session
	index := s.State.Int(engine.IndexField)
	u.Add(protocol.DueBy(sectionRule, s.dueLost(), s.ProgressPath)...)
	if len(u.Found) == 0 && !s.has(s.ProgressPath) && index > 0 {
		u.Add(lint.Finding{
			Path: s.StatePath, Span: s.State.Span(engine.IndexField), Severity: lint.Warning,
			Message: fmt.Sprintf("%q is %d, but %s is missing", engine.IndexField, index, lint.Shorten(s.ProgressPath)),
		})
	}
}

// insteadOf returns a remark about a heading that the user may have meant.
func insteadOf(p *Progress, title string) string {
	if other := lint.OtherLevel(p.Document, title, 2); other != "" {
		return other
	}
	want := spelling.FoldTitle(title)
	for _, s := range p.Match.Extra {
		if is := spelling.FoldTitle(s.Title); is != "" && strings.HasPrefix(want, is) || len(nearest.Of(is, []string{want})) > 0 {
			return fmt.Sprintf(" (line %d has %q)", p.Document.File.Line(s.Heading.Start), lint.Shorten(s.Title))
		}
	}
	return ""
}

func checkProgressOrder(u *ruleUnit, p *Progress) {
	reported := map[*mdcheckpoint.Section]bool{}
	for _, r := range p.Match.Repeated() {
		reported[r.Section] = true
		if r.Group.Key != promptKey { // the rule continuation-prompt reports a repeated prompt
			u.Add(lint.Duplicate(u.Unit, r))
		}
	}
	for _, format := range []*schema.Schema{formatP(), formatE()} {
		var last *schema.GroupMatch
		for _, g := range p.Match.Groups {
			switch {
			case format.Groups[rank(g.Group.Key)].Optional, reported[g.Section]:
			case last == nil || rank(g.Group.Key) >= rank(last.Group.Key):
				last = g
			default:
				reported[g.Section] = true
				u.Add(lint.OutOfOrder(g.Section, last.Section))
			}
		}
	}
}
