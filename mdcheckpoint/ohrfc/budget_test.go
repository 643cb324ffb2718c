package ohrfc

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

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

func lines(head string, n int) string {
	return head + strings.Repeat("x\n", n-strings.Count(head, "\n"))
}

func TestBudgets(t *testing.T) {
	const g = "## DESIGN Exit\n"
	scan := func(n int) string { return "## DISCOVER Exit\n### Scan Insights\n" + strings.Repeat("- x\n", n) }
	for name, e := range map[string]struct {
		kind, title string
		kept, over  string
	}{
		"file":             {schema.FileLines, "", lines(g, 200), lines(g, 201)},
		"no final newline": {schema.FileLines, "", strings.TrimSuffix(lines(g, 200), "\n"), strings.TrimSuffix(lines(g, 201), "\n")},
		"group":            {schema.SectionLines, "DESIGN Exit", lines(g, 40), lines(g, 41)},
		"before break":     {schema.SectionLines, "DESIGN Exit", lines(g, 40) + "\n\n---\n\n## A\n", lines(g, 41) + "\n---\n"},
		"unknown group":    {schema.SectionLines, "Notes", lines("## Notes\n", 40), lines("## Notes\n", 41)},
		"deeper":           {schema.SectionLines, "Notes", lines("## Notes\n### A\n#### B\n", 40) + "\n", lines("## Notes\n### A\n#### B\n", 41)},
		"crlf":             {schema.SectionLines, "DESIGN Exit", strings.ReplaceAll(lines(g, 40), "\n", "\r\n"), strings.ReplaceAll(lines(g, 41), "\n", "\r\n")},
		"bullets":          {schema.Bullets, "Scan Insights", scan(4) + "  - nested\n", scan(5)},
		"tokens":           {schema.FileTokens, "", strings.Repeat("x", 3000), strings.Repeat("x", 3001)},
	} {
		if b := used(t, e.kept, e.kind, e.title); b.Used != b.Limit || b.Over() != 0 {
			t.Errorf("%s: %d of %d are used", name, b.Used, b.Limit)
		}
		if b := used(t, e.over, e.kind, e.title); b.Used != b.Limit+1 || b.Over() != 1 {
			t.Errorf("%s: %d of %d are used", name, b.Used, b.Limit)
		}
	}
	if all := parse(t, scan(9)).Budgets(schema.Limits{}, nil); len(all) != 1 || all[0].Kind != schema.Bullets {
		t.Errorf("no limits but that of bullets, and got %+v", all)
	}
}

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
			all = append(all, Budget{Kind: schema.SectionLines, Title: string(rune('a' + i%2)), Used: n, Limit: 40})
		}
		return all
	}
	for _, e := range []struct {
		before, after []Budget
		want          int
	}{
		{nil, of(40), 0}, {nil, of(41), 1}, {of(40), of(41), 1}, {of(45), of(45), 0}, {of(45), of(44), 0}, {of(45), of(46), 1},
		{of(45, 1), of(45, 41), 1}, {of(41, 1), of(1, 41), 1},
		{of(50, 1, 30), of(50, 1, 30), 0}, {of(50, 1, 30), of(50, 1, 41), 1},
	} {
		if got := schema.NewlyOver(e.before, e.after); len(got) != e.want {
			t.Errorf("from %+v to %+v: %+v", e.before, e.after, got)
		}
	}
}

func TestSavings(t *testing.T) {
	c := parse(t, "## DISCOVER Exit\n### Scan Insights\n- aa\n- two\n  lines\n### Active Tensions\n- b\n## DESIGN Exit\n### Tricky Sections\n- three\n")
	group := c.Match.Groups[0]
	for want, span := range map[string]source.Span{
		"aa|two lines|b|three": c.Document.File.All(),
		"aa|two lines|b":       group.Section.Span,
		"aa|two lines":         group.Subsection("Scan Insights").Section.Span,
	} {
		var got []string
		for _, s := range c.Savings(Budget{Span: span}) {
			got = append(got, s.Bullet)
		}
		protocoltest.Equal(t, "savings", strings.Join(got, "|"), want)
	}
}

func countWords(text string) int { return len(strings.Fields(text)) }

func walkOutline(sections []*schema.OutlineSection, visit func(*schema.OutlineSection)) {
	for _, s := range sections {
		visit(s)
		walkOutline(s.Sections, visit)
	}
}

