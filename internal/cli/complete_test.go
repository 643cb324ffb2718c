package cli

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// offered are the words that may come next on a command line, and whether files
// may.
func offered(line ...string) (all []string, files bool) {
	found := complete(line)
	for _, c := range found.words {
		all = append(all, c.word)
	}
	return all, found.files
}

// eachNode visits every command, and those below it, with the words that lead there.
func eachNode(t *testing.T, visit func(words []string, node *kong.Node, flags []*kong.Flag)) {
	t.Helper()
	for _, c := range commands() {
		parser, err := c.parser(Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		model := parser.Model.Node
		visit([]string{c.name}, model, model.Flags)
		for _, child := range model.Children {
			visit([]string{c.name, child.Name}, child, slices.Concat(child.Flags, model.Flags))
		}
	}
}

// TestCompleteFlags holds that every flag of every command is offered, each of its
// values where it has an enum, and nothing else.
func TestCompleteFlags(t *testing.T) {
	eachNode(t, func(words []string, node *kong.Node, flags []*kong.Flag) {
		var want []string
		for _, f := range flags {
			if !f.Hidden {
				want = append(want, "--"+f.Name)
			}
			if f.Enum == "" || !takesValue(f) {
				continue
			}
			values := slices.DeleteFunc(f.EnumSlice(), func(v string) bool { return v == "" })
			if got, files := offered(append(words, "--"+f.Name, "")...); !slices.Equal(got, values) || files {
				t.Errorf("%q --%s offers %q and files: %v, want %q", words, f.Name, got, files, values)
			}
			if got, _ := offered(append(words, "--"+f.Name+"=")...); len(got) != len(values) || got[0] != "--"+f.Name+"="+values[0] {
				t.Errorf("%q --%s= offers %q, want %q", words, f.Name, got, values)
			}
		}
		if got, files := offered(append(words, "--")...); !slices.Equal(got, want) || files {
			t.Errorf("%q offers\n%q, want\n%q", words, got, want)
		}
	})
}

// TestCompleteParses holds that a command line made of nothing but what is offered
// is one that the parser takes, if only more were to come.
func TestCompleteParses(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "demo")) // with one checkpoint
	r := rand.New(rand.NewPCG(5, 1))
	for range 1500 {
		c := commands()[r.IntN(len(commands()))]
		line := walk(r, c.name)
		if below := below(c.name); len(line) > 1 {
			if i := indexOf(below, c.name+" "+line[1]); i >= 0 {
				c, line = below[i], line[1:]
			}
		}
		parser, err := c.parser(Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(line[1:]); err != nil && !strings.HasPrefix(err.Error(), "expected ") && !strings.HasPrefix(err.Error(), "missing flags") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// walk takes what is offered at random, or a number where anything goes.
func walk(r *rand.Rand, name string) []string {
	line := []string{name}
	for range 1 + r.IntN(5) {
		typed := []string{"", "--", "-"}[r.IntN(3)]
		found := complete(append(slices.Clone(line), typed))
		if len(found.words) == 0 || slices.Contains(line, "--help") {
			return line
		}
		word := found.words[r.IntN(len(found.words))].word
		line = append(line, word)
		if !strings.HasPrefix(word, "-") || !wantsValue(line) {
			continue
		}
		value := "2026-11-21T08:00:00Z" // for --now and --since; a number begins like it
		if !strings.Contains(word, "now") && word != "--since" {
			value = "1"
		}
		if all, _ := offered(append(slices.Clone(line), "")...); len(all) > 0 {
			value = all[r.IntN(len(all))]
		}
		line = append(line, value)
	}
	return line
}

// wantsValue reports whether the last word is a flag that another has to follow.
func wantsValue(line []string) bool {
	all, words := commands(), line[1:]
	i := indexOf(all, line[0])
	if len(words) > 0 {
		if k := indexOf(below(line[0]), line[0]+" "+words[0]); k >= 0 {
			all, words, i = below(line[0]), words[1:], k
		}
	}
	if i < 0 {
		return false
	}
	parser, _ := all[i].parser(Streams{})
	l := commandLine{command: all[i].name, node: parser.Model.Node}
	for _, w := range words {
		l.read(w)
	}
	return l.wants != nil
}

// TestCompleteAnything holds that whatever stands on the line, what is offered
// begins with the last word, and that no command line is too odd.
func TestCompleteAnything(t *testing.T) {
	pool := []string{"lint", "config", "show", "append", "help", "--", "-", "--x", "--x=1", "--json", "-b", "-bx", "-bh", "--fix=", "--set", "--set=", "a=b", "=", "", " ", "\x00", "\xff", "é", "-é", "--format", "--format=t", "'", "\""}
	t.Chdir(filepath.Join("..", "..", "testdata", "demo"))
	r := rand.New(rand.NewPCG(5, 2))
	for range 1500 {
		var line []string
		for range 1 + r.IntN(5) {
			line = append(line, pool[r.IntN(len(pool))])
		}
		for _, c := range complete(line).words {
			if !strings.HasPrefix(c.word, line[len(line)-1]) {
				t.Errorf("%q offers %q", line, c.word)
			}
		}
	}
}

// TestCompleteValues holds what is offered in places that the grammar alone says
// nothing about.
func TestCompleteValues(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "demo"))
	for _, test := range []struct {
		line  string // words with blanks between
		want  string // some of them
		not   string
		files bool
	}{
		{line: "li", want: "lint", not: "fmt"},
		{line: "he", want: "help"},
		{line: "--", want: "--version --help", not: "lint"},
		{line: "help ", want: "lint all", not: "--fix"},
		{line: "help lint "},
		{line: "nope "},
		{line: "explain ", want: "ohrfc/title any/secret", not: "title"},
		{line: "explain bul", want: "bullet-count"},
		{line: "explain ohrfc/title ", want: "--help", not: "any/secret"},
		{line: "explain ohrfc/title a"},
		{line: "show rfc-20261104-offline-sync ", want: "rfc-20261104-offline-sync"},
		{line: "show rfc-20261104-offline-sync --json rf"},
		{line: "bootstrap x", files: true},
		{line: "prompt ", want: "discover gate-b", not: "discover/scan-insights"},
		{line: "append --section ", want: "discover gate-b discover/scan-insights"},
		{line: "append --section=gate", want: "--section=gate-b", not: "--section=discover"},
		{line: "append -b ", want: "scan-insights= active-tensions="},
		{line: "append -bx --sec", want: "--section"},
		{line: "append --bullet x --bul", want: "--bullet"},
		{line: "lint --json --js"},
		{line: "advance ", want: "gate-b-fail escalate"},
		{line: "advance gate-b-fail --to ", want: "design review"},
		{line: "lint --set ", want: "encoding= severities.ohrfc/title= budgets.ohrfc.lines="},
		{line: "lint --set fail-on=", want: "fail-on=never", not: "encoding="},
		{line: "lint --set=fail-on=n", want: "--set=fail-on=never"},
		{line: "lint --set ignore="},
		{line: "lint --as ", want: "ohrfc"},
		{line: "lint --now "},
		{line: "lint --baseline ", files: true},
		{line: "lint --config=", files: true},
		{line: "lint ", files: true},
		{line: "lint -- -", files: true},
		{line: "lint --fix x ", files: true},
		{line: "fmt ", files: true},
		{line: "diff ", files: true},
		{line: "init ", want: "ohrfc"},
		{line: "init ohrfc x --strictness ", want: "light standard full"},
		{line: "config ", want: "check show schema"},
		{line: "config show --j", want: "--json"},
		{line: "config nope --", want: "--help"},
		{line: "config schema x"},
		{line: "completion ", want: "bash zsh fish"},
		{line: "version ", want: "--json", not: "-"},
	} {
		got, files := offered(strings.Split(test.line, " ")...)
		for _, want := range strings.Fields(test.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%q offers %q, want %q", test.line, got, want)
			}
		}
		if test.not != "" && slices.Contains(got, test.not) || test.want == "" && len(got) > 0 || files != test.files {
			t.Errorf("%q offers %q and files: %v", test.line, got, files)
		}
	}
}

