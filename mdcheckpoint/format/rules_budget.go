package format

import (
	"cmp"
	"fmt"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A part is a section of a format with what it may have.
type part struct {
	section       *mdcheckpoint.Section
	lines, tokens int // 0 is no limit
	min, max      int // bullets
	bullets       func() []*mdcheckpoint.Item
	wanted        string // how many bullets, for people
	body          source.Span
}

// parts are the sections of u that its format knows.
func parts(u *ruleUnit) []part {
	d := u.document()
	if d == nil {
		return nil
	}
	var all []part
	for _, g := range d.Match.Groups {
		all = append(all, part{
			section: g.Section, lines: cmp.Or(g.Group.Lines, d.Format.Schema.Limits.GroupLines), tokens: g.Group.Tokens,
			min: g.Group.Min, max: g.Group.Max, bullets: g.Items, wanted: g.Group.Range(), body: g.Body(),
		})
		for _, s := range g.Subsections {
			all = append(all, part{
				section: s.Section, lines: s.Subsection.Lines, tokens: s.Subsection.Tokens,
				min: s.Subsection.Min, max: s.Subsection.Max, bullets: s.Items, wanted: s.Subsection.Range(), body: schema.Body(s.Section),
			})
		}
	}
	return all
}

func checkFormatBullets(u *ruleUnit) []lint.Finding {
	var found []lint.Finding
	for _, p := range parts(u) {
		if p.min == 0 && p.max == 0 {
			continue
		}
		f := lint.Finding{Span: p.section.Heading}
		n := len(p.bullets())
		switch {
		case n == 0 && p.min > 0, p.max > 0 && n > p.max:
		case n < p.min:
			f.Severity = lint.Warning
		default:
			continue
		}
		f.Message = fmt.Sprintf("want %s in %q, found %d", p.wanted, lint.Shorten(p.section.Title), n)
		found = append(found, f)
	}
	return found
}

func checkFormatLines(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	if n, limit := u.File.Lines(), d.Format.Schema.Limits.Lines; limit > 0 && n > limit {
		found = append(found, lint.Finding{
			Span:    u.File.FirstLine(u.File.LineSpan(limit + 1)),
			Message: fmt.Sprintf("the file has %d lines, %d over the budget of %d", n, n-limit, limit),
		})
	}
	judge := func(s *mdcheckpoint.Section, body source.Span, limit int) {
		if limit == 0 {
			return
		}
		if n := u.File.CountLines(body); n > limit {
			found = append(found, lint.Finding{Span: s.Heading, Message: fmt.Sprintf("section %q has %d lines, %d over the budget of %d", lint.Shorten(s.Title), n, n-limit, limit)})
		}
	}
	for _, p := range parts(u) {
		judge(p.section, p.body, p.lines)
	}
	for s := range d.Unnamed() {
		judge(s, schema.Body(s), d.Format.Schema.Limits.GroupLines)
	}
	return found
}

func checkFormatTokens(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil || u.Counter == nil {
		return nil
	}
	var found []lint.Finding
	over := func(limit int, text string) (n int, is bool) {
		if limit > 0 {
			n = u.Counter.Count(text)
		}
		return n, n > limit && limit > 0
	}
	if n, is := over(d.Format.Schema.Limits.Tokens, u.File.Text); is {
		limit := d.Format.Schema.Limits.Tokens
		found = append(found, lint.Finding{Message: fmt.Sprintf("the file has %d tokens (%s), %d over the budget of %d", n, u.Counter.Name(), n-limit, limit)})
	}
	for _, p := range parts(u) {
		if n, is := over(p.tokens, u.File.Slice(p.body)); is {
			found = append(found, lint.Finding{Span: p.section.Heading, Message: fmt.Sprintf("section %q has %d tokens (%s), %d over the budget of %d", lint.Shorten(p.section.Title), n, u.Counter.Name(), n-p.tokens, p.tokens)})
		}
	}
	return found
}
