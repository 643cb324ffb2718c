//go:build unix

package main

import (
	"cmp"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A block is a fenced block of a document. A comment above the block has instructions:
//
//	<!-- not run: needs npm -->
//	<!-- run in demo, exits 1
//	commands that prepare the directory
//	-->
//	<!-- output -->
//
// The reason follows "not run"; "exits" gives the status of the last command. A block with the
// comment "output" has the output of the previous block. A console block has commands and their
// output.
//
// A block is run in one of these places:
//
//   - demo: a copy of the demonstration workspace
//   - empty: an empty directory
//   - clone: the clone of mdck
//   - the name of a script in testdata/script: a directory with the files of that script
//   - here, or no comment: the directory in which the previous block ended
type block struct {
	start, end int
	language   string
	text       string
	notRun     bool
	output     bool
	place      string
	status     int
	prepare    string
}

var (
	fence   = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```$|^````\\w*\n.*?^````$")
	comment = regexp.MustCompile(`(?s)<!-- (?:(not run: [^\n]+|output)|run (in \w+|here)(?:, exits (\d))?(?:\n(.*))?)\s*-->\n$`)
)

func TestDocs(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md"} {
		found, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	ran := 0
	for _, page := range pages {
		if name := filepath.Base(page); name == "cli.md" || name == "rules.md" {
			continue // generated page
		}
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := blocksOf(t, page, string(raw))
		ran += len(blocks)
		t.Run(filepath.Base(page), func(t *testing.T) { runPage(t, page, string(raw), blocks) })
	}
	if ran < 40 {
		t.Errorf("%d blocks", ran)
	}
}

func blocksOf(t *testing.T, page, text string) []block {
	t.Helper()
	var all []block
	for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
		if m[2] < 0 {
			continue // page with examples of blocks
		}
		b := block{start: m[4], end: m[5], language: text[m[2]:m[3]], text: text[m[4]:m[5]], place: "here"}
		if b.language == "" {
			t.Errorf("%s: a block without a language: sh, console for commands with their output, text for what is neither\n%s", page, b.text)
		}
		above := text[max(0, strings.LastIndex(text[:m[0]], "<!-- ")):m[0]]
		if said := comment.FindStringSubmatch(above); said != nil {
			b.notRun, b.output, b.prepare = strings.HasPrefix(said[1], "not"), said[1] == "output", said[4]
			b.status, _ = strconv.Atoi(said[3])
			b.place = strings.TrimPrefix(cmp.Or(said[2], "here"), "in ")
		} else if strings.HasSuffix(above, "-->\n") {
			t.Errorf("%s: a comment that the test of documents does not know: %s", page, above)
		}
		if b.output || b.language == "sh" || b.language == "console" {
			all = append(all, b)
		}
	}
	return all
}

func runPage(t *testing.T, page, text string, blocks []block) {
	t.Parallel()
	dir, made, printed := "", "", ""
	end := 0 // end of the finished part
	for _, b := range blocks {
		if b.notRun {
			continue
		}
		if printed = b.run(t, &dir, printed); b.language != "sh" {
			made += text[end:b.start] + b.shown(t, printed)
			end = b.end
		}
	}
	if made += text[end:]; *update && made != text {
		if err := os.WriteFile(page, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (b block) run(t *testing.T, dir *string, printed string) string {
	t.Helper()
	if b.place != "here" {
		*dir = b.makePlace(t)
	}
	if *dir == "" {
		t.Fatalf("the first block has no comment about where it is run:\n%s", b.text)
	}
	switch b.language {
	case "sh":
		return runShell(t, dir, b.prepare+"\n"+b.text, b.status)
	case "console":
		runShell(t, dir, b.prepare, 0)
		return b.session(t, dir)
	}
	return printed
}

// shown returns the text for the document, unchanged if only times differ.
func (b block) shown(t *testing.T, printed string) string {
	t.Helper()
	got := plain(printed)
	if constant(got) == constant(b.text) {
		return b.text
	}
	if !*update {
		t.Errorf("the document shows\n%s\nwhat is printed is\n%s\ngo test ./cmd/mdck -run TestDocs -update writes it", b.text, got)
	}
	return got
}

func (b block) makePlace(t *testing.T) string {
	t.Helper()
	if b.place == "clone" {
		return repository
	}
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	switch b.place {
	case "empty":
	case "demo":
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "testdata", "demo"))); err != nil {
			t.Fatal(err)
		}
		runShell(t, &dir, "git init -q && git add . && git commit -q -m 'docs: the second round of the gate'", 0)
	default:
		files, err := txtar.FS(&txtar.Archive{Files: scriptFiles(t, b.place)})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func (b block) session(t *testing.T, dir *string) string {
	t.Helper()
	var made strings.Builder
	lines := strings.SplitAfter(b.text, "\n")
	starts := func(line string) bool { return strings.HasPrefix(line, "$ ") }
	for i := slices.IndexFunc(lines, starts); i >= 0 && i < len(lines); {
		command := lines[i][2:]
		made.WriteString(lines[i])
		for i++; i < len(lines) && !starts(lines[i]); i++ {
			if more, ok := strings.CutPrefix(lines[i], "> "); ok {
				command += more
				made.WriteString(lines[i])
			}
		}
		status := 0
		if i == len(lines) {
			status = b.status
		}
		made.WriteString(runShell(t, dir, command, status))
	}
	return made.String()
}

// runShell returns the output of a script. It sets dir to the directory in which the script ends.
func runShell(t *testing.T, dir *string, script string, want int) string {
	t.Helper()
	ended := filepath.Join(t.TempDir(), "pwd")
	cmd := exec.Command("sh", "-ec", "trap 'pwd >\""+ended+"\"' EXIT\n"+script)
	cmd.Dir = *dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		cmd.Env = append(cmd.Env, "GIT_"+who+"_NAME=Ann", "GIT_"+who+"_EMAIL=ann@example.org", "GIT_"+who+"_DATE=2026-11-20T08:00:00Z")
	}
	home := t.TempDir()
	if *dir != repository { // go needs the real HOME
		cmd.Env = append(cmd.Env, "HOME="+home)
	}
	out, err := cmd.CombinedOutput()
	exit, _ := errors.AsType[*exec.ExitError](err)
	if got := cmd.ProcessState.ExitCode(); err != nil && exit == nil || got != want {
		t.Fatalf("status %d (%v), want %d\n%s\n%s", got, err, want, script, out)
	}
	if at, err := os.ReadFile(ended); err == nil {
		*dir = strings.TrimSpace(string(at))
	}
	bin, _, _ := strings.Cut(os.Getenv("PATH"), string(filepath.ListSeparator))
	return strings.NewReplacer(home, "/home/ann", bin, "/usr/local/bin").Replace(string(out))
}

func plain(text string) string {
	return regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(text, "")
}

func constant(text string) string {
	for _, row := range [][2]string{
		{"\u00a0", " "}, // from the picture
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`, "TIME"},
		{`\b[0-9a-f]{7,40}\b`, "COMMIT"},
		{`\b\d+[mhd]\b`, "AGE"},
		{` +`, " "},
		{`\d+ tokens|\d+/\d+ tokens \d+%|\d+/2500 \d+%`, "TOKENS"}, // a commit is in these texts
	} {
		text = regexp.MustCompile(row[0]).ReplaceAllString(text, row[1])
	}
	return text
}
