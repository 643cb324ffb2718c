package compare

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ohrfc"
)

func parse(t testing.TB, text string) *ohrfc.Checkpoint {
	t.Helper()
	c, err := ohrfc.ParseCheckpoint("checkpoint.md", text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s\nwant\n%s", what, got, want)
	}
}

// filled is a group with as many bullets in each subsection as its least, one at
// least. The word makes them differ from those of others.
func filled(key string, n int, word string) string {
	g := ohrfc.Group(key)
	var all []ohrfc.Filling
	for i := range g.Subsections {
		sub := &g.Subsections[i]
		f := ohrfc.Filling{Subsection: sub}
		for k := range max(1, sub.Min) {
			f.Bullets = append(f.Bullets, fmt.Sprintf("%s %s %d", word, sub.Slug(), k))
		}
		all = append(all, f)
	}
	return ohrfc.Format.RenderGroup(g.TitleFor(n), all, "\n")
}

func round(n int) string { return filled(ohrfc.GateBKey, n, fmt.Sprintf("r%d", n)) }

// checkpoint is a text with these groups and a Meta section.
func checkpoint(version int, phase string, evidence, round int, groups ...string) string {
	meta := fmt.Sprintf("## Meta\n- checkpoint_version: %d\n- last_phase: %s\n- strictness: Standard\n- artifact_state: %s",
		version, phase, ohrfc.FormatArtifact("a5d3b0ec", evidence, round))
	return "# Checkpoint: rfc-1\n\n" + strings.Join(append([]string{meta}, groups...), "\n\n---\n\n") + "\n"
}

// styles write the same checkpoint in other ways.
var styles = map[string]func(string) string{
	"template":         func(s string) string { return s },
	"crlf":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"byte order mark":  func(s string) string { return "\ufeff" + s },
	"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") },
	"no separators":    func(s string) string { return strings.ReplaceAll(s, "\n---\n\n", "\n") },
	"other marks":      func(s string) string { return strings.ReplaceAll(s, "\n- ", "\n* ") },
	"blank lines":      func(s string) string { return strings.ReplaceAll(s, "\n- ", "\n\n- ") },
	"front matter":     func(s string) string { return "---\nkind: unknown\n---\n" + s },
	"unknown key": func(s string) string {
		return strings.ReplaceAll(s, "- last_phase", "* **Owner**: Zoe\n- last_phase")
	},
	"text below the title": func(s string) string { return strings.Replace(s, "rfc-1\n", "rfc-1\n\nWhat is this?\n", 1) },
	"unknown section":      func(s string) string { return s + "\n## Notes\n" },
	"setext": func(s string) string {
		return strings.ReplaceAll(s, "# Checkpoint: rfc-1\n", "Checkpoint: rfc-1\n===\n")
	},
}

// hostile are texts that may read as something else.
var hostile = []string{
	"plain", "# heading", "## DESIGN Exit", "### Scan Insights", "===", "---", "- x", "1. x", "> quoted", "```", "~~~ go", "`a`",
	"<!-- open", "<!-- closed -->", "-->", "<pre>", "[a]: /target", "a\tb", "     a", "a\n- b", "a\n\n## DESIGN Exit", "\r", "a\rb",
	"é：", "\x00", "\ufeff", "\u2028", "\u00a0", "Resolved: x", "checkpoint_version: 9",
}
