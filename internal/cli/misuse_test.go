package cli

import (
	"bytes"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

func TestFirstPage(t *testing.T) {
	first, of := 0, map[string]int{}
	for _, c := range commands() {
		if c.first {
			first++
			of[c.group]++
		}
		if listed := strings.Contains(help(t, "--help"), "\n  "+c.Name+" "); listed != c.first {
			t.Errorf("%s is on the first page: %v, want %v", c.Name, listed, c.first)
		}
		if !strings.Contains(help(t, "help", "all"), "\n  "+c.Name+" ") {
			t.Errorf("help all does not list %s", c.Name)
		}
	}
	for group, n := range of {
		if n > 7 {
			t.Errorf("%d commands in the group %s, want at most 7", n, group)
		}
	}
	if first > 19 || len(commands()) > 25 {
		t.Errorf("%d commands on the first page, want at most 19; %d in all, want at most 25", first, len(commands()))
	}
}

func TestMisspelt(t *testing.T) {
	for _, c := range withBelow(commands()) {
		wantHint(t, "did you mean: mdck "+c.Name+"\n", strings.Fields(c.Name+"x")...)
		if c.Name == "hook" {
			continue // hooks report no error
		}
		parser, err := c.Parser(app.Streams{})
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range app.FlagsOf(parser) {
			if strings.HasPrefix(flag, "--") {
				wantHint(t, "did you mean: "+flag+"\n", append(strings.Fields(c.Name), flag+"x")...)
			}
		}
	}
	for want, args := range map[string][]string{
		"lint: unknown flag --jsonn\n":                                {"lint", "--jsonn", "--fixx"},
		"did you mean: mdck ohrfc advance\n":                          {"advance"},
		"did you mean: mdck plan gates\n":                             {"gates"},
		"did you mean: mdck ccc block\n":                              {"block"},
		"did you mean: json\n":                                        {"lint", "--format=jsn", "a b"},
		"did you mean: --format\n":                                    {"lint", "--for", "json"},
		"unknown command \"lintt\"\n":                                 {"lintt"},
		"write flags after the command: mdck COMMAND --bogus\n":       {"--bogus", "lint"},
		"did you mean: mdck help\n":                                   {"hepl"},
		"to list the flags, with examples: mdck lint --help":          {"lint", "--section", "x"},
		"ohrfc prompt: missing <section>\n":                           {"ohrfc", "prompt"},
		"did you mean: --json\n":                                      {"lint", "-json"},
		"lint: unknown flag -z\nmdck: hint: write -- before":          {"lint", "-qz"},
		"lint: unknown flag -é\nmdck: hint: write -- before":          {"lint", "-é"},
		"lint: unknown flag -x\nmdck: hint: write -- before":          {"lint", "-x=5"},
		"if the value begins with -, write --round=VALUE\n":           {"append", "--section", "gate-b", "--round", "-1"},
		"append: --round requires a value\n":                          {"append", "--section", "gate-b", "--round", "-1"},
		"loop block: --wait is \"5\"; expected a duration":            {"loop", "block", "x", "--wait", "5"},
		"status: --watch takes no value\n":                            {"status", "--watch=x"},
		"lint: --format requires a value\n":                           {"lint", "--format"},
		"append: --bullet requires a value\n":                         {"append", "-b"},
		"bootstrap: unexpected argument b\n":                          {"bootstrap", "a", "b"},
		"ccc learn: \"- x\" begins with -, so it is read as a flag\n": {"ccc", "learn", "- x"},
		"help: unexpected argument more\n":                            {"help", "lint", "more"},
		"hint: write --track 'a b' to work on 'a b'\n":                {"loop", "migrate", "a b"},
		"hint: put quotes around a text of several words\n":           {"loop", "block", "EXECUTE", "wait", "for"},
	} {
		wantHint(t, want, args...)
	}
}

func wantHint(t *testing.T, want string, args ...string) {
	t.Helper()
	var out, talk bytes.Buffer
	got := Main(args, app.Streams{In: strings.NewReader(""), Out: &out, Err: &talk})
	if got != app.Failure || out.Len() > 0 || !strings.Contains(talk.String(), want) {
		t.Errorf("mdck %q: status %d, %q and\n%swant status 2 and %q", args, got, out.String(), talk.String(), want)
	}
}

func TestQuote(t *testing.T) {
	for arg, want := range map[string]string{
		"a.md": "a.md", "--x=1": "--x=1", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "é": "é", "a\nb": "'a\nb'", "*": "'*'", "~": "'~'", "/tmp/x-1/gate-b.md": "/tmp/x-1/gate-b.md", `C:\x`: `'C:\x'`,
	} {
		if got := app.Quote(arg); got != want {
			t.Errorf("quote(%q) is %s, want %s", arg, got, want)
		}
	}
}
