package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	link := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	code := regexp.MustCompile("(?ms)^ *```.*?^ *```$|`[^`\n]*`")
	known := map[string][]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
				target := page
				if m[1] != "" {
					target = filepath.Join(filepath.Dir(page), m[1])
				}
				if known[target] == nil {
					known[target] = anchors(target)
				}
				if !slices.Contains(known[target], m[2]) {
					t.Errorf("%s: %s leads nowhere", page, m[0])
				}
			}
		}
	}
}

func anchors(name string) []string {
	if _, err := os.Stat(name); err != nil {
		return []string{"nowhere"}
	}
	all := []string{""}
	text, _ := os.ReadFile(name) // none for a directory
	sign := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.ReplaceAll(sign.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}
