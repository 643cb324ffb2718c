package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/cli/testdata/toy"
	"mdck/mdcheckpoint/protocols"
)

func runToy(t *testing.T, want app.Status, args ...string) string {
	t.Helper()
	var out strings.Builder
	std := app.Streams{In: strings.NewReader(""), Out: &out, Err: &out, Table: protocols.Default(&toy.Protocol)}
	if got := Main(args, std); got != want {
		t.Fatalf("%q ends with %d, want %d:\n%s", args, got, want, out.String())
	}
	return out.String()
}

func TestToy(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	const text = "# Toy\n\n## Goal\n\n- build a tower!\n\n## Toys\n\n### Blue\n\n- began\n"
	file := filepath.Join(dir, "box.toy.md")
	clitest.WriteText(t, file, text)
	for _, c := range []struct {
		status app.Status
		args   string
		want   string
	}{
		{app.Findings, "lint", "box.toy.md:5:16: error: \"build a tower!\" shouts [toy/shout]"},
		{app.Findings, "lint --format sarif", `"ruleIndex": 0`},
		{app.OK, "explain toy/shout", "A checkpoint that shouts is not read."},
		{app.OK, "lint --set severities.toy/shout=warning", "warning: "},
		{app.OK, "status", "toy       box  play   -        -    1E        11     20      build a tower!"},
		{app.OK, "show", "Red"},
		{app.OK, "bootstrap", "open the box"},
		{app.OK, "bootstrap box --json", `"protocol": "toy"`},
		{app.OK, "tokens", "box.toy.md"},
		{app.OK, "lint --fix", "fixed 1 of 1 findings"},
		{app.OK, "append --section toys/blue -b fell", "box.toy.md: played"},
		{app.OK, "restore box.toy.md --backup 1", "box.toy.md"},
		{app.OK, "hook claude SessionStart", "open the box"},
		{app.Failure, "plan gates", "but this command works on plans (plan)"},
		{app.Failure, "ohrfc prompt discover box", "box.toy.md belongs to a toy (toy), but this command works on the checkpoint of an RFC (ohrfc)"},
	} {
		if got := runToy(t, c.status, strings.Fields(c.args)...); !strings.Contains(got, c.want) {
			t.Errorf("mdck %s: want %q in\n%s", c.args, c.want, got)
		}
		if c.args == "append --section toys/blue -b fell" {
			if got := clitest.TextOf(file); got != strings.Replace(text, "tower!", "tower", 1)+"- fell\n" {
				t.Errorf("appended: %q", got)
			}
		}
	}
	if got := clitest.TextOf(file); got != text {
		t.Errorf("restored: %q", got)
	}
}

func TestToyIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(want app.Status, args ...string) string { return runToy(t, want, args...) }
	text := func() string {
		t.Helper()
		raw, err := os.ReadFile("box.toy.md")
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if err := os.WriteFile("box.toy.md", []byte("# Box\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := run(app.OK, "append", "box.toy.md", "--section", "toys", "-b", "red=ball"); out != "box.toy.md: played\n" {
		t.Errorf("append prints %q", out)
	}
	once := text()
	if once != "# Box\n\n## Toys\n\n### Red\n- ball\n\n### Blue\n" {
		t.Errorf("the file is %q", once)
	}
	run(app.OK, "append", "--section", "toys/blue", "-b", "kite")
	if got := text(); got != once+"- kite\n" {
		t.Errorf("the file is %q", got)
	}
	if out := run(app.OK, "append", "--section", "toys/blue", "-b", "kite"); !strings.Contains(out, "the toys are there; nothing was written") {
		t.Errorf("the same again prints %q", out)
	}
	if out := run(app.OK, "restore"); !strings.Contains(out, "before mdck append") {
		t.Errorf("the list is %q", out)
	}
	run(app.OK, "restore", "box.toy.md", "--backup", "latest")
	if got := text(); got != once {
		t.Errorf("restored is %q", got)
	}
	if out := run(app.Failure, "append", "--section", "dolls", "-b", "x"); !strings.Contains(out, "sections: goal, toys") {
		t.Errorf("another section: %q", out)
	}
	if out := run(app.Failure, "restore", "box.toy.md", "--archive", "1"); !strings.Contains(out, "--archive does not work for a toy (toy)") {
		t.Errorf("an archive: %q", out)
	}
}
