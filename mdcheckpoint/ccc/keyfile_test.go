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
