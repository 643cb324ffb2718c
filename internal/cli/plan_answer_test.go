package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/mdcheckpoint/plan"
)

// TestAnswerMeanwhile holds that an answer is to the checkpoint that the person saw: one
// that was changed or taken away before the lock was there is not answered.
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
		`<task type="auto"></task>` + task:     false, // it has another number now
	} {
		write(task)
		c := &planAnswerCommand{}
		if err := c.load(); err != nil {
			t.Fatal(err)
		}
		var out, talk strings.Builder
		g, err := c.oneGate(gateRef{name, 1}, "plan answer", &talk)
		if err != nil {
			t.Fatal(err)
		}
		write(text)
		err = (&answering{std: Streams{Out: &out, Err: &talk}, gate: g, text: "approved", command: c}).record()
		_, refused := errors.AsType[refusal](err)
		if (err == nil) != want || !want && !refused || strings.Contains(out.String(), "approved") != want {
			t.Errorf("%q: %v, %q", text, err, out.String())
		}
		_, err = os.Stat(filepath.Join(dir, filepath.FromSlash(plan.AnswersFile)))
		if (err == nil) != want {
			t.Errorf("%q: the answers are there: %v", text, err)
		}
		_ = os.RemoveAll(filepath.Join(dir, ".mdck"))
	}
}

// TestParseRef parts what names a gate.
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

// TestPartOf says which plans are no part of the order of the others.
func TestPartOf(t *testing.T) {
	for name, want := range map[string]string{
		".planning/phases/01-a/01-01-PLAN.md":               "",
		".planning/milestones/v1-phases/01-a/01-01-PLAN.md": ".planning/milestones/v1-phases",
		".planning/quick/001-fix/001-PLAN.md":               ".planning/quick/001-fix",
		".planning/quick/PLAN.md":                           "",
		".autopilot/phases/001/ROUTE.md":                    "",
		"01-01-PLAN.md":                                     "",
	} {
		if got, past := partOf(name); got != want || past != strings.HasSuffix(want, "-phases") {
			t.Errorf("%s: %q, %v", name, got, past)
		}
	}
}
