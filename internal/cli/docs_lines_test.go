package cli

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

func TestDocsLines(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d documents (%v)", len(pages), err)
	}
	quoted := regexp.MustCompile("`(mdck [a-z][^`]*)`")
	n := 0
	for _, name := range append(pages, "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		for _, m := range quoted.FindAllStringSubmatch(page, -1) {
			checkNames(t, name, strings.Fields(m[1])[1:])
		}
		for _, line := range pastedLines(page) {
			checkParses(t, name, line)
			n++
		}
	}
	if n < 200 {
		t.Errorf("found %d command lines, want at least 200", n)
	}
}

func pastedLines(page string) []string {
	page = strings.ReplaceAll(page, "\\\n", "")
	fence := regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```")
	blocks := fence.FindAllStringSubmatch(page, -1)
	text := strings.Join(regexp.MustCompile(`(?m)^ {4}mdck .*$`).FindAllString(fence.ReplaceAllString(page, ""), -1), "\n")
	if strings.HasPrefix(page, "<!-- Made by go test ./internal/cli ") { // only examples; a summary can begin with mdck
		text = strings.Join(regexp.MustCompile(`(?s)\nExamples:\n.*?(\n\n[A-Z]|\x60)`).FindAllString(page, -1), "\n")
		blocks = nil
	}
	for _, b := range blocks {
		if slices.Contains([]string{"sh", "console", "yaml"}, b[1]) {
			text += "\n" + b[2]
		}
	}
	var all []string
	for _, m := range regexp.MustCompile(`(?m)(?:^(?: {4})?(?:\$ )?|^exec |[|&] |run: )(mdck .*)$`).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

func checkParses(t *testing.T, page, line string) {
	t.Helper()
	words := shellWords(line)[1:]
	if c, rest := findCommand(words); c == nil || c.Name == "hook" {
		checkNames(t, page, words)
	} else if _, err := c.Parse(c.Line(), rest, app.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Errorf("%s: %s\n%v", page, line, err)
	}
}

func checkNames(t *testing.T, page string, words []string) {
	t.Helper()
	c, rest := findCommand(words)
	if c == nil {
		if !slices.Contains([]string{"help", "--help", "--version"}, words[0]) {
			t.Errorf("%s: mdck %s: no such command", page, strings.Join(words, " "))
		}
		return
	}
	parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	known := append(app.FlagsOf(parser), "--help", "--block-unsaved", "--save", "--findings")
	for _, word := range rest {
		flag, _, _ := strings.Cut(strings.Trim(word, "[].,…"), "=")
		if app.IsFlag(flag) && flag != "--" && !slices.Contains(known, flag) {
			t.Errorf("%s: mdck %s: no flag %s", page, strings.Join(words, " "), flag)
		}
	}
}

func shellWords(line string) []string {
	var words []string
	word := regexp.MustCompile(`^\s*((?:"[^"]*"|'[^']*'|[^\s"'|&;<>()])+)`)
	for {
		m := word.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], "#") {
			return words
		}
		line = line[len(m[0]):]
		words = append(words, strings.NewReplacer(`"`, "", "'", "").Replace(m[1]))
	}
}

func TestReadmeIsShort(t *testing.T) {
	const most = 150 // a reader's first page
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > most {
		t.Errorf("README.md has %d lines, want at most %d", n, most)
	}
}
