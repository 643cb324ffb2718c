package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed mutated.txt
var helper string

// replaced marks an edit whose text comes in place of what is there, not around it.
const replaced = "\x00"

// rewrite builds the mutants into the copy.
func (t *tree) rewrite(mutants []mutant) error {
	files := map[string][]edit{}
	for _, m := range mutants {
		for _, e := range m.edits {
			files[e.file] = append(files[e.file], e)
		}
	}
	for name, edits := range files {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(apply(string(old), edits)), 0o666); err != nil {
			return err
		}
	}
	dir := filepath.Join(t.dir, "internal", "mutated")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	text := fmt.Sprintf(helper, t.current(), t.reached())
	return os.WriteFile(filepath.Join(dir, "mutated.go"), []byte(text), 0o666)
}

// current is the file that holds the number of the mutant for processes whose
// environment is made by a test; reached is where they tell which mutants they met.
func (t *tree) current() string { return filepath.Join(t.work, "current") }
func (t *tree) reached() string { return filepath.Join(t.work, "reached") }

// A piece is a text that is put at an offset, or stands for cut bytes from there.
type piece struct {
	at, cut int
	text    string
	opens   bool
	length  int // of what its edit is around
	order   int
}

// apply puts texts around nodes that lie in one another.
func apply(text string, edits []edit) string {
	var pieces []piece
	for i, e := range edits {
		n := e.end - e.start
		if e.after == replaced {
			pieces = append(pieces, piece{e.start, n, e.before, true, n, i})
			continue
		}
		pieces = append(pieces, piece{e.start, 0, e.before, true, n, i}, piece{e.end, 0, e.after, false, n, i})
	}
	slices.SortStableFunc(pieces, inOrder)
	var out strings.Builder
	next := 0
	for _, p := range pieces {
		out.WriteString(text[next:p.at])
		out.WriteString(p.text)
		next = p.at + p.cut
	}
	out.WriteString(text[next:])
	return importing(out.String())
}

// inOrder puts what closes before what opens at one place, and the inner of two
// pairs inside.
func inOrder(a, b piece) int {
	switch {
	case a.at != b.at:
		return a.at - b.at
	case a.opens != b.opens && a.opens:
		return 1
	case a.opens != b.opens:
		return -1
	case a.opens:
		return cmp.Or(b.length-a.length, a.order-b.order)
	}
	return cmp.Or(a.length-b.length, b.order-a.order)
}

// importing adds the import, on the line of the package clause, so that line numbers stay.
func importing(text string) string {
	at := 0
	if !strings.HasPrefix(text, "package ") {
		at = strings.Index(text, "\npackage ") + 1
	}
	end := at + strings.IndexByte(text[at:], '\n')
	return text[:end] + `; import "mdck/internal/mutated"` + text[end:]
}
