package ohrfc

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/schema"
)

// used gives what c uses of a kind of budget, by title.
func used(t *testing.T, text, kind, title string) Budget {
	t.Helper()
	for _, b := range parse(t, text).Budgets(DefaultLimits, func(s string) int { return len(s) }) {
		if b.Kind == kind && b.Title == title {
			return b
		}
	}
	t.Fatalf("no budget of %s %q", kind, title)
	return Budget{}
}

// lines is a text of n lines that begins with head, which ends its lines.
func lines(head string, n int) string {
	return head + strings.Repeat("x\n", n-strings.Count(head, "\n"))
}

// TestBudgets is each limit, kept exactly and exceeded by one.
func TestBudgets(t *testing.T) {
	const g = "## DESIGN Exit\n"
	scan := func(n int) string { return "## DISCOVER Exit\n### Scan Insights\n" + strings.Repeat("- x\n", n) }
	for name, e := range map[string]struct {
		kind, title string
		kept, over  string
	}{
		"file":             {FileLines, "", lines(g, 200), lines(g, 201)},
		"no final newline": {FileLines, "", strings.TrimSuffix(lines(g, 200), "\n"), strings.TrimSuffix(lines(g, 201), "\n")},
		"group":            {GroupLines, "DESIGN Exit", lines(g, 40), lines(g, 41)},
		"before break":     {GroupLines, "DESIGN Exit", lines(g, 40) + "\n\n---\n\n## A\n", lines(g, 41) + "\n---\n"},
		"unknown group":    {GroupLines, "Notes", lines("## Notes\n", 40), lines("## Notes\n", 41)},
		"deeper":           {GroupLines, "Notes", lines("## Notes\n### A\n#### B\n", 40) + "\n", lines("## Notes\n### A\n#### B\n", 41)},
		"crlf":             {GroupLines, "DESIGN Exit", strings.ReplaceAll(lines(g, 40), "\n", "\r\n"), strings.ReplaceAll(lines(g, 41), "\n", "\r\n")},
		"bullets":          {Bullets, "Scan Insights", scan(4) + "  - nested\n", scan(5)},
		"tokens":           {FileTokens, "", strings.Repeat("x", 3000), strings.Repeat("x", 3001)},
	} {
		if b := used(t, e.kept, e.kind, e.title); b.Used != b.Limit || b.Over() != 0 {
			t.Errorf("%s: %d of %d are used", name, b.Used, b.Limit)
		}
		if b := used(t, e.over, e.kind, e.title); b.Used != b.Limit+1 || b.Over() != 1 {
			t.Errorf("%s: %d of %d are used", name, b.Used, b.Limit)
		}
	}
	if all := parse(t, scan(9)).Budgets(schema.Limits{}, nil); len(all) != 1 || all[0].Kind != Bullets {
		t.Errorf("no limits but that of bullets, and got %+v", all)
	}
}

// TestTokensAreCountedOnce checks that a text shorter than the limit is not counted.
func TestTokensAreCountedOnce(t *testing.T) {
	for size, want := range map[int]int{3000: 0, 3001: 1} {
		calls := 0
		parse(t, strings.Repeat("x", size)).Budgets(DefaultLimits, func(string) int { calls++; return 1 })
		if calls != want {
			t.Errorf("%d bytes were counted %d times", size, calls)
		}
	}
}

func TestBroken(t *testing.T) {
	of := func(used ...int) []Budget {
		var all []Budget
		for i, n := range used {
			all = append(all, Budget{Kind: GroupLines, Title: string(rune('a' + i%2)), Used: n, Limit: 40})
		}
		return all
	}
	for _, e := range []struct {
		before, after []Budget
		want          int
	}{
		{nil, of(40), 0}, {nil, of(41), 1}, {of(40), of(41), 1}, {of(45), of(45), 0}, {of(45), of(44), 0}, {of(45), of(46), 1},
		{of(45, 1), of(45, 41), 1}, {of(41, 1), of(1, 41), 1},
		{of(50, 1, 30), of(50, 1, 30), 0}, {of(50, 1, 30), of(50, 1, 41), 1}, // a title that is there twice
	} {
		if got := schema.Broken(e.before, e.after); len(got) != e.want {
			t.Errorf("from %+v to %+v: %+v", e.before, e.after, got)
		}
	}
}

// TestSavings are the bullets that free most, until the budget holds.
func TestSavings(t *testing.T) {
	text := "## DISCOVER Exit\n### Scan Insights\n- aa\n- long one\n- two\n  lines\n### Active Tensions\n- b\n## DESIGN Exit\n### Tricky Sections\n- three\n  lines\n  long\n"
	count := func(s string) int { return len(s) }
	for name, e := range map[string]struct {
		budget Budget
		want   string
	}{
		"lines of file":  {Budget{Kind: FileLines, Used: 13, Limit: 9}, "three lines long 3 3|two lines 2 5"},
		"exactly":        {Budget{Kind: FileLines, Used: 13, Limit: 10}, "three lines long 3 3"},
		"not enough":     {Budget{Kind: FileLines, Used: 13, Limit: 1}, "three lines long 3 3|two lines 2 5|long one 1 6|aa 1 7|b 1 8"},
		"lines of group": {Budget{Kind: GroupLines, Title: "DISCOVER Exit", Used: 8, Limit: 5}, "two lines 2 2|long one 1 3"},
		"bullets":        {Budget{Kind: Bullets, Title: "Scan Insights", Used: 3, Limit: 1}, "two lines 1 1|long one 1 2"},
		"tokens":         {Budget{Kind: FileTokens, Used: 99, Limit: 70}, "three lines long 22 22|two lines 13 35"},
	} {
		c := parse(t, text)
		e.budget.Span = c.Document.File.All()
		for _, g := range c.Match.Groups {
			if g.Title() == e.budget.Title {
				e.budget.Span = g.Section.Span
			}
			if s := g.Subsection(e.budget.Title); s != nil {
				e.budget.Span = s.Section.Span
			}
		}
		var got []string
		for _, s := range c.Savings(e.budget, count) {
			got = append(got, fmt.Sprintf("%s %d %d", s.Bullet, s.Frees, s.Sum))
		}
		if strings.Join(got, "|") != e.want {
			t.Errorf("%s: got %q, want %q", name, got, e.want)
		}
	}
}
