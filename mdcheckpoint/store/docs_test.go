package store_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the program prints into docs/library.md")

func block(t *testing.T, page, fence string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "\n"+fence+"\n")
	text, _, closed := strings.Cut(rest, "\n"+strings.TrimRight(fence, "abcdefghijklmnopqrstuvwxyz")+"\n")
	text += "\n"
	if !ok || !closed {
		t.Fatalf("there is no block %s", fence)
	}
	return text
}

func TestLibraryPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	must(t, err)
	raw, err := os.ReadFile(filepath.Join(root, "docs", "library.md"))
	must(t, err)
	page, dir := string(raw), t.TempDir()
	program := block(t, page, "```go")
	if lines := strings.Count(program, "\n"); lines > 25 {
		t.Errorf("the program has %d lines", lines)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	must(t, err)
	for name, text := range map[string]string{
		"main.go": program, "go.sum": string(sums), "go.mod": strings.Replace(block(t, page, "```mod"), "../mdck", fmt.Sprintf("%q", root), 1),
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	build := exec.Command("go", "build", "-o", "example.exe", ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	work := t.TempDir()
	must(t, os.WriteFile(filepath.Join(work, "HANDOFF.md"), []byte(block(t, page, "```markdown")), 0o644))
	run := exec.Command(filepath.Join(dir, "example.exe"))
	run.Dir = work
	out, err := run.Output()
	at := regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)
	fixed := at.ReplaceAll(out, []byte("2026-11-26T09:30:00Z"))
	if *update {
		before, rest, _ := strings.Cut(page, "\n```text\n")
		_, after, _ := strings.Cut(rest, "```\n")
		page = before + "\n```text\n" + string(fixed) + "```\n" + after
		must(t, os.WriteFile(filepath.Join(root, "docs", "library.md"), []byte(page), 0o644))
	}
	if want := block(t, page, "```text"); err != nil || !bytes.Equal(fixed, []byte(want)) {
		t.Errorf("it prints %v\n%s\nwant\n%s", err, fixed, want)
	}
}
