package lint_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

type files map[string]string

func validFiles(t testing.TB) files {
	t.Helper()
	all := files{}
	tree := os.DirFS("testdata/valid")
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (f files) input() lint.Input {
	var list []lint.ExampleFile
	for _, name := range slices.Sorted(maps.Keys(f)) {
		list = append(list, lint.ExampleFile{Name: name, Text: f[name]})
	}
	return exampleInput(&lint.Example{}, list)
}

// findings formats each finding as "severity rule \"text\"", with the first line of its span.
func findings(t testing.TB, in lint.Input) []string {
	t.Helper()
	all, err := lint.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, d := range all {
		first, _, _ := strings.Cut(d.File.Slice(d.Span), "\n")
		texts = append(texts, fmt.Sprintf("%s %s %q", d.Severity, d.Rule.ID, strings.TrimSuffix(first, "\r")))
	}
	return texts
}

type change func(string) string

func swap(old, new string) change {
	return func(text string) string {
		if !strings.Contains(text, old) {
			panic(fmt.Sprintf("no %q in the text", old))
		}
		return strings.ReplaceAll(text, old, new)
	}
}

func lines(pattern, new string) change {
	re := regexp.MustCompile("(?m)" + pattern)
	return func(text string) string {
		if !re.MatchString(text) {
			panic(fmt.Sprintf("nothing matches %s", pattern))
		}
		return re.ReplaceAllString(text, new)
	}
}

func after(old, more string) change { return swap(old, old+more) }

func then(all ...change) change {
	return func(text string) string {
		for _, c := range all {
			text = c(text)
		}
		return text
	}
}

var (
	crlf   = swap("\n", "\r\n")
	before = func(more string) change { return func(text string) string { return more + text } }
	atEnd  = func(more string) change { return func(text string) string { return text + more } }
	asIs   = then()
)

func TestValid(t *testing.T) {
	const crews, clocks = "- Field crews work a whole day without network and must not lose a write\n", "- Clocks of devices differ by minutes\n"
	const first, second = "- No new service to run; the pilot starts in March\n", "- DEC-003 needs the counter that DEC-001 stores\n"
	for _, test := range []struct {
		name string
		make change
		want []string
	}{
		{"as it is", asIs, nil},
		{"CRLF", crlf, nil},
		{"byte order mark", before("\ufeff"), nil},
		{"byte order mark and CRLF", then(crlf, before("\ufeff")), nil},
		{"no final newline", func(s string) string { return strings.TrimSuffix(s, "\n") }, nil},
		{"CRLF without final newline", func(s string) string { return strings.TrimSuffix(crlf(s), "\r\n") }, nil},
		{"blank lines at the end", atEnd("\n\n\n"), nil},
		{"setext title", lines(`^# (.*)$`, "$1\n====="), nil},
		{"setext groups", lines(`^## (.*)$`, "$1\n-----"), nil},
		{"setext groups of three hyphens", lines(`^## (.*)$`, "$1\n---"), nil},
		{"setext of CRLF", then(lines(`^## (.*)$`, "$1\n---"), crlf), nil},
		{"closed headings", lines(`^(#+) (.*)$`, "$1 $2 $1"), nil},
		{"headings closed with other marks", lines(`^(#+) (.*)$`, "$1 $2 #"), nil},
		{"indented headings", lines(`^(##? )`, "   $1"), nil},
		{"headings with more space", lines(`^(#+) `, "$1   "), nil},
		{"headings with a tab", lines(`^(#+) `, "$1\t"), nil},
		{"all in upper case", strings.ToUpper, []string{
			`error ohrfc/title "# CHECKPOINT: RFC-20261104-SYNC"`,
			`warning ohrfc/meta "CHECKPOINT_VERSION"`, `warning ohrfc/meta "LAST_PHASE"`, `warning ohrfc/meta "GATE_B_ROUND_2"`,
			`warning ohrfc/meta "STRICTNESS"`, `warning ohrfc/meta "STANDARD"`, `warning ohrfc/meta "ARTIFACT_STATE"`,
			`warning ohrfc/meta "HASH"`,
		}},
		{"headings in lower case", lines(`^## (\S+) Exit$`, "## $1 exit"), nil},
		{"emphasis in the title", lines(`^# (.*)$`, "# **$1**"), nil},
		{"code in the title", lines(`^# Checkpoint: (.*)$`, "# Checkpoint: `$1`"), nil},
		{"full-width colon in the title", swap("# Checkpoint: ", "# Checkpoint："), nil},
		{"emphasis in headings", lines(`^(##+) (.*)$`, "$1 *$2*"), nil},
		{"bullets of stars", lines(`^- `, "* "), nil},
		{"bullets of plus signs", lines(`^- `, "+ "), nil},
		{"numbered bullets", lines(`^- `, "1. "), nil},
		{"bullets numbered with brackets", lines(`^- `, "7) "), nil},
		{"bullets of different kinds", swap(clocks, "* Clocks of devices differ by minutes\n"), nil},
		{"bullets with more space", lines(`^- `, "-   "), nil},
		{"bullets with a tab", lines(`^- `, "-\t"), nil},
		{"indented bullets", lines(`^- `, "  - "), nil},
		{"bullets as tasks", lines(`^- ([A-Z])`, "- [x] $1"), nil},
		{"white space after bullets", lines(`^(- .*)$`, "$1  "), nil},
		{"blank lines between all lines", swap("\n", "\n\n"), nil},
		{"blank lines of white space", swap("\n\n", "\n \t\n"), nil},
		{"no blank lines but before separators", then(lines(`\n+`, "\n"), swap("\n---\n", "\n\n---\n")), nil},
		{"separators of stars", lines(`^---$`, "***"), nil},
		{"long separators", lines(`^---$`, "* * * * *"), nil},
		{"no separators", swap("---\n\n", ""), nil},
		{"a separator at the end", atEnd("\n---\n"), nil},
		{"full-width colons in Meta", lines(`^(- [a-z_]+): `, "$1："), nil},
		{"more space in Meta", lines(`^(- [a-z_]+): `, "$1  :   "), nil},
		{"keys in bold", lines(`^- ([a-z_]+):`, "- **$1**:"), nil},
		{"keys and colons in bold", lines(`^- ([a-z_]+):`, "- **$1:**"), nil},
		{"keys and values in backticks", lines(`^- ([a-z_]+): (.*)$`, "- `$1`: `$2`"), nil},
		{"values in backticks", lines(`^- ([a-z_]+): (.*)$`, "- $1: `$2`"), nil},
		{"keys in another order", then(swap("- strictness: Standard\n", ""), swap("- checkpoint_version", "- strictness: Standard\n- checkpoint_version")), nil},
		{"a key of one's own", after("- strictness: Standard\n", "- owner: sync team\n"), nil},
		{"more space in artifact_state", then(lines(`rfc\.md\((.*)\), `, "rfc.md( $1 ),  "), swap("gate_b_round=2", "gate_b_round = 2")), nil},
		{"one item", swap("2 items", "2 item"), nil},
		{"hash in upper case", func(s string) string {
			return regexp.MustCompile(`rfc\.md\(.*?\)`).ReplaceAllStringFunc(s, func(m string) string { return "rfc.md" + strings.ToUpper(m[6:]) })
		}, []string{`warning ohrfc/meta "HASH"`}},
		{"strictness in lower case", swap("Standard", "standard"), []string{`warning ohrfc/meta "standard"`}},
		{"last_phase in title case", swap("gate_b_round_2", "Gate_B_Round_2"), []string{`warning ohrfc/meta "Gate_B_Round_2"`}},
		{"front matter", before("---\ntitle: sync\n---\n\n"), nil},
		{"front matter with a heading in it", before("---\n# Meta\n## Meta\n...\n"), nil},
		{"byte order mark and front matter", before("\ufeff---\ntitle: sync\n---\n"), nil},
		{"text before the title", before("Kept by the sync team.\n\n"), nil},
		{"a comment before the title", before("<!-- kept by the sync team -->\n\n"), nil},
		{"text below the title", lines(`^(# .*)$`, "$1\n\nKept by the sync team."), nil},
		{"text below a group", after("## DESIGN Exit\n", "\nAfter the call of the 12th.\n"), nil},
		{"nested items", after(second, "  - and the other way round\n"), []string{`warning ohrfc/one-line-bullet "- DEC-003 needs the counter that DEC-001 stores"`}},
		{"nested numbered items", after(second, "  1. and the other way round\n"), []string{`warning ohrfc/one-line-bullet "- DEC-003 needs the counter that DEC-001 stores"`}},
		{"a bullet of two lines", after(second, "  and the timer\n"), []string{`warning ohrfc/one-line-bullet "- DEC-003 needs the counter that DEC-001 stores"`}},
		{"a lazy second line", after(second, "and the timer\n"), []string{`warning ohrfc/one-line-bullet "- DEC-003 needs the counter that DEC-001 stores"`}},
		{"headings in a fence", after(second, "\n```markdown\n# Checkpoint: other\n## Meta\n### Scan Insights\n- x\n```\n"), nil},
		{"headings in a fence of tildes", after(second, "\n~~~\n## Meta\n~~~\n"), nil},
		{"headings in indented code", after(second, "\nNote:\n\n    ## Meta\n"), nil},
		{"headings in a comment", after("gate_b_round=2\n", "\n<!--\n## Meta\n### Scan Insights\n-->\n"), nil},
		{"headings in a quote", after(second, "\n> ## Meta\n> - checkpoint_version: 9\n"), nil},
		{"what is no title", after("gate_b_round=2\n", "\n<!-- # A -->\n\n> # B\n\n    # C\n\n#D\n\n\\# E\n\n<h1>F</h1>\n\n~~~\n# G\n~~~\n"), nil},
		{"headings in an item", swap(second, "- ## DEC-003 needs the counter that DEC-001 stores\n"), nil},
		{"a table", after(second, "\n| a | b |\n|---|---|\n| 1 | 2 |\n"), nil},
		{"HTML", after(second, "\n<details>\nlog\n</details>\n"), nil},
		{"a definition of a link", atEnd("\n[dec]: https://rfc.example.org/dec\n"), nil},
		{"deeper headings", swap(second, "#### Weak ones\n"+second), []string{`warning ohrfc/unknown-section "#### Weak ones"`}},
		{"not ASCII", swap(first, "- 新しいサービスなし; начало в марте — été 🚲\n"), nil},
		{"not ASCII and composed otherwise", swap(first, "- e\u0301te\u0301\u200d\u00a0\u202f: x\n"), nil},
		{"bullets of one word", lines(`^- (DEC-00[12]).*$`, "- $1"), nil},
		{"links and code in bullets", swap(crews, "- [Crews](../crews.md) lose `writes` in <https://example.org/log>\n"), nil},
		{"bold labels", lines(`^- (Resolved|New):`, "- **$1:**"), nil},
		{"labels with a full-width colon", lines(`^- (Resolved|New): `, "- $1："), nil},
		{"labels with a dash", lines(`^- (Resolved|New): `, "- **$1** — "), nil},
		{"labels with a hyphen behind a picture", lines(`^- (Resolved|New): `, "- ✅ $1 - "), nil},
		{"labels in lower case", swap("Resolved:", "resolved:"), nil},
		{"no tension", lines(`(?s)(Tensions Updated\n)- Resolved.*$`, "$1- None.\n"), nil},
		{"no tension, with words", lines(`(?s)(Tensions Updated\n)- Resolved.*$`, "$1- **None** in this round\n"), nil},
		{"no tension, in a sentence", lines(`(?s)(Tensions Updated\n)- Resolved.*$`, "$1- No new tensions came up.\n"), nil},
		{"no tensions left", lines(`(?s)(Tensions Updated\n)- Resolved.*$`, "$1"), nil},
		{"a review", atEnd("\n---\n\n## REVIEW Exit\n\n### What Changed\n- §5 has a way back\n"), nil},
		{"an empty review", atEnd("\n---\n\n## REVIEW Exit\n"), nil},
		{"words of placeholders within text", swap(first, "- The code has a TODO at the timer, and <id> is not escaped\n"), nil},
		{"separators of conflicts alone", after("- §4.2: retry and back-off share one timer\n", "\n=======\n"), nil},
		{"a mention of an ignored rule", swap(first, "- write mdck:ignore title to silence it\n"), nil},
		{"nul bytes", swap(first, "- a \x00 b\n"), []string{`warning any/hidden "\x00"`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := validFiles(t)
			hash := ohrfcHash(f)
			f["checkpoint.md"] = test.make(f["checkpoint.md"])
			for i, want := range test.want {
				test.want[i] = strings.ReplaceAll(want, "HASH", strings.ToUpper(hash))
			}
			if got := findings(t, f.input()); !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func ohrfcHash(f files) string {
	c, err := ohrfc.ParseCheckpoint("", f["checkpoint.md"])
	if err != nil {
		panic(err)
	}
	return c.Meta.Artifact.Hash.Text
}

func TestValidElsewhere(t *testing.T) {
	f := validFiles(t)
	in := f.input()
	tree, err := fs.Sub(in.Tree, path.Dir(in.Path))
	if err != nil {
		t.Fatal(err)
	}
	in.Tree, in.Path = tree, "checkpoint.md"
	if got := findings(t, in); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}
