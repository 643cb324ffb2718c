package ccc

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestKeyFileForms checks which files a prompt is read to name behind "Key files:", in a
// tree with src, Makefile and "docs/my file.md".
func TestKeyFileForms(t *testing.T) {
	tree := fstest.MapFS{"src/a.go": {}, "Makefile": {}, "docs/my file.md": {}}
	for list, want := range map[string]string{
		"src/a.go, b.go":                                       "src/a.go|b.go",
		"`docs/my file.md`, `x, y.md`":                         "docs/my file.md|x, y.md",
		"`docs/my. file.md`. Next: go":                         "docs/my. file.md",
		"[a](src/a.go), [b](<b c.md>)":                         "src/a.go|b c.md",
		"[a](src/a.go#L3) and [b](b.go)":                       "src/a.go|b.go",
		"[docs](https://example.com/a.md)":                     "",
		"e.g. src/a.go":                                        "src/a.go",
		"src/a.go and/or b.go":                                 "src/a.go",
		"src/a.go (was src/old.go)":                            "src/a.go",
		"the parser in src/p.go":                               "src/p.go",
		"v1.2.3, 1.x, and/or, i.e., 2.0":                       "",
		"Makefile, Nofile":                                     "Makefile",
		"src/parser, yes/no":                                   "src/parser",
		"~/x, /etc/y, ../z.go":                                 "~/x|/etc/y|../z.go",
		"**src/a.go**":                                         "src/a.go",
		"`src/a.go:12`, (b.go)":                                "src/a.go|b.go",
		"src/a.go、b.go。别的":                                     "src/a.go|b.go",
		"fmt.Println, .gitignore":                              ".gitignore",
		"[file list]":                                          "",
		"\n- src/a.go: parse, then print\n- `docs/my file.md`": "src/a.go|docs/my file.md",
	} {
		for _, label := range []string{"Key files: ", "**Key files:** ", "**Key files**: ", "关键文件："} {
			var names []string
			for _, f := range keyFilesIn(tree, "Go on. "+label+list) {
				names = append(names, f.name)
			}
			if got := strings.Join(names, "|"); got != want {
				t.Errorf("%s%q: got %q, want %q", label, list, got, want)
			}
		}
	}
}

// TestNamedInPrompt checks which commits and which branch a prompt claims.
func TestNamedInPrompt(t *testing.T) {
	for prompt, want := range map[string]string{
		"Last commit: deadbee1":                              "deadbee1",
		"Commit `abc1234`, commit **abc12345**.":             "abc1234|abc12345",
		"commit abc123":                                      "", // too short
		"recommit abc1234 committed abc1234":                 "",
		"commit defaced":                                     "", // a word
		"commit abc1234x":                                    "",
		"commit\nabc1234":                                    "",
		"commit 0123456789012345678901234567890123456789012": "",
		"Branch: feature/x\n":                                "branch feature/x",
		"- **Branch:** `feature/x`.":                         "branch feature/x",
		"Branch: feature/x, from main":                       "",
		"The branch: x":                                      "",
		"Branch:":                                            "",
	} {
		var names []string
		for _, n := range commitsIn(prompt) {
			if prompt[n.start:n.end] != n.text {
				t.Errorf("%q: %q stands at %q", prompt, n.text, prompt[n.start:n.end])
			}
			names = append(names, n.text)
		}
		if n, ok := branchIn(prompt); ok {
			if prompt[n.start:n.end] != n.text {
				t.Errorf("%q: %q stands at %q", prompt, n.text, prompt[n.start:n.end])
			}
			names = append(names, "branch "+n.text)
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
}
