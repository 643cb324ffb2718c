package integration

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestSnippets(t *testing.T) {
	fence := regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```")
	for _, document := range []string{"editors.md", "lsp.md", "pre-commit.md"} {
		blocks := fence.FindAllStringSubmatch(read(t, filepath.Join(repository(t), "docs", document)), -1)
		if len(blocks) < 5 {
			t.Errorf("docs/%s has %d blocks", document, len(blocks))
		}
		for _, b := range blocks {
			var v any
			var err error
			switch b[1] {
			case "json":
				text := b[2]
				if !strings.HasPrefix(text, "{") { // part of a JSON object
					text = "{" + text + "}"
				}
				err = json.Unmarshal([]byte(text), &v)
			case "yaml":
				err = yaml.Unmarshal([]byte(b[2]), &v)
			}
			if err != nil {
				t.Errorf("docs/%s: %v in\n%s", document, err, b[2])
			}
		}
	}
}

func TestGuideNames(t *testing.T) {
	guide := read(t, filepath.Join(repository(t), "docs", "pre-commit.md"))
	var hooks []struct{ ID string }
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(repository(t), ".pre-commit-hooks.yaml"))), &hooks); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, h := range hooks {
		want[h.ID] = true
	}
	for name := range parsedAction(t).Inputs {
		want[name] = true
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(guide, -1) {
		if !want[row[1]] {
			t.Errorf("the guide has a row for %q, which does not exist", row[1])
		}
		delete(want, row[1])
	}
	for name := range want {
		t.Errorf("the guide has no row for %q", name)
	}
}

func TestPatternsAgree(t *testing.T) {
	const format = "%f:%l:%c: %t%*[a-z]: %m"
	page := strings.ReplaceAll(read(t, filepath.Join(repository(t), "docs", "editors.md")), `:\ `, ": ")
	if n, all := strings.Count(page, format), strings.Count(page, "%f:%l"); n != all || n < 4 {
		t.Errorf("%q occurs %d times of %d", format, n, all)
	}
}
