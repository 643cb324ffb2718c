package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

var toy = &schema.Schema{
	Title: "Log: {ID}",
	Groups: []schema.Group{
		{Key: "head", Title: "Head"},
		{Key: "day", Title: "Day {N} Notes", Keep: 2, Subsections: []schema.Subsection{
			{Title: "What We Did", Min: 1, Max: 2}, {Title: "What's Next", Max: 3, Optional: true}, {Title: "Who"},
		}},
	},
}

func match(t testing.TB, text string) *schema.Match {
	t.Helper()
	d, err := mdcheckpoint.Parse("log.md", text)
	if err != nil {
		t.Fatal(err)
	}
	return toy.Match(d)
}

func TestFill(t *testing.T) {
	for _, e := range []struct {
		pattern, title string
		want           string
		ok             bool
	}{
		{"Head", "Head", "", true},
		{"Head", " **HEAD**  ", "", true},
		{"Head", "✅ Head ⚠️", "", true},
		{"Log: {ID}", "Log: ✅ a", "✅ a", true},
		{"Head", "Heads", "", false},
		{"Log: {ID}", "Log: Rfc-1", "Rfc-1", true},
		{"Log: {ID}", "log：`Rfc-1`", "Rfc-1", true}, // the full-width colon has three bytes
		{"Log: {ID}", "Log:Rfc-1", "Rfc-1", true},
		{"Log: {ID}", "Log: **`Rfc`-1**", "Rfc-1", true}, // the value has no emphasis marks
		{"Log: {ID}", "Log: İ  `Rfc-1` B", "i rfc-1 b", true},
		{"{ID} Exit", "**A`B`** Exit", "AB", true},
		{"Log: {ID}", "Log: Log", "Log", true},
		{"Log: {ID}", "lOg: LoG", "LoG", true},
		{"Log: {ID}", "Log: two Words", "two Words", true},
		{"Log: {ID}", "Log: ", "", false},
		{"Log: {ID}", "Log", "", false},
		{"Log: {ID}", "Logs: x", "", false},
		{"Day {N} Notes", "day 12  notes", "12", true},
		{"Day {N} Notes", "Day 012 Notes", "012", true},
		{"Day {N} Notes", "Day Notes", "", false},
		{"Day {N} Notes", "Day  Notes", "", false},
		{"Day {N} Notes", "Day 1a Notes", "", false},
		{"Day {N} Notes", "Day -1 Notes", "", false},
		{"Day {N} Notes", "Day 1 Notes more", "", false},
		{"{ID} Exit", "eX Exit", "eX", true},
		{"ab{X}ba", "aba", "", false},
	} {
		if got, ok := schema.Fill(e.pattern, e.title); got != e.want || ok != e.ok {
			t.Errorf("%q in %q is %q, %v, want %q, %v", e.title, e.pattern, got, ok, e.want, e.ok)
		}
	}
}

func FuzzFill(f *testing.F) {
	for _, id := range []string{"rfc-1", "Log", "log: x", "Éa", "İ", "a  b", "`x`", "{", "}", "：", "Notes", ""} {
		f.Add(id, 7)
	}
	f.Fuzz(func(t *testing.T, id string, n int) {
		plain := strings.Join(strings.Fields(strings.NewReplacer("*", "", "`", "", "：", "").Replace(strings.ToValidUTF8(id, ""))), " ")
		got, ok := schema.Fill("Log: {ID}", "Log: "+plain)
		if ok != (plain != "") || !strings.EqualFold(strings.ToLower(got), strings.ToLower(plain)) {
			t.Errorf("%q gives %q, %v", plain, got, ok)
		}
		if got != plain && len(strings.ToLower(plain)) == len(plain) {
			t.Errorf("%q gives %q", plain, got)
		}
		if _, folded := schema.Fill("Log: {ID}", spelling.FoldTitle("Log: "+id)); folded != ok && spelling.FoldTitle(id) == spelling.FoldTitle(plain) {
			t.Errorf("%q folded matches: %v", id, folded)
		}
		group := &toy.Groups[1]
		if value, ok := schema.Fill(group.Title, group.TitleFor(n)); ok != (n >= 0) || ok && value != fmt.Sprint(n) {
			t.Errorf("%d gives %q, %v", n, value, ok)
		}
	})
}

