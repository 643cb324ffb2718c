package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func (k *kill) name() string { return strings.TrimSuffix(k.run, at) }

func (k *kill) command() string {
	words := words(k.run)
	for n := min(2, len(words)); n > 0; n-- {
		if name := strings.Join(words[:n], " "); slices.Contains(writing[:], name) {
			return name
		}
	}
	return ""
}

func (k *kill) make(t *testing.T, dir string) {
	t.Helper()
	switch k.from {
	case "":
	case "demo", "rounds":
		must(t, os.CopyFS(dir, os.DirFS(filepath.Join(repository, "testdata", "demo"))))
	default:
		for _, f := range scriptFiles(t, k.from) {
			put(t, dir, f.Name, string(f.Data))
		}
	}
	if k.from == "rounds" {
		third := scriptFiles(t, "prune")[0]
		put(t, dir, room+"checkpoint.md", textOf(t, filepath.Join(dir, room+"checkpoint.md"))+string(third.Data))
	}
	for _, c := range k.edit {
		c.make(t, dir)
	}
}

func scriptFiles(t *testing.T, script string) []txtar.File {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", "script", script+".txtar"))
	must(t, err)
	return a.Files
}

func (c *change) make(t *testing.T, dir string) {
	t.Helper()
	text := c.new
	if c.old != "" {
		old := textOf(t, filepath.Join(dir, filepath.FromSlash(c.file)))
		if strings.Count(old, c.old) != 1 {
			t.Fatalf("%q is in %s %d times, want once", c.old, c.file, strings.Count(old, c.old))
		}
		text = strings.Replace(old, c.old, c.new, 1)
	}
	put(t, dir, c.file, text)
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestWritersKnown(t *testing.T) {
	out, err := exec.Command("mdck", "help", "all").Output()
	must(t, err)
	all := append(writing[:], reading[:]...)
	var helped []string
	for line := range strings.Lines(string(out)) {
		text, ok := strings.CutPrefix(line, "  ")
		name, _, summary := strings.Cut(text, "  ")
		if ok && summary && !strings.HasPrefix(text, "mdck ") {
			helped = append(helped, name)
		}
	}
	for _, name := range helped {
		if !slices.Contains(all, name) {
			t.Errorf("mdck %s is new: add it to writing or reading in kill_table_test.go", name)
		}
	}
	slices.Sort(all)
	for i, name := range all {
		if !slices.Contains(helped, name) || i > 0 && all[i-1] == name {
			t.Errorf("mdck %s is not in the help, or twice in writing and reading of kill_table_test.go", name)
		}
	}
	for _, name := range writing {
		if !slices.ContainsFunc(killed[:], func(k kill) bool { return k.command() == name }) {
			t.Errorf("mdck %s is never killed: add a row to killed in kill_table_test.go", name)
		}
	}
}