func FuzzOutline(f *testing.F) {
	usual := sample{version: 3, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DiscoverKey, 0, "d"), round(1), "## Notes\n- mine\n\n#### deep\n1. a"}}.text()
	for _, style := range styles {
		f.Add(style(usual))
	}
	for _, text := range hostile {
		f.Add(strings.Replace(usual, "- mine", text, 1))
		f.Add(text + "\n" + usual)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCheckpoint("", text)
		if err != nil {
			return
		}
		checkOutline(t, c)
	})
}

func TestOutlineOfRandom(t *testing.T) {
	parts := []string{
		"# Checkpoint: x", "# Other", "## Meta", "- last_phase: gate_b_round_3", "- last_phase: design", "## DISCOVER Exit", "### User Intent Signals",
		"### Scan Insights", "### Active Tensions", "## Gate-B Round 1 Exit", "## Gate-B Round 3 Exit", "### What Changed This Round", "## REVIEW Exit",
		"## Notes", "### Unknown", "#### Deeper", "##", "- one", "- two\n  lines", "* other", "text", "", "", "---", "<!-- note -->", "\n\n\n\n\n\n\n\n\n\n", "```\n## code\n```",
	}
	random := rand.New(rand.NewSource(1))
	for range 3000 {
		var text strings.Builder
		for range 1 + random.Intn(40) {
			text.WriteString(parts[random.Intn(len(parts))] + "\n")
		}
		checkOutline(t, parse(t, text.String()))
		if t.Failed() {
			t.Fatalf("of\n%s", text.String())
		}
	}
}

// checkOutline checks that an outline has each bullet and heading once, and the amounts of Budgets.
func checkOutline(t *testing.T, c *Checkpoint) {
	t.Helper()
	limits := schema.Limits{Lines: 20, GroupLines: 7, Tokens: 9}
	o := c.Outline(limits, countWords)
	var sections []*mdcheckpoint.Section
	var bullets, missing, wanted []string
	walkOutline(o.Sections, func(s *schema.OutlineSection) {
		if s.Missing {
			missing = append(missing, s.Title)
			if s.Lines.Used+s.Bullets.Used+s.Tokens.Used+len(s.Items)+len(s.Sections)+s.Line > 0 || s.Section != nil || s.State() != schema.Missing {
				t.Errorf("%q is missing and has %+v", s.Title, s)
			}
			return
		}
		sections = append(sections, s.Section)
		for _, item := range s.Items {
			bullets = append(bullets, item.Text)
		}
		if want := countWords(c.Document.File.Slice(schema.Body(s.Section))); s.Tokens.Used != want {
			t.Errorf("%q has %d tokens, want %d", s.Title, s.Tokens, want)
		}
	})
	var headings []*mdcheckpoint.Section
	var texts []string
	for _, s := range c.Document.Sections {
		if s != c.Match.Title { // no section contains the content directly under the title
			headings = append(headings, s)
			for _, item := range s.Bullets() {
				texts = append(texts, c.Bullet(item))
			}
		}
	}
	if !slices.Equal(sections, headings) {
		t.Errorf("sections are %v, want %v", sections, headings)
	}
	if !slices.Equal(bullets, texts) {
		t.Errorf("bullets are %q, want %q", bullets, texts)
	}
	if c.Meta.Section == nil {
		wanted = append(wanted, "Meta")
	}
	for _, m := range c.missingGroups() {
		wanted = append(wanted, m.Title())
	}
	for _, g := range c.Match.Groups {
		for _, s := range g.Missing() {
			wanted = append(wanted, s.Title)
		}
	}
	slices.Sort(missing)
	slices.Sort(wanted)
	if !slices.Equal(missing, wanted) {
		t.Errorf("missing are %q, want %q", missing, wanted)
	}
	checkAmounts(t, c, o, limits)
}