func TestSubsectionByName(t *testing.T) {
	group := &toy.Groups[1]
	for name, want := range map[string]string{
		"What We Did": "what-we-did", "what-we-did": "what-we-did", "WHAT WE": "what-we-did", "what-s": "what-s-next", "who": "who", "wh": "? what-we-did what-s-next who",
		"what": "? what-we-did what-s-next", "": "? what-we-did what-s-next who", "other": "? what-we-did what-s-next who", "whom": "? what-we-did what-s-next who",
	} {
		sub, near := group.Subsection(name)
		got := "? " + strings.Join(near, " ")
		if sub != nil {
			got = sub.Slug() + strings.Join(near, " ")
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestRange(t *testing.T) {
	for want, s := range map[string]schema.Subsection{
		"any number of bullets": {}, "2 or more bullets": {Min: 2}, "at most 3 bullets": {Max: 3}, "2 to 3 bullets": {Min: 2, Max: 3},
	} {
		if got := s.Range(); got != want {
			t.Errorf("%+v is %q, want %q", s, got, want)
		}
	}
}

func TestTitleFor(t *testing.T) {
	if head, day := &toy.Groups[0], &toy.Groups[1]; head.TitleFor(0) != "Head" || day.TitleFor(3) != "Day 3 Notes" || head.Repeats() || !day.Repeats() {
		t.Error("titles or repetition are wrong")
	}
}

// shape formats a match on one line. "+" marks sections that are not in the schema, "!" missing ones.
func shape(m *schema.Match) string {
	var parts []string
	for _, g := range m.Groups {
		part := fmt.Sprintf("%s%d(", g.Group.Key, g.N)
		for _, s := range g.Subsections {
			part += fmt.Sprintf(" %s%d", s.Subsection.Slug(), len(s.Items()))
		}
		for _, s := range g.Extra {
			part += " +" + s.Title
		}
		for _, s := range g.Missing() {
			part += " !" + s.Slug()
		}
		parts = append(parts, part+" )")
	}
	for _, s := range m.Extra {
		parts = append(parts, "+"+s.Title)
	}
	return strings.Join(parts, " ")
}

func TestMatch(t *testing.T) {
	for name, e := range map[string]struct{ text, id, want string }{
		"empty":          {"", "", ""},
		"title":          {"# Log: A-1\n", "A-1", ""},
		"title setext":   {"Log: A-1\n===\n\nHead\n---\n", "A-1", "head0( )"},
		"wrong title":    {"# Diary\n## Head\n", "", "head0( )"},
		"two titles":     {"# Log: A\n# Log: B\n", "A", "+Log: B"},
		"title late":     {"## Head\n# Log: A\n## Day 1 Notes\n", "A", "head0( ) day1( !what-we-did !who )"},
		"all":            {"# Log: A\n## Head\n## Day 1 Notes\n### What we did\n- a\n- b\n### What's next\n### Who\n1. c\n", "A", "head0( ) day1( what-we-did2 what-s-next0 who1 )"},
		"repeated":       {"## Day 2 Notes\n## Day 1 Notes\n## Day 2 Notes\n### Who\n", "", "day2( !what-we-did !who ) day1( !what-we-did !who ) day2( who0 !what-we-did )"},
		"twice":          {"## Day 1 Notes\n### Who\n- a\n### What We Did\n### Who\n- b\n- c\n", "", "day1( who1 what-we-did0 who2 )"},
		"deeper":         {"## Day 1 Notes\n### Who\n- a\n#### More\n- b\n##### Most\n- c\n  - nested\n", "", "day1( who3 +More +Most !what-we-did )"},
		"too deep":       {"## Day 1 Notes\n#### Who\n- a\n", "", "day1( +Who !what-we-did !who )"},
		"unknown groups": {"## Notes\n### Who\n## Day 1 Notes\n## Day x Notes\n### What We Did\n", "", "day1( !what-we-did !who ) +Notes +Day x Notes"},
		"stray":          {"### Who\n# Log: A\n### What We Did\n#### More\n## Head\n### Who\n", "A", "head0( +Who ) +Who +What We Did +More"},
		"many digits":    {"## Day 2147483647 Notes\n## Day 2147483648 Notes\n## Day 00000000000000000000001 Notes\n", "", "day2147483647( !what-we-did !who ) day1( !what-we-did !who ) +Day 2147483648 Notes"},
		"in code":        {"```\n## Head\n```\n<!--\n## Head\n-->\n> ## Head\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for style, text := range map[string]string{"lf": e.text, "crlf": strings.ReplaceAll(e.text, "\n", "\r\n"), "bom": "\ufeff" + e.text} {
				m := match(t, text)
				if got := shape(m); got != e.want || m.ID != e.id {
					t.Errorf("%s: got %q of %q, want %q of %q", style, got, m.ID, e.want, e.id)
				}
			}
		})
	}
}

func TestMatchGroups(t *testing.T) {
	m := match(t, "## Day 1 Notes\n## Head\n## Day 2 Notes\n## Day 1 Notes\n")
	if got := m.Group("day", 1); got != m.Groups[0] || got.Title() != "Day 1 Notes" {
		t.Error("want the first of two")
	}
	if m.Group("day", 3) != nil || m.Group("head", 1) != nil || m.Group("head", 0) != m.Groups[1] || m.Group("x", 0) != nil {
		t.Error("wrong group")
	}
	if got := m.All("day"); !slices.Equal(got, []*schema.GroupMatch{m.Groups[0], m.Groups[2], m.Groups[3]}) {
		t.Errorf("got %v", got)
	}
	if m.Group("day", 1).Subsection("Who") != nil {
		t.Error("found a group that does not exist")
	}
}

// TestBody checks that a line budget counts the lines between « and ».
func TestBody(t *testing.T) {
	for name, e := range map[string]struct {
		text  string
		lines int
	}{
		"heading alone":   {"«## Head»\n\n\n", 1},
		"no newline":      {"«## Head»", 1},
		"break":           {"«## Head\ntext»\n\n---\n\n## X\n", 2},
		"breaks":          {"«## Head\n- a»\n***\n\n* * *\n", 2},
		"break within":    {"«## Head\n\n---\n\ntext»\n\n---\n", 5},
		"in a subsection": {"«## Head\n### A\n\n### B\n- b\n  - c»  \n\n___\n\n# X\n", 6},
		"setext":          {"«Head\n---\ntext»\n", 3},
		"comment":         {"«## Head\n<!-- a\n\nb -->»\n", 4},
		"indented":        {"   «## Head\n   text»\n", 2},
		"crlf":            {"«## Head\r\n- a\r\n- b»\r\n\r\n---\r\n", 3},
	} {
		before, rest, _ := strings.Cut(e.text, "«")
		inside, rest, _ := strings.Cut(rest, "»")
		m := match(t, before+inside+rest)
		g := m.Group("head", 0)
		if got := m.Document.File.Slice(g.Body()); got != inside || g.Body().Start != len(before) || g.Lines() != e.lines {
			t.Errorf("%s: got %q of %d lines, want %q of %d", name, got, g.Lines(), inside, e.lines)
		}
	}
}

func Example() {
	d, err := mdcheckpoint.Parse("log.md", "# Log: A-1\n\n## Day 3 Notes\n\n### Who\n- Ada\n- Lin\n")
	if err != nil {
		panic(err)
	}
	format := &schema.Schema{Title: "Log: {ID}", Groups: []schema.Group{
		{Key: "day", Title: "Day {N} Notes", Subsections: []schema.Subsection{{Title: "Who"}, {Title: "What"}}},
	}}
	m := format.Match(d)
	day := m.Group("day", 3)
	fmt.Println(m.ID, len(day.Subsection("Who").Items()), day.Missing()[0].Title)
	// Output: A-1 2 What
}

func plain(title string) *schema.Schema {
	return &schema.Schema{Title: title, Groups: []schema.Group{
		{Key: "done", Title: "Done", Listed: true},
		{Key: "why", Title: "Why", Optional: true},
		{Key: "left", Title: "Left", Listed: true},
	}}
}

func TestOwnContent(t *testing.T) {
	d, err := mdcheckpoint.Parse("", "# Log\n\n## Done\n- a\n  - nested\n\n### Week 2\n1. b\n\n# Log\n\n## Else\n- c\n")
	if err != nil {
		t.Fatal(err)
	}
	for title, extra := range map[string]int{"Log": 2, "": 3} {
		m := plain(title).Match(d)
		var items []string
		for _, item := range m.Group("done", 0).Items() {
			items = append(items, d.File.Slice(item.Marker))
		}
		if !slices.Equal(items, []string{"-", "1."}) {
			t.Errorf("items %q", items)
		}
		if missing := m.Missing(); len(missing) != 1 || missing[0].Key != "left" {
			t.Errorf("missing: %v", missing)
		}
		if len(m.Extra) != extra || (m.Title == nil) != (title == "") {
			t.Errorf("with title %q: %d extra, title %v", title, len(m.Extra), m.Title)
		}
	}
}

func TestStanding(t *testing.T) {
	for used, want := range map[int]schema.BudgetState{899: schema.Within, 900: schema.Near, 1000: schema.Near, 1001: schema.Over} {
		if got := (schema.Amount{Used: used, Limit: 1000}).State(); got != want {
			t.Errorf("%d of 1000: %s, want %s", used, got, want)
		}
	}
}

func TestSeparates(t *testing.T) {
	const one, two = "# Log: a\n\n## Head\n\nx\n", "\n## Day 1 Notes\n\ny\n"
	for text, want := range map[string][2]bool{
		one: {false, true}, one + two: {false, false}, one + "\n---\n" + two: {true, true}, one + "\n---\n": {false, true},
	} {
		for i, breaks := range []bool{false, true} {
			if e := (&schema.Editor{Match: match(t, text), Breaks: breaks}); e.Separates() != want[i] {
				t.Errorf("%q, breaks %t: Separates is %t", text, breaks, e.Separates())
			}
		}
	}
}