// TestAnswer holds the form in which each shell is answered.
func TestAnswer(t *testing.T) {
	for shell, want := range map[string]string{
		"bash": "none\nversion\n",
		"zsh":  "none\nversion\tversion:print the version and how it was built\n",
		"fish": "none\nversion\tprint the version and how it was built\n",
	} {
		var out bytes.Buffer
		answer([]string{shell, "--", "vers"}, &out)
		if out.String() != want {
			t.Errorf("%s: %q, want %q", shell, out.String(), want)
		}
	}
	for _, c := range []struct {
		candidate
		shell string
		open  rune
		want  string
	}{
		{candidate{"a b:c", "x. y"}, "zsh", 0, "a b:c\ta b\\:c:x"},
		{candidate{"a b", "x\ny"}, "fish", 0, "a b\tx"},
		{candidate{"a", ""}, "fish", 0, "a"},
		{candidate{"a $b'c", ""}, "bash", 0, `a\ \$b\'c`},
		{candidate{"a $b", ""}, "bash", '"', `a \$b`},
		{candidate{"a $b", ""}, "bash", '\'', `a $b`},
		{candidate{"it's", ""}, "bash", '\'', ""},
		{candidate{"a\nb", ""}, "bash", 0, ""},
		{candidate{"a\x1b[2J", ""}, "zsh", 0, ""},
		{candidate{"a", strings.Repeat("é", 80)}, "fish", 0, "a\t" + strings.Repeat("é", 71) + "…"},
		{candidate{"a", "\x1b[2J"}, "zsh", 0, "a\ta:\\x1b[2J"},
	} {
		if got := c.of(c.shell, c.open); got != c.want {
			t.Errorf("%q for %s is %q, want %q", c.word, c.shell, got, c.want)
		}
	}
}

