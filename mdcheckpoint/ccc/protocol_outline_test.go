package ccc

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

func FuzzOutline(f *testing.F) {
	for _, text := range []string{
		sampleP, sampleE, "", "# Session Progress\n", "## Blockers\n- a\n## Blockers\nb\n### Deeper\n- c\n#### Below\n- d\n",
		"# A\n## Current Task\na\n# Session Progress\n- b\n", "### A\n- b\n## Notes\n- c\n  - d\n", sampleE + sampleP,
	} {
		f.Add(text)
		f.Add(strings.ReplaceAll(text, "\n", "\r\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseProgress("", text)
		if err != nil {
			return
		}
		checkOutline(t, p)
	})
}

func checkOutline(t *testing.T, p *Progress) {
	t.Helper()
	o := p.Outline(func(text string) int { return strings.Count(text, "a") })
	var sections, headings []*mdcheckpoint.Section
	var missing, wanted []string
	items := map[string]int{}
	var visit func([]*schema.OutlineSection)
	visit = func(list []*schema.OutlineSection) {
		for _, s := range list {
			if s.Lines.Limit+s.Lines.Min+s.Bullets.Limit+s.Bullets.Min > 0 {
				t.Errorf("%q has a limit", s.Title)
			}
			if s.Missing {
				missing = append(missing, s.Title)
				continue
			}
			sections = append(sections, s.Section)
			for _, item := range s.Items {
				items[item.Text]++
				if item.Line < s.Line {
					t.Errorf("%q of line %d is in the section of line %d", item.Text, item.Line, s.Line)
				}
			}
			visit(s.Sections)
		}
	}
	visit(o.Sections)
	for _, s := range p.Document.Sections {
		if s != p.Match.Title {
			headings = append(headings, s)
		}
	}
	for _, g := range p.Match.Missing() {
		wanted = append(wanted, g.Title)
	}
	if !slices.Equal(sections, headings) || !slices.Equal(missing, wanted) {
		t.Errorf("sections are %v, missing %q; want %v and %q", sections, missing, headings, wanted)
	}
	for _, list := range [][]Entry{p.Completed, p.Current, p.Remaining, p.Decisions, p.Learnings, p.Blockers} {
		for _, e := range list {
			if items[e.Line]--; items[e.Line] < 0 {
				t.Errorf("entry %q is not shown", e.Line)
			}
		}
	}
	if o.Lines.Used != p.Document.File.Lines() || o.Lines.Limit+o.Tokens.Limit > 0 {
		t.Errorf("the file has %+v and %+v", o.Lines, o.Tokens)
	}
}

func TestOutline(t *testing.T) {
	const text = "# Session Progress\n\n## Current Task\nparse — half\n\n## Notes\n- a\n  - below\n- b\n\n## Blockers\n(none)\n\n### Old\n- x (unblocked by: y)\n"
	o := parse(t, text).Outline(func(text string) int { return len(text) })
	var got []string
	for _, s := range o.Sections {
		if s.Missing {
			continue
		}
		for _, sub := range append([]*schema.OutlineSection{s}, s.Sections...) {
			line := sub.Title
			for _, item := range sub.Items {
				line += " | " + item.Text
			}
			got = append(got, line)
		}
	}
	want := []string{"Current Task | parse — half", "Notes | a | b", "Blockers", "Old | x (unblocked by: y)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
