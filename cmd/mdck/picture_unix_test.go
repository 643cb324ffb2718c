//go:build unix

package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// pictured has the commands in docs/terminal.svg.
const pictured = `git init -q
mdck init handoff --title "orders survive a restart"
mdck handoff next "write the queue"
mdck handoff pending "write the test of the queue"
echo 'package shop' > queue.go
git add . && git commit -q -m "write the queue"
mdck handoff done --evidence queue.go
printf '\n- write the queue\n- write the guide\n' > more
sed -i.old '/^- write the test of the queue/r more' HANDOFF.md
rm HANDOFF.md.old more
echo 'type Order struct{}' >> queue.go
git add . && git commit -q -m "write the type of an order"
`

func TestPicture(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	runShell(t, &dir, pictured, 0)
	var lines []string
	for _, c := range []struct {
		words, flags string
		status       int
	}{{"status", " --color always", 0}, {"lint", " --color always", 1}, {"verify", "", 1}} {
		lines = append(lines, "\x1b[1m$ mdck "+c.words+"\x1b[0m")
		printed := runShell(t, &dir, "mdck "+c.words+c.flags, c.status)
		lines = append(append(lines, strings.Split(strings.TrimSpace(printed), "\n")...), "")
	}
	name := filepath.Join(repository, "docs", "terminal.svg")
	old, err := os.ReadFile(name)
	made := svg(lines)
	if constant(string(old)) == constant(made) {
		return
	}
	if !*update {
		t.Fatalf("docs/terminal.svg is stale (%v): run go test ./cmd/mdck -run TestPicture -update", err)
	}
	if err := os.WriteFile(name, []byte(made), 0o644); err != nil {
		t.Fatal(err)
	}
}

func svg(lines []string) string {
	const em, lineHeight, margin = 7.8, 18, 16
	var text strings.Builder
	width := 0
	for i, line := range lines {
		width = max(width, utf8.RuneCountInString(plain(line)))
		fmt.Fprintf(&text, "<text x=\"%d\" y=\"%d\">%s</text>\n", margin, margin+lineHeight*(i+1), spans(line))
	}
	wide, high := int(em*float64(width))+2*margin, lineHeight*len(lines)+2*margin
	return fmt.Sprintf(`<!-- Made by go test ./cmd/mdck -run TestPicture -update; do not edit. -->
<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="mdck in a terminal">
<rect width="%[1]d" height="%[2]d" rx="8" fill="#1f2430"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#d8dee9">
%[3]s</g>
</svg>
`, wide, high, text.String())
}

func spans(line string) string {
	styles := map[string]string{
		"1": `font-weight="bold"`, "2": `fill="#8a93a5"`, "36": `fill="#88d0e0"`, "1;31": `fill="#ff7b85" font-weight="bold"`,
		"1;33": `fill="#f0c674" font-weight="bold"`,
	}
	var b strings.Builder
	open := ""
	for _, m := range regexp.MustCompile(`(?:\x1b\[([0-9;]*)m)?([^\x1b]*)`).FindAllStringSubmatch(line, -1) {
		if strings.HasPrefix(m[0], "\x1b") {
			b.WriteString(open)
			open = ""
			if style := styles[m[1]]; style != "" {
				b.WriteString("<tspan " + style + ">")
				open = "</tspan>"
			}
		}
		b.WriteString(strings.ReplaceAll(html.EscapeString(m[2]), " ", "\u00a0")) // SVG viewers collapse repeated spaces
	}
	return b.String() + open
}