func checkAmounts(t *testing.T, c *Checkpoint, o *schema.Outline, limits schema.Limits) {
	t.Helper()
	var got, want []string
	note := func(list *[]string, kind, title string, used, limit int) {
		*list = append(*list, fmt.Sprintf("%s %q %d/%d", kind, title, used, limit))
	}
	note(&got, schema.FileLines, "", o.Lines.Used, o.Lines.Limit)
	if o.Tokens.State() == schema.Over {
		note(&got, schema.FileTokens, "", o.Tokens.Used, o.Tokens.Limit)
	}
	walkOutline(o.Sections, func(s *schema.OutlineSection) {
		if !s.Missing && s.Lines.Limit > 0 {
			note(&got, schema.SectionLines, s.Title, s.Lines.Used, s.Lines.Limit)
		}
		if !s.Missing && s.Bullets.Limit > 0 {
			sub := slices.IndexFunc(Format.Groups, func(g schema.Group) bool { s, _ := g.Subsection(s.Title); return s != nil })
			if sub < 0 {
				t.Errorf("%q has a range", s.Title)
			}
			note(&got, schema.Bullets, spelling.FoldTitle(s.Title), s.Bullets.Used, s.Bullets.Limit)
		}
	})
	for _, b := range c.Budgets(limits, countWords) {
		switch {
		case b.Kind == schema.Bullets:
			b.Title = spelling.FoldTitle(b.Title)
		case b.Kind == schema.FileTokens && b.Over() == 0:
			continue // not counted if the text is short
		}
		note(&want, b.Kind, b.Title, b.Used, b.Limit)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("amounts are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestStanding(t *testing.T) {
	for _, e := range []struct {
		amount schema.Amount
		want   schema.BudgetState
	}{
		{schema.Amount{Used: 0, Limit: 40}, schema.Within}, {schema.Amount{Used: 35, Limit: 40}, schema.Within}, {schema.Amount{Used: 36, Limit: 40}, schema.Near}, {schema.Amount{Used: 40, Limit: 40}, schema.Near}, {schema.Amount{Used: 41, Limit: 40}, schema.Over},
		{schema.Amount{Used: 179, Limit: 200}, schema.Within}, {schema.Amount{Used: 180, Limit: 200}, schema.Near},
		{schema.Amount{Used: 2, Min: 3, Limit: 7}, schema.Under}, {schema.Amount{Used: 3, Min: 3, Limit: 7}, schema.Within}, {schema.Amount{Used: 6, Min: 3, Limit: 7}, schema.Within},
		{schema.Amount{Used: 7, Min: 3, Limit: 7}, schema.Near}, {schema.Amount{Used: 8, Min: 3, Limit: 7}, schema.Over},
		{schema.Amount{Used: 9}, schema.Within}, {schema.Amount{}, schema.Within}, {schema.Amount{Min: 1}, schema.Under},
	} {
		if got := e.amount.State(); got != e.want {
			t.Errorf("%+v is %s, want %s", e.amount, got, e.want)
		}
	}
	order := []schema.BudgetState{schema.Within, schema.Near, schema.Under, schema.Over, schema.Missing}
	for i, a := range order {
		for k, b := range order {
			if got := a.Worse(b); got != order[max(i, k)] {
				t.Errorf("of %s and %s %s is the worse", a, b, got)
			}
		}
	}
}

func TestOutlinePlaces(t *testing.T) {
	for name, e := range map[string]struct{ text, want string }{
		"empty":               {"", "*Meta *DISCOVER Exit"},
		"title only":          {"# Checkpoint: x\n", "*Meta *DISCOVER Exit"},
		"unknown first":       {"## Notes\n## Meta\n", "Notes Meta *DISCOVER Exit"},
		"unknown last":        {"## Meta\n## Notes\n", "Meta *DISCOVER Exit Notes"},
		"between":             {"## Meta\n- last_phase: gate_b_round_2\n## DISCOVER Exit\n### Scan Insights\n## Gate-B Round 1 Exit\n## Gate-B Round 3 Exit\n", "Meta DISCOVER Exit (*User Intent Signals Scan Insights *Active Tensions) *DESIGN Exit Gate-B Round 1 Exit (*Reviewer Feedback Digest *What Changed This Round *Active Tensions Updated) *Gate-B Round 2 Exit Gate-B Round 3 Exit (*Reviewer Feedback Digest *What Changed This Round *Active Tensions Updated)"},
		"second title":        {"# A\n## Meta\n# B\n## C\n", "Meta *DISCOVER Exit B (C)"},
		"REVIEW may be empty": {"## Meta\n## DISCOVER Exit\n### User Intent Signals\n### Scan Insights\n### Active Tensions\n## REVIEW Exit\n", "Meta DISCOVER Exit (User Intent Signals Scan Insights Active Tensions) REVIEW Exit"},
		"below neither":       {"### A\n#### B\n## Meta\n", "A (B) Meta *DISCOVER Exit"},
	} {
		if got := titles(parse(t, e.text).Outline(DefaultLimits, countWords).Sections); got != e.want {
			t.Errorf("%s: %s\nwant %s", name, got, e.want)
		}
	}
}

func titles(sections []*schema.OutlineSection) string {
	var all []string
	for _, s := range sections {
		title := s.Title
		if s.Missing {
			title = "*" + title
		}
		if len(s.Sections) > 0 {
			title += " (" + titles(s.Sections) + ")"
		}
		all = append(all, title)
	}
	return strings.Join(all, " ")
}
