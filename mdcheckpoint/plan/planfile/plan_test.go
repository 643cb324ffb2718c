package planfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/source"
)

var now = time.Date(2026, 11, 4, 10, 30, 5, 0, time.UTC)

func parse(t testing.TB, text string) *Plan {
	t.Helper()
	return parseAs(t, "03-06-PLAN.md", text)
}

func parseAs(t testing.TB, name, text string) *Plan {
	t.Helper()
	p, err := Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var styles = protocoltest.Styles(protocoltest.Replacing("indented tasks", "\n<", "\n    <"))

func rightFiles(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob("testdata/right/*.md")
	if err != nil || len(names) < 7 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(name)] = string(text)
	}
	return texts
}

func problems(p *Plan) []string {
	var lines []string
	for _, f := range p.Check() {
		kind := "W"
		if f.Error {
			kind = "E"
		}
		lines = append(lines, fmt.Sprintf("%s %s %q %s", kind, f.Class, firstLine(p.File.Slice(f.Span)), f.Message))
	}
	return lines
}

// TestRight checks that the protocol's own examples have no errors.
func TestRight(t *testing.T) {
	for name, text := range rightFiles(t) {
		for _, style := range styles {
			for _, line := range problems(parse(t, style.Of(text))) {
				if strings.HasPrefix(line, "E ") {
					t.Errorf("%s, %s: %s", name, style.Name, line)
				}
			}
		}
	}
}