// TestUnquote holds that bash's words lose their quotes and nothing else, and that
// what is escaped for bash reads as it was.
func TestUnquote(t *testing.T) {
	for word, want := range map[string]struct {
		plain string
		open  rune
	}{
		"": {"", 0}, "ab": {"ab", 0}, `a\ b`: {"a b", 0}, `'a b'c`: {"a bc", 0}, `"a b`: {"a b", '"'}, `'a\`: {`a\`, '\''},
		`"a\"b\c"`: {`a"b\c`, 0}, `"it's`: {"it's", '"'}, `\`: {"", 0}, `$(rm x)`: {"$(rm x)", 0}, `--set="a=b`: {"--set=a=b", '"'},
	} {
		if plain, open := unquote(word); plain != want.plain || open != want.open {
			t.Errorf("%s is %q, %q; want %q, %q", word, plain, open, want.plain, want.open)
		}
	}
	for _, word := range []string{"", "a b", `a"b'c\d`, "$(x) `y` !z", "*?[a]{b,c}~", "é;|&<>()#^"} {
		for _, open := range []string{"", `"`, `'`} {
			typed := escaped(word, firstRune(open))
			if plain, _ := unquote(open + typed); plain != word && typed != "" {
				t.Errorf("%q behind %q is typed %q, which reads %q", word, open, typed, plain)
			}
		}
	}
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// TestCompleteAgents holds that the agents of all epics, and ids, are offered where
// they are taken, and protocols only where they work.
func TestCompleteAgents(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		".git/HEAD": "", "epics/KAI-7/agent_checkpoints/secondary_a.json": "{}", "epics/KAI-8/agent_checkpoints/secondary_a.json": "{}",
		"epics/KAI-8/agent_checkpoints/primary.json": "{}", "conductor/tracks/login_20260213/metadata.json": "{}",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for command, want := range map[string]string{
		"bootstrap --agent ": "Agent-Primary Secondary-A",
		"verify ":            "KAI-7 KAI-8 login_20260213",
		"status ":            "KAI-7 KAI-8 login_20260213",
		"show --as ":         "ccc ohrfc",
	} {
		got, _ := offered(strings.Split(command, " ")...)
		words := slices.Clone(got)
		slices.Sort(words)
		if strings.Join(words, " ") != want {
			t.Errorf("%q: got %q, want %q", command, words, want)
		}
	}
}
