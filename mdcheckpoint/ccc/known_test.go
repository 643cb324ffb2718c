package ccc

import (
	"testing"
	"testing/fstest"
)

func TestKnownIsNotReadAgain(t *testing.T) {
	const text = "# Session Progress\n\n## Remaining Tasks\n\n- a\n"
	known, err := ParseProgress("p.md", text)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]struct {
		path, text string
		same       bool
	}{
		"it":            {"p.md", text, true},
		"another text":  {"p.md", text + "- b\n", false},
		"another name":  {"q.md", text, false},
		"an empty text": {"p.md", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{e.path: {Data: []byte(e.text)}}
			p := Read(tree, e.path, "", known).Progress
			if p == nil || (p == known) != e.same || p.Text() != e.text || p.Document.File.Name != e.path {
				t.Errorf("got %v; reuse of the known file: want %t", p, e.same)
			}
		})
	}
}