func TestTasks(t *testing.T) {
	texts := rightFiles(t)
	for _, style := range styles {
		p := parse(t, style.Of(texts["family.md"]))
		if len(p.Tasks) != 3 || len(p.Stray) != 0 || p.Objective != "Show the dashboard." {
			t.Fatalf("%s: %d tasks, %v, %q", style.Name, len(p.Tasks), p.Stray, p.Objective)
		}
		first := p.Tasks[0]
		var names []string
		for _, c := range first.Children {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != "name files action verify done" {
			t.Errorf("%s: children %s", style.Name, got)
		}
		if a := first.Attr("tdd"); a == nil || a.Value != "true" || p.File.Slice(a.Span) != `tdd="true"` {
			t.Errorf("%s: attribute %+v", style.Name, a)
		}
		if p.Tasks[1].value("gate") != "blocking-human" || p.Tasks[2].Type != HumanAction || p.Tasks[1].Title() != "Task 2: Look at it" {
			t.Errorf("%s: %+v", style.Name, p.Tasks[1])
		}
		p = parse(t, style.Of(texts["decision.md"]))
		if o := p.Tasks[0].Options; len(o) != 3 || o[2].ID != "custom" || o[2].Name != "Custom JWT" || o[2].Cons != "More to write & to keep safe" || o[0].Plain {
			t.Errorf("%s: options %+v", style.Name, o)
		}
		p = parse(t, style.Of(texts["plain-options.md"]))
		if o := p.Tasks[0].Options; len(o) != 2 || o[1].ID != "vue" || o[1].Name != "Vue" || !o[1].Plain {
			t.Errorf("%s: options %+v", style.Name, o)
		}
		p = parse(t, style.Of(texts["verify.md"]))
		if got := p.Tasks[1].Text(HowTag); !strings.HasPrefix(got, "Visit") || !strings.Contains(got, "\n1. Desktop (>1024px)") {
			t.Errorf("%s: %q", style.Name, got)
		}
	}
}

func TestHidden(t *testing.T) {
	const task = `<task type="auto"><name>a</name><action>b</action></task>`
	for text, want := range map[string]int{
		task:                                   1,
		task + task:                            2,
		"<!-- " + task + " -->":                0,
		"<!--\n" + task + "\n-->\n" + task:     1,
		"<!-- a --> " + task + " <!-- b -->":   1,
		"<!-- " + task:                         1,
		"```\n" + task + "\n```\n" + task:      1,
		"    ```xml\n" + task + "\n    ```":    0,
		"1. ```xml\n" + task + "\n   ```":      0,
		"```\n" + task:                         1,
		"````\n```\n" + task + "\n````":        0,
		"~~~\n```\n~~~\n" + task + "\n```\n":   1,
		"```js\n```bash\n" + task + "\n```\n":  0,
		"<!-- ```\n -->\n" + task + "\n```\n":  1,
		"use `<task>` here " + task:            1,
		"``a ` <task>`` " + task:               1,
		"a ` b " + task:                        1,
		"`<!--` " + task + " `-->`":            1,
		"<tasks>" + task + "</tasks>":          1,
		"<task-list>" + task + "</task-list>":  1,
		"<Task key={1} /> " + task:             1,
		"a <task" + task:                       1,
		"<task a=\"<b>\">" + task:              1,
		"---\na: <task>\n---\n" + task:         1,
		"Promise<task, b> " + task:             1,
		"<task type='auto' gate = blocking >x": 1,
	} {
		if p := parse(t, text); len(p.Tasks) != want {
			t.Errorf("%q has %d tasks, want %d", text, len(p.Tasks), want)
		}
	}
}

func TestAttributes(t *testing.T) {
	p := parse(t, "<task type='auto' gate = blocking\n tdd a=\"x > y\" =b>z</task>")
	var got []string
	for _, a := range p.Tasks[0].Attrs {
		got = append(got, fmt.Sprintf("%s=%s %q", a.Name, a.Value, p.File.Slice(a.Span)))
	}
	want := "type=auto \"type='auto'\"|gate=blocking \"gate = blocking\"|tdd= \"tdd\"|a=x > y \"a=\\\"x > y\\\"\"|=b= \"=b\""
	if strings.Join(got, "|") != want {
		t.Errorf("attributes %s", strings.Join(got, "|"))
	}
}

func TestParseRefuses(t *testing.T) {
	if _, err := Parse("a.md", "a\xffb"); !errors.Is(err, source.ErrNotUTF8) || !strings.HasPrefix(err.Error(), "a.md:1:2: ") {
		t.Errorf("got %v", err)
	}
	if _, err := Parse("a.md", strings.Repeat("a", source.MaxSize+1)); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	if _, ok := errors.AsType[*source.Error](error(nil)); ok {
		t.Error("nil is an error")
	}
}

func TestFront(t *testing.T) {
	for _, style := range styles {
		p := parse(t, style.Of(rightFiles(t)["front-matter.md"]))
		f := &p.Front
		if f.Phase != "3" || f.Plan != "06" || f.Wave != 3 || f.Autonomous.Value || !f.Autonomous.Known || len(f.Depends) != 2 || f.Depends[1].Text != "05" {
			t.Errorf("%s: %+v", style.Name, f)
		}
		k := f.Checkpoint
		if !k.Is || k.Type != "human-verify" || k.After != 4 || k.What != "Integration tests pass, dashboard works" || p.File.Slice(k.AfterAt) != "4" {
			t.Errorf("%s: %+v", style.Name, k)
		}
		if got := p.File.Slice(f.Depends[0].Span); got != `"04"` {
			t.Errorf("%s: depends_on at %q", style.Name, got)
		}
		if p.ID().String() != "03-06" {
			t.Errorf("%s: id %s", style.Name, p.ID())
		}
	}
}

func TestFrontUnreadable(t *testing.T) {
	p := parse(t, "---\nphase: 2\nplan: \"03\"\nwave: 2\nautonomous: false\nbad: [a\n---\n")
	if f := p.Front; f.Err == nil || f.Phase != "2" || f.Plan != "03" || f.Wave != 2 || !f.Autonomous.Known || f.Autonomous.Value {
		t.Errorf("%+v", f)
	}
	if !strings.HasPrefix(p.Front.Err.Error(), "03-06-PLAN.md:6:") && !strings.HasPrefix(p.Front.Err.Error(), "03-06-PLAN.md:7:") {
		t.Errorf("%v", p.Front.Err)
	}
}

func TestProse(t *testing.T) {
	with := func(action string) string {
		return head + "<objective>Count what stands between <task> and </task> in plans</objective>\n" +
			"<task type=\"auto\">\n<name>a</name>\n<action>" + action + "</action>\n</task>\n" + verify
	}
	for _, action := range []string{
		"b", "Each <task> of the plan is read", "Write </task> at the end", "One <task> and its </task>",
		"<verify><automated>grep -c </task> a.md</automated></verify>",
	} {
		text := with(action)
		check(t, action, text)
		if p := parse(t, text); len(p.Tasks) != 2 || len(p.Stray) > 0 {
			t.Errorf("%q: %d tasks, stray %v", action, len(p.Tasks), p.Stray)
		}
	}
	check(t, "outside", head+verify+"- every </task> closes a <task>\n")
	check(t, "on one line", head+"<tasks><task type=\"auto\"><name>a</name><action>b</action></task> "+verify+"</tasks>")
}

func TestOneFault(t *testing.T) {
	check(t, "nested", head+"<task type=\"auto\">\n<name>a</name>\n"+verify+"</task>\n", `E task-balance "<task type=\"auto\">"`)
	check(t, "torn", head+"<task type=\"auto\"\n<name>a</name><action>b</action>\n</task>\n"+verify, `E task-balance "</task>" </task> has no opening tag`)
	const human = "<task type=\"human-verify\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume-signal>c</resume-signal></task>\n"
	check(t, "no prefix", head+human, `W task-children "<task type=\"human-verify\">" unknown type "human-verify" of task 1 (did you mean "checkpoint:human-verify"?)`)
	const gated = "<task type=\"checkpoint:human-verify\" gate=\"%\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume-signal>c</resume-signal></task>\n"
	for _, gate := range []string{"optional", "advisory", "blocking"} {
		check(t, gate, head+strings.ReplaceAll(gated, "%", gate))
	}
	check(t, "two", head+strings.ReplaceAll(gated, "%", `blocking" gate="blocking`))
	check(t, "tdd-review", head+"<task type=\"checkpoint:tdd-review\" gate=\"advisory\"><resume-signal>c</resume-signal></task>\n")
	check(t, "underscores", head+"<task type=\"checkpoint:human-verify\" gate=\"blocking\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume_signal>c</resume_signal></task>\n",
		`task 1 of type "checkpoint:human-verify" has no <resume-signal>`)
	check(t, "steps", head+"<task type=\"checkpoint:human-verify\" gate=\"blocking\"><what-built>a</what-built><how_to_verify>b</how_to_verify><resume-signal>c</resume-signal></task>\n",
		`has no <how-to-verify>`)
}

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
				t.Errorf("the span of %q is %q", ref.Text, at)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestPartOf(t *testing.T) {
	for name, want := range map[string]string{
		".planning/phases/05.1-merge-earlier-phases/05.1-01-PLAN.md": "",
		".planning/phases/01-a/01-01-PLAN.md":                        "", ".planning/01-01-PLAN.md": "", "01-01-PLAN.md": "",
		".planning/milestones/v1-phases/01-a/01-01-PLAN.md": ".planning/milestones/v1-phases, past",
		".planning/quick/001-fix/001-PLAN.md":               ".planning/quick/001-fix", ".planning/quick/001-PLAN.md": "",
		"/abs/01-01-PLAN.md":                             "",
		".planning/phases/03-mail-archive/03-01-PLAN.md": "", "photo-archive/03-01-PLAN.md": "",
		".planning-old-archive/01-a/01-01-PLAN.md":     ".planning-old-archive, past",
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

func TestOrderMany(t *testing.T) {
	var plans []*Plan
	for i := range 10_000 {
		p, err := Parse(fmt.Sprintf("p/01-%05d-PLAN.md", i), fmt.Sprintf("---\nphase: 1\nplan: %d\nwave: 1\nautonomous: false\n---\n", i))
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	var o *Ordering
	took := testtmp.Cost(func() { o = Order(plans) })
	if len(o.Steps) != len(plans) || took > 5*time.Second {
		t.Errorf("%d steps in %v", len(o.Steps), took)
	}
}
