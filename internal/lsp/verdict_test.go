package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/tree"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

func TestFinishedPlan(t *testing.T) {
	dir, _ := demo(t)
	file := filepath.Join(dir, ".planning", "phases", "01-a", "01-01-PLAN.md")
	const text = "---\nphase: 1\nplan: 01\nwave: 1\ndepends_on: []\nautonomous: no\n---\n<task type=\"auto\"><name>a</name><action>b</action></task>\n"
	put(t, file, text)
	put(t, strings.Replace(file, "PLAN", "SUMMARY", 1), "Done.\n")
	c := start(t)
	c.opens(file, text)
	if got := codes(c.wait(file, 1)); got != "plan/front-matter" {
		t.Errorf("found %q", got)
	}
	c.leave()
}

func TestBaseline(t *testing.T) {
	dir, file := demo(t)
	text := strings.Replace(readFile(t, file), "- last_phase", "- Last_phase", 1)
	put(t, filepath.Join(dir, ".mdck.yaml"), "baseline: known.json\n")
	c := start(t)
	c.opens(file, text)
	if got := c.wait(file, 1); len(got) > 0 || countSent(c, "window/showMessage") != 1 {
		t.Errorf("found %v without the baseline, and the server showed %d messages", got, c.counts["window/showMessage"])
	}
	s := New(nil, nil, Options{Loader: c.loader})
	d := &document{path: file, text: text, target: targetOf(c, file)}
	s.documents[file] = d
	put(t, filepath.Join(dir, ".mdck.yaml"), "")
	j, err := s.check(d)
	if err != nil || len(j.found) == 0 || j.found[0].Rule.ID != "ohrfc/meta" {
		t.Fatalf("found %v, %v", j.found, err)
	}
	f := &j.found[0]
	entry, err := json.Marshal(map[string]any{"path": ".ohrfc/rfc-20261104-offline-sync/checkpoint.md", "rule": f.Rule.ID, "fingerprint": lint.Fingerprint(f), "count": 1})
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".mdck.yaml"), "baseline: known.json\n")
	put(t, filepath.Join(dir, "known.json"), fmt.Sprintf(`{"version": 1, "findings": [%s]}`, entry))
	c.changes(file, 2)
	if got := codes(c.wait(file, 2)); got != "ohrfc/rfc-hash ohrfc/evidence-count" {
		t.Errorf("found %q, want what is not known", got)
	}
	c.changes(file, 3, change{Text: strings.Replace(text, "# Checkpoint", "# Chekpoint", 1)})
	if got := codes(c.wait(file, 3)); got != "ohrfc/title ohrfc/rfc-hash ohrfc/evidence-count" {
		t.Errorf("found %q", got)
	}
	c.leave()
}

func TestWritesNothing(t *testing.T) {
	dir, file := demo(t)
	before := names(t, dir)
	c := start(t)
	c.opens(file, strings.Replace(readFile(t, file), "- last_phase", "- Last_phase", 1))
	c.wait(file, 1)
	c.actions(file, everything)
	for _, method := range []string{"textDocument/formatting", "textDocument/hover"} {
		c.ask(method, at(file, 0, 0))
	}
	c.notify("textDocument/didSave", textDocument(file))
	c.leave()
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("there is %q, was %q", after, before)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestOverlay(t *testing.T) {
	dir := files(t, map[string]string{"a.md": "a", "b.md": "b"})
	s := New(nil, nil, Options{})
	own := &document{path: filepath.Join(dir, "a.md"), text: "typed"}
	s.documents[own.path], s.documents["/elsewhere"] = own, &document{path: "/elsewhere", text: "x"}
	files := s.overlay(tree.Dir(dir), dir, own)
	for name, want := range map[string]string{"a.md": "typed", "b.md": "b"} {
		if got, err := source.ReadFile(files, name); err != nil || got != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

func TestDue(t *testing.T) {
	dir, file := demo(t)
	workspace := filepath.Join(dir, ".ohrfc", "it's")
	if err := os.CopyFS(workspace, os.DirFS(filepath.Dir(file))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(workspace, "rfc.md")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	c := start(t)
	file = filepath.Join(workspace, "checkpoint.md")
	c.opens(file, readFile(t, file))
	var due string
	for _, d := range c.wait(file, 1) {
		if d.Code == "due" {
			due = d.Message
		}
	}
	if want := `there is no rfc.md; run: mdck init ohrfc '.ohrfc/it'\''s'`; due != want {
		t.Errorf("got %q, want %q", due, want)
	}
	c.leave()
}

func TestFormats(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "HANDOFF.md")
	put(t, filepath.Join(dir, ".mdck.yaml"), "formats:\n  h: {files: [HANDOFF.md], lines: many}\n")
	c := start(t)
	c.opens(file, "# H\n\n## Next\n\n#")
	if c.wait(file, 1); countSent(c, "window/showMessage") != 1 {
		t.Error("no message about the configuration was shown")
	}
	put(t, filepath.Join(dir, ".mdck.yaml"), `formats:
  h:
    files: [HANDOFF.md]
    sections: [{title: Status}, {title: Next, lines: 1}, {title: "Day {DATE}", optional: true}, {title: "Talk with {NAME}", optional: true}]
`)
	c.changes(file, 2)
	if got := codes(c.wait(file, 2)); got != "format/missing-section format/unfilled" {
		t.Errorf("found %q", got)
	}
	put(t, filepath.Join(dir, ".mdck.yaml"), "")
	c.changes(file, 3)
	if got := codes(c.wait(file, 3)); got != "" {
		t.Errorf("found %q without a format", got)
	}
	c.leave()
}
