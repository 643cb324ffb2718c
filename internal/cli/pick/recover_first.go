package pick

import (
	"errors"
	"fmt"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// findRecovering calls find. If an interrupted write is then finished, it calls find again.
func (f *Picker) findRecovering(find func(workspace.Finder) ([]workspace.Target, error)) ([]workspace.Target, error) {
	finder := f.Finder()
	var homes []string
	finder.Visit = func(dir string) { homes = append(homes, dir) }
	found, err := find(finder)
	if f.talk == nil {
		return found, err
	}
	again, known := false, map[string]bool{}
	for i := range found {
		known[found[i].Dir()] = true
	}
	var faults []error
	for _, dir := range homes {
		if !known[dir] {
			finished, fault := f.finishIn(finder, dir)
			again, faults = again || finished, append(faults, fault)
		}
	}
	if again {
		found, err = find(f.Finder())
	}
	return found, errors.Join(append(faults, err)...)
}

func (f *Picker) finishIn(finder workspace.Finder, dir string) (bool, error) {
	names := workspace.Pending(dir)
	for _, name := range names {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			break // no checkpoint writes elsewhere
		}
		t, ok := finder.Detect(filepath.Join(dir, filepath.FromSlash(name)))
		if !ok || t.Dir() != dir {
			continue
		}
		err := RecoverWrite(&t, f.talk)
		return err == nil && workspace.Pending(dir) == nil, err
	}
	if len(names) > 0 {
		fmt.Fprintf(f.talk, "mdck: note: %s: a command was interrupted while it wrote %s; run it again, with the same environment variables and configuration\n", report.Name(app.DisplayPath(dir)), report.Name(names[0]))
	}
	return false, nil
}
