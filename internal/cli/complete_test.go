package cli

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/protocols"
)

func offered(line ...string) []string {
	var all []string
	for _, c := range complete(line, protocols.Default()) {
		all = append(all, c.word)
	}
	return all
}

func TestCompleteFlags(t *testing.T) {
	for _, c := range withBelow(commands()) {
		words := strings.Fields(c.Name)
		parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, f := range parser.Model.Flags {
			if !f.Hidden {
				want = append(want, "--"+f.Name)
			}
			if f.Enum == "" || !takesValue(f) {
				continue
			}
			values := slices.DeleteFunc(f.EnumSlice(), func(v string) bool { return v == "" })
			if got := offered(append(words, "--"+f.Name, "")...); !slices.Equal(got, values) {
				t.Errorf("%q --%s offers %q, want %q", words, f.Name, got, values)
			}
			if got := offered(append(words, "--"+f.Name+"=")...); len(got) != len(values) || got[0] != "--"+f.Name+"="+values[0] {
				t.Errorf("%q --%s= offers %q, want %q", words, f.Name, got, values)
			}
		}
		if got := offered(append(words, "--")...); !slices.Equal(got, want) {
			t.Errorf("%q offers\n%q, want\n%q", words, got, want)
		}
	}
}

func TestCompleteParses(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "demo")) // with one checkpoint
	r := rand.New(rand.NewPCG(5, 1))
	all := withBelow(commands())
	lines := 750
	if testtmp.Long() {
		lines *= 10
	}
	for range lines {
		c := all[r.IntN(len(all))]
		line := strings.Fields(c.Name)
		for range 1 + r.IntN(5) {
			found := offered(append(slices.Clone(line), []string{"", "--"}[r.IntN(2)])...)
			if len(found) == 0 {
				break
			}
			line = append(line, found[r.IntN(len(found))])
		}
		named, rest := findCommand(line)
		parser, err := named.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(rest); err != nil && !strings.Contains(err.Error(), "expected ") && !strings.Contains(err.Error(), "missing ") && !strings.HasSuffix(err.Error(), "can't be used together") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestCompleteAnything(t *testing.T) {
	pool := []string{"lint", "config", "show", "append", "help", "--", "-", "--x", "--x=1", "--json", "-b", "-bx", "-bh", "--fix=", "--set", "--set=", "a=b", "=", "", " ", "\x00", "\xff", "é", "-é", "--format", "--format=t", "'", "\""}
	t.Chdir(filepath.Join("..", "..", "testdata", "demo"))
	r := rand.New(rand.NewPCG(5, 2))
	for range 1500 {
		var line []string
		for range 1 + r.IntN(5) {
			line = append(line, pool[r.IntN(len(pool))])
		}
		for _, c := range complete(line, protocols.Default()) {
			if !strings.HasPrefix(c.word, line[len(line)-1]) {
				t.Errorf("%q offers %q", line, c.word)
			}
		}
	}
}

func TestCompleteValues(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "demo"))
	for _, test := range []struct{ line, want, unwanted string }{ // want has spaces between the candidates
		{"li", "lint", "fmt"},
		{"he", "help", ""},
		{"help ", "lint help", "--fix"},
		{"help lint ", "", "--fix"},
		{"nope ", "", "lint"},
		{"plan ", "gates answer", "plan"},
		{"plan gates --ch", "--check", ""},
		{"explain ", "ohrfc/title any/secret", "title"},
		{"explain ohrfc/title a", "", "any/secret"},
		{"show rfc-20261104-offline-sync ", "rfc-20261104-offline-sync", ""},
		{"bootstrap x", "", "rfc-20261104-offline-sync"},
		{"ohrfc prompt ", "discover gate-b", ""},
		{"append --section ", "discover gate-b", ""},
		{"append --section=gate", "--section=gate-b", "--section=discover"},
		{"append -b x --sec", "--section", ""},
		{"lint --set ", "encoding= severities.ohrfc/title= budgets.ohrfc.lines=", ""},
		{"lint --as ", "ohrfc plan", ""},
		{"agents takeover --as ", "", "ohrfc"},
		{"lint --now ", "", "--json"},
		{"lint -- -", "", "json"},
		{"loop pass --track ", "rfc-20261104-offline-sync", ""},
		{"init ", "ohrfc ccc", "plan"},
		{"config show --j", "--json", ""},
		{"config schema x", "", "--help"},
		{"completion ", "bash zsh fish", ""},
		{"version ", "--json", "-"},
	} {
		got := offered(strings.Split(test.line, " ")...)
		for _, want := range strings.Fields(test.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%q offers %q, want %q", test.line, got, want)
			}
		}
		if slices.Contains(got, test.unwanted) || test.want == "" && len(got) > 0 {
			t.Errorf("%q offers %q", test.line, got)
		}
	}
}

// TestCompletePlain checks that special characters, such as $(rm x), are not offered.
func TestCompletePlain(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, id := range []string{"plain", "é", "a b", "$(touch x)", "`x`", "a;b", "a\u200eb", "a\x7f"} {
		dir := filepath.Join(".ohrfc", id)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Skip(err) // forbidden names
		}
		if err := os.WriteFile(filepath.Join(dir, "checkpoint.md"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := offered("show", ""); !slices.Equal(got, []string{"plain", "é"}) {
		t.Errorf("got candidates %q", got)
	}
}
