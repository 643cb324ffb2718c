package format

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint"
)

// TestLongNames holds that names of 120 bytes stand in the archive as they are, and that
// of a longer one, as of a title, 80 bytes do.
func TestLongNames(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	if got := ArchivePrefix(x(120)); got != x(120)+"." {
		t.Errorf("120 bytes begin with %q", got)
	}
	if got := ArchivePrefix(x(121)); !strings.HasPrefix(got, x(80)+"~") {
		t.Errorf("121 bytes begin with %q", got)
	}
}

// TestTogether holds that 20 sections are archived one by one and 21 together, and that a
// text which has more than half of what can be read gets no other section.
func TestTogether(t *testing.T) {
	doc, err := mdcheckpoint.Parse("x.md", "")
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Document: doc}
	sections := func(n int) []Archived {
		all := make([]Archived, n)
		for i := range all {
			all[i] = Archived{Name: fmt.Sprint(i), Text: "# a\n"}
		}
		return all
	}
	if one, together := len(d.gathered(sections(20))), len(d.gathered(sections(21))); one != 20 || together != 1 {
		t.Errorf("20 sections are %d texts, 21 are %d", one, together)
	}
	for size, first := range map[int]string{mdcheckpoint.MaxSize / 2: "x.md.2-sections.md", mdcheckpoint.MaxSize/2 + 1: "x.md.1-sections.md"} {
		all := sections(21)
		all[0].Text = strings.Repeat("x", size)
		if got := d.gathered(all); len(got) != 2 || got[0].Name != first {
			t.Errorf("the first of %d texts is %s, want %s", len(got), got[0].Name, first)
		}
	}
}

// TestProposesSome holds how many sections and notes are proposed: what is more is said.
func TestProposesSome(t *testing.T) {
	text := func(line string, n int) string {
		b := "# T\n\n"
		for i := range n {
			b += fmt.Sprintf(line, strings.Repeat("x", i+1))
		}
		return b
	}
	for n, notes := range map[int]int{100: 0, 101: 1} {
		if p, _, _ := derived(text("## %s\n\ntext\n\n", n)); len(p.Format.Schema.Groups) != 100 || len(p.Notes) != notes {
			t.Errorf("of %d sections %d are proposed, with %q", n, len(p.Format.Schema.Groups), p.Notes)
		}
	}
	for n, notes := range map[int]int{30: 0, 31: 1} {
		p, _, _ := derived(strings.Replace(text("### %s\n\ntext\n\n", n), "\n\n", "\n\n## Top\n\n", 1))
		if g := p.Format.Schema.Groups; len(g) != 1 || len(g[0].Subsections) != 30 || len(p.Notes) != notes {
			t.Errorf("of %d sections in one: %+v, with %q", n, g, p.Notes)
		}
	}
	for n, notes := range map[int]int{20: 20, 21: 20} {
		if p, _, _ := derived(text("## {%s}\n\ntext\n\n", n)); len(p.Notes) != notes {
			t.Errorf("of %d notes %d are given", n, len(p.Notes))
		}
	}
}

// TestProposedLevel holds that the sections of a file that has none stand below its title.
func TestProposedLevel(t *testing.T) {
	for text, want := range map[string]int{"": 2, "# T\n\nx\n": 2, "# T\n\n###### x\n": 2, "# T\n\n##### x\n": 5, "# A\n\n# B\n": 1} {
		if p, _, _ := derived(text); p.Format.Schema.Level != want {
			t.Errorf("%q has sections of level %d, want %d", text, p.Format.Schema.Level, want)
		}
	}
}

// TestProposedNumbers holds that titles with a number are a list that goes on where a file
// has two of them, none that has more digits than nine, and that one alone is no title.
func TestProposedNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"# T\n\n## Run 999999999\n\nx\n\n## Run 1\n\ny\n":                                "T | Run {N}",
		"# T\n\n## Run 1000000000\n\nx\n\n## Run 1\n\ny\n":                               "T",
		"# T\n\n## Status\n\n### Part 1\n\nx\n":                                          "T | Status",
		"# T\n\n## Run 1\n\n### Part 1\n\nx\n\n## Run 2\n\n### Part 1\n\ny\n":            "T | Run {N} [Part 1]",
		"# T\n\n## 2026-01-02\n\nx\n\n## 2026-01-05: tests\n\ny\n":                       "T | {DAY}",
		"# T\n\n## 2026-01-02\n\nx\n\n## 2026-01-03\n\nx\n\n## 2026-01-05: tests\n\ny\n": "T | {DAY}",
	} {
		p, _, _ := derived(text)
		if got := outlined(p.Format); strings.TrimRight(got, "^") != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		checkProposal(t, text)
	}
}
