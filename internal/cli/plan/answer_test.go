package plan

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocols"
)

func TestAnswerMeanwhile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "01-01-PLAN.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const task = `<task type="checkpoint:human-verify"><what-built>a</what-built></task>`
	for text, want := range map[string]bool{
		task:                                   true,
		task + "\n\nmore\n":                    true,
		strings.Replace(task, ">a<", ">b<", 1): false,
		"nothing\n":                            false,
		`<task type="auto"></task>` + task:     false, // another number
	} {
		write(task)
		c := &answerCommand{}
		c.Pick.Table = protocols.Default()
		if err := c.Load(); err != nil {
			t.Fatal(err)
		}
		var out, talk strings.Builder
		g, err := oneGate(&c.Pick, gateRef{name, 1}, "plan answer", &talk)
		if err != nil {
			t.Fatal(err)
		}
		write(text)
		err = c.record(app.Streams{Out: &out, Err: &talk}, g, "approved")
		_, refused := errors.AsType[app.Refusal](err)
		if (err == nil) != want || !want && !refused || strings.Contains(out.String(), "approved") != want {
			t.Errorf("%q: %v, %q", text, err, out.String())
		}
		_, err = os.Stat(filepath.Join(dir, filepath.FromSlash(planfile.AnswersFile)))
		if (err == nil) != want {
			t.Errorf("%q: the answers are there: %v", text, err)
		}
		_ = os.RemoveAll(filepath.Join(dir, ".mdck"))
	}
}

func TestParseRef(t *testing.T) {
	for text, want := range map[string]gateRef{
		"03-06:4": {"03-06", 4}, "03-06": {"03-06", -1}, "": {"", -1}, ":4": {":4", -1}, "a:b/c.md": {"a:b/c.md", -1},
		"a:0": {"a", 0}, `C:\x\01-01-PLAN.md:2`: {`C:\x\01-01-PLAN.md`, 2}, "http://localhost:3000": {"http://localhost", 3000},
	} {
		if got, err := parseRef(text); got != want || err != nil {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"a:b", "a:-1", "a:+1", "a:99999999999", "a:", "03-01:2x"} {
		if got, err := parseRef(text); err == nil {
			t.Errorf("%q: %+v, want an error", text, got)
		}
	}
}

func TestIsRef(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"03-07", "3-6", "01.1-02", "14A-1", "03", "03:1", "3:1", "03-99:1", "03-dash:1", ".planning", ".autopilot", ".planning:1", "./.planning/phases/03-dash",
		".planning/phases/03-dash/03-07-PLAN.md", ".planning/phases/03-dash/03-07-PLAN.md:2", "03-07-PLAN.md", "a/PLAN.md", "a/ROUTE.md:1", "02-02.md", "02-02-PLN.md",
	} {
		if !isRef(name) {
			t.Errorf("%q is an answer, want a name", name)
		}
	}
	for _, text := range []string{
		"approved", "1", "12", "0", "0.5", "3.11", "a", "A)", "option-a", "2026-01-15", "-3", "03-06 is broken", "see 03-07", "http://localhost:3000", "error:500", "src/a.go:12",
		"3-column", "no, 03-06:1 is", ".env", "PLAN.md is wrong", "16-bit", "02-core", "02-10-2026", "10-20 px.md",
	} {
		if isRef(text) {
			t.Errorf("%q is a name, want an answer", text)
		}
	}
}

func TestPartOf(t *testing.T) {
	for name, want := range map[string]string{
		".planning/phases/01-a/01-01-PLAN.md":               "",
		".planning/milestones/v1-phases/01-a/01-01-PLAN.md": ".planning/milestones/v1-phases",
		".planning/quick/001-fix/001-PLAN.md":               ".planning/quick/001-fix",
		".planning/quick/PLAN.md":                           "",
		".autopilot/phases/001/ROUTE.md":                    "",
		"01-01-PLAN.md":                                     "",
	} {
		if got, past := planfile.PartOf(name); got != want || past != strings.HasSuffix(want, "-phases") {
			t.Errorf("%s: %q, %v", name, got, past)
		}
	}
}
