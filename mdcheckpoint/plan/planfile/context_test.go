package planfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestContext checks which lines name files, and where.
func TestContext(t *testing.T) {
	const text = "---\nphase: 1\nplan: 1\n---\n<execution_context>\n@~/.claude/get-shit-done/workflows/execute-plan.md\n</execution_context>\n" +
		"<context>\n@.planning/PROJECT.md\n- @src/a.ts (the types)\n  @src/b.ts.\n@docs/c.md#part\n@tanstack/table is a package\nmail me@x.org\n@src/**/*.ts\n<!-- @hidden.md -->\n```\n@in/fence.md\n```\n@`x.md`\n@/etc/passwd.txt\n</context>\n" +
		"<task type=\"checkpoint:decision\"><context>\n@not/of/the/plan.md\n</context></task>\n<context>\n@late.md\n</context>\n@outside.md\n"
	want := []string{"~/.claude/get-shit-done/workflows/execute-plan.md", ".planning/PROJECT.md", "src/a.ts", "src/b.ts", "docs/c.md", "/etc/passwd.txt", "late.md"}
	for _, style := range []func(string) string{func(s string) string { return s }, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }} {
		p, err := Parse("01-01-PLAN.md", style(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, ref := range p.Context {
			got = append(got, ref.Text)
			if at := p.File.Slice(ref.Span); at != "@"+ref.Text {
				t.Errorf("%q stands at %q", ref.Text, at)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPartOf(t *testing.T) {
	for name, want := range map[string]string{
		".planning/phases/01-a/01-01-PLAN.md": "", ".planning/01-01-PLAN.md": "", "01-01-PLAN.md": "",
		".planning/milestones/v1-phases/01-a/01-01-PLAN.md": ".planning/milestones/v1-phases, past",
		".planning/quick/001-fix/001-PLAN.md":               ".planning/quick/001-fix", ".planning/quick/001-PLAN.md": "",
		"/abs/01-01-PLAN.md":                           "",
		".planning/phases/999.1-idea/999.1-01-PLAN.md": ".planning/phases/999.1-idea, past",
		".planning/phases/999-ideas/999-01-PLAN.md":    ".planning/phases/999-ideas, past",
		".planning/phases/99-last/99-01-PLAN.md":       "", "999-x/999-01-PLAN.md": "",
	} {
		got, past := PartOf(name)
		if past {
			got += ", past"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestNeeds(t *testing.T) {
	p := planOf(t, "03-02")
	p.Front.Depends = []Ref{{Text: "03-01"}, {Text: "1"}, {Text: "01.1-02-PLAN.md"}, {Text: "the base"}}
	want := []ID{{"03", "01"}, {"03", "01"}, {"01.1", "02"}}
	if got := p.Needs(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOrderMany checks that ten thousand plans of one wave that run one after another are
// put in order at once.
func TestOrderMany(t *testing.T) {
	var plans []*Plan
	for i := range 10_000 {
		p, err := Parse(fmt.Sprintf("p/01-%05d-PLAN.md", i), fmt.Sprintf("---\nphase: 1\nplan: %d\nwave: 1\nautonomous: false\n---\n", i))
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	begin := time.Now()
	o := Order(plans)
	if took := time.Since(begin); len(o.Steps) != len(plans) || took > 5*time.Second {
		t.Errorf("%d steps in %v", len(o.Steps), took)
	}
}
