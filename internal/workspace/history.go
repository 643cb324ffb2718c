package workspace

import (
	"errors"
	"io/fs"
	"slices"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A History knows which targets are history: nobody works on them any more. It is safe for
// concurrent use.
type History struct{ folders sync.Map }

// Has reports whether t is history.
func (h *History) Has(t *Target, files fs.FS) bool {
	row := t.Row()
	if row.History == nil {
		return false
	}
	read := sync.OnceValue(func() func(string) bool { return row.History(files, t.Folder) })
	is, _ := h.folders.LoadOrStore(row.Name+t.File(t.Folder), read)
	return is.(func() func(string) bool)()(t.Main)
}

// InHistory returns the findings that are reported even in history: secrets.
func InHistory(found []lint.Diagnostic) []lint.Diagnostic {
	return slices.DeleteFunc(slices.Clone(found), func(d lint.Diagnostic) bool { return !d.Rule.Sensitive })
}

// HistoryChecker reads only the text of a file, which suffices for [InHistory].
var HistoryChecker = lint.Checker{Read: readText, Rules: func() []lint.Rule { return nil }}

func readText(in lint.Input) *lint.Checkpoint {
	c := lint.NewCheckpoint()
	text, err := source.ReadFile(in.Tree, in.Main)
	if err != nil && !errors.Is(err, source.ErrTooLarge) { // the beginning of the file is enough
		c.Faults[in.Main] = err
		return c
	}
	c.Files[in.Main] = source.NewFile(in.Main, text)
	return c
}
