package cli

import (
	"fmt"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// makeChange makes an edit of the files of t, or with diff prints what it would write.
func (s Streams) makeChange(w *change.Writer, t *workspace.Target, diff bool, edit protocol.Edit) (*change.Made, error) {
	if diff {
		made, err := w.Preview(edit)
		if err != nil {
			return nil, err
		}
		return made, (&writer{std: s, target: *t}).printDiff(made)
	}
	made, err := w.Update(edit)
	s.printFound(report.Name(t.Shown(t.Main)), made.Found)
	return made, err
}

// writeMade writes what was done to the files of t, a line each, then more lines, and the notes
// about the file called main.
func writeMade(b *strings.Builder, t *workspace.Target, main string, made *change.Made, more ...string) {
	line := func(name, format, text string) { fmt.Fprintf(b, "%s: "+format+"\n", report.Name(t.Shown(name)), text) }
	for _, f := range made.Reported() {
		for _, did := range f.Did {
			line(f.Name, "%s", report.OneLine(did))
		}
	}
	for _, text := range more {
		fmt.Fprintln(b, text)
	}
	if !made.Changed() {
		line(main, "%s", "nothing written: it holds all of that already")
	}
	for _, aside := range made.Archived {
		line(aside, "%s", "kept aside")
	}
	for _, note := range made.Notes {
		line(main, "note: %s", report.OneLine(note))
	}
}
