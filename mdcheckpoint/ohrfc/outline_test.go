package ohrfc

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// countWords stands for a counter of tokens.
func countWords(text string) int { return len(strings.Fields(text)) }

// walkOutline calls visit for each section of an outline, a parent before what
// is below it.
func walkOutline(sections []*schema.OutlineSection, visit func(*schema.OutlineSection)) {
	for _, s := range sections {
		visit(s)
		walkOutline(s.Sections, visit)
	}
}

// FuzzOutline states the laws of an outline for any checkpoint.
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

// TestOutlineOfRandom holds documents made of random parts to the same laws.
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

// checkOutline states the laws: every heading but the title is there once and in
// order, each bullet likewise, the amounts are those of Budgets, what is missing
// is what the match says, and missing sections use nothing.
func checkOutline(t *testing.T, c *Checkpoint) {
	t.Helper()
	limits := schema.Limits{Lines: 20, GroupLines: 7, Tokens: 9}
	o := c.Outline(limits, countWords)
	var sections []*mdcheckpoint.Section
	var bullets, missing, wanted []string
	walkOutline(o.Sections, func(s *schema.OutlineSection) {
		if s.Missing {
			missing = append(missing, s.Title)
			if s.Lines.Used+s.Bullets.Used+s.Tokens.Used+len(s.Items)+len(s.Sections)+s.Line > 0 || s.Section != nil || s.Standing() != schema.Missing {
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
		if s != c.Match.Title { // what stands directly under the title is no section's
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
	for _, m := range c.MissingGroups() {
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

// checkAmounts compares an outline with the budgets of the same checkpoint.
func checkAmounts(t *testing.T, c *Checkpoint, o *schema.Outline, limits schema.Limits) {
	t.Helper()
	var got, want []string
	note := func(list *[]string, kind, title string, used, limit int) {
		*list = append(*list, fmt.Sprintf("%s %q %d/%d", kind, title, used, limit))
	}
	note(&got, FileLines, "", o.Lines.Used, o.Lines.Limit)
	if o.Tokens.Standing() == schema.Over {
		note(&got, FileTokens, "", o.Tokens.Used, o.Tokens.Limit)
	}
	walkOutline(o.Sections, func(s *schema.OutlineSection) {
		if !s.Missing && s.Lines.Limit > 0 {
			note(&got, GroupLines, s.Title, s.Lines.Used, s.Lines.Limit)
		}
		if !s.Missing && s.Bullets.Limit > 0 {
			sub := slices.IndexFunc(Format.Groups, func(g schema.Group) bool { s, _ := g.Subsection(s.Title); return s != nil })
			if sub < 0 {
				t.Errorf("%q has a range", s.Title)
			}
			note(&got, Bullets, schema.Fold(s.Title), s.Bullets.Used, s.Bullets.Limit)
		}
	})
	for _, b := range c.Budgets(limits, countWords) {
		switch {
		case b.Kind == Bullets:
			b.Title = schema.Fold(b.Title)
		case b.Kind == FileTokens && b.Over() == 0:
			continue // its bytes stand for its tokens
		}
		note(&want, b.Kind, b.Title, b.Used, b.Limit)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("amounts are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestStanding is each side of each limit.
func TestStanding(t *testing.T) {
	for _, e := range []struct {
		amount schema.Amount
		want   schema.Standing
	}{
		{schema.Amount{Used: 0, Limit: 40}, schema.Kept}, {schema.Amount{Used: 35, Limit: 40}, schema.Kept}, {schema.Amount{Used: 36, Limit: 40}, schema.Near}, {schema.Amount{Used: 40, Limit: 40}, schema.Near}, {schema.Amount{Used: 41, Limit: 40}, schema.Over},
		{schema.Amount{Used: 179, Limit: 200}, schema.Kept}, {schema.Amount{Used: 180, Limit: 200}, schema.Near},
		{schema.Amount{Used: 2, Min: 3, Limit: 7}, schema.Under}, {schema.Amount{Used: 3, Min: 3, Limit: 7}, schema.Kept}, {schema.Amount{Used: 6, Min: 3, Limit: 7}, schema.Kept},
		{schema.Amount{Used: 7, Min: 3, Limit: 7}, schema.Near}, {schema.Amount{Used: 8, Min: 3, Limit: 7}, schema.Over},
		{schema.Amount{Used: 9}, schema.Kept}, {schema.Amount{}, schema.Kept}, {schema.Amount{Min: 1}, schema.Under},
	} {
		if got := e.amount.Standing(); got != e.want {
			t.Errorf("%+v is %s, want %s", e.amount, got, e.want)
		}
	}
	order := []schema.Standing{schema.Kept, schema.Near, schema.Under, schema.Over, schema.Missing}
	for i, a := range order {
		for k, b := range order {
			if got := a.Worse(b); got != order[max(i, k)] {
				t.Errorf("of %s and %s %s is the worse", a, b, got)
			}
		}
	}
}

// TestOutlinePlaces is where missing sections stand.
func TestOutlinePlaces(t *testing.T) {
	for name, e := range map[string]struct{ text, want string }{
		"empty":                 {"", "*Meta *DISCOVER Exit"},
		"title only":            {"# Checkpoint: x\n", "*Meta *DISCOVER Exit"},
		"unknown first":         {"## Notes\n## Meta\n", "Notes Meta *DISCOVER Exit"},
		"unknown last":          {"## Meta\n## Notes\n", "Meta *DISCOVER Exit Notes"},
		"between":               {"## Meta\n- last_phase: gate_b_round_2\n## DISCOVER Exit\n### Scan Insights\n## Gate-B Round 1 Exit\n## Gate-B Round 3 Exit\n", "Meta DISCOVER Exit (*User Intent Signals Scan Insights *Active Tensions) *DESIGN Exit Gate-B Round 1 Exit (*Reviewer Feedback Digest *What Changed This Round *Active Tensions Updated) *Gate-B Round 2 Exit Gate-B Round 3 Exit (*Reviewer Feedback Digest *What Changed This Round *Active Tensions Updated)"},
		"second title":          {"# A\n## Meta\n# B\n## C\n", "Meta *DISCOVER Exit B (C)"},
		"nothing is asked of R": {"## Meta\n## DISCOVER Exit\n### User Intent Signals\n### Scan Insights\n### Active Tensions\n## REVIEW Exit\n", "Meta DISCOVER Exit (User Intent Signals Scan Insights Active Tensions) REVIEW Exit"},
		"below neither":         {"### A\n#### B\n## Meta\n", "A (B) Meta *DISCOVER Exit"},
	} {
		if got := titles(parse(t, e.text).Outline(DefaultLimits, countWords).Sections); got != e.want {
			t.Errorf("%s: %s\nwant %s", name, got, e.want)
		}
	}
}

// titles are the titles of sections, those below in parentheses, missing ones
// with a star.
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
