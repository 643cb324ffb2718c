package config

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"

	"mdck/mdcheckpoint/protocol"
)

var matchesPattern = protocol.Pattern().Match

func TestIgnored(t *testing.T) {
	base := filepath.Join(string(filepath.Separator)+"work", "repo")
	for _, c := range []struct{ pattern, yes, no string }{ // yes: matching paths; no: others
		{"docs", "docs docs/a docs/a/b.md", "doc docs2 x/docs docs.md"},
		{"docs/", "docs docs/a", "x/docs"},
		{"docs/**", "docs docs/a docs/a/b", "x/docs/a"},
		{"**/old", "old a/old a/b/old old/x a/old/x/y", "older a/older"},
		{"**/old-*", "old-1 a/old-1/checkpoint.md", "a/old"},
		{".ohrfc/rfc-2025*", ".ohrfc/rfc-2025-a .ohrfc/rfc-2025-a/checkpoint.md", ".ohrfc/rfc-2026 x/.ohrfc/rfc-2025"},
		{"a/*/c", "a/b/c a/b/c/d", "a/c a/b/b/c"},
		{"a?c", "abc aéc", "ac a/c abbc"},
		{"[a-c]x", "ax cx/y", "dx -x"},
		{"[!a-c]x", "dx", "ax"},
		{"*", "a .ohrfc/x/checkpoint.md", ""},
		{"é/*", "é/a", "e/a"},
		{".a/...", ".a/...", "a"},
		{"a/./b/../c", "a/c a/c/d", "a/b a/b/c"},
	} {
		if !matchesPattern(c.pattern) {
			t.Errorf("%q is no pattern", c.pattern)
		}
		p := newPatterns(base, []string{"nothing", c.pattern})
		for _, name := range strings.Fields(c.yes) {
			if !p.match(filepath.Join(base, filepath.FromSlash(name))) {
				t.Errorf("%s does not match %s", c.pattern, name)
			}
		}
		for _, name := range strings.Fields(c.no + " ../docs ../../old ..") {
			if p.match(filepath.Join(base, filepath.FromSlash(name))) {
				t.Errorf("%s matches %s", c.pattern, name)
			}
		}
		if p.match(base) {
			t.Errorf("%s matches the directory itself", c.pattern)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, s := range []string{
		"", "/", "/a", "!a", "a//b", "./a", "..", "../a", ".", "a\\b", "{a,b}", "a{", "}", "[", "[]", "[a", "a]", "[^]", "[!]", "[a/b]", "[[]]", "[a-]", "[-a]",
	} {
		if matchesPattern(s) {
			t.Errorf("%q is a pattern", s)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"a", "**/a-[0-9]*/", "a/[!b-c]?/..d", "[^a]", "a//b", "é/x y", "a-b/-", "!", "a\n", "[a\n]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !matchesPattern(s) {
			return
		}
		if !doublestar.ValidatePattern(path.Clean(s)) {
			t.Fatalf("%q is let through", s)
		}
		if strings.ContainsAny(s, "*?[\x00") || !filepath.IsLocal(s) || path.Clean(s) == "." {
			return
		}
		base := string(filepath.Separator) + "work"
		p := newPatterns(base, []string{s})
		self := filepath.Join(base, filepath.FromSlash(s))
		if !p.match(self) || !p.match(filepath.Join(self, "x")) || p.match(self+"x") || p.match(base) {
			t.Fatalf("%q does not match just itself", s)
		}
	})
}
