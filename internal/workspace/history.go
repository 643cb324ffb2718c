package workspace

import (
	"io/fs"
	"slices"
	"sync"

	"mdck/lint"
)

// A History reports which targets nobody works on any more. It is safe for concurrent use.
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

// InHistory returns the findings that are reported even for history: secrets.
func InHistory(found []lint.Diagnostic) []lint.Diagnostic {
	return slices.DeleteFunc(slices.Clone(found), func(d lint.Diagnostic) bool { return !d.Rule.Sensitive })
}
