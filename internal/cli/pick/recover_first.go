package pick

import (
	"errors"
	"fmt"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// findRecovering first finishes interrupted writes of new checkpoints, then returns the result of find.
// Without the first step, find could not see such a checkpoint, because it has no file yet. An error of the
// first step is printed; it is returned only if find finds nothing.
func (f *ConfigFlags) findRecovering(find func(workspace.Finder) ([]workspace.Target, error)) ([]workspace.Target, error) {
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

// finishIn finishes an interrupted write in dir, if there is one, and reports whether it did. The file
// names in the journal identify the checkpoint.
func (f *ConfigFlags) finishIn(finder workspace.Finder, dir string) (bool, error) {
	names := workspace.Pending(dir)
	for _, name := range names {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			break // the write does not belong to a known checkpoint
		}
		t, ok := finder.Detect(filepath.Join(dir, filepath.FromSlash(name)))
		if !ok || t.Dir() != dir {
			continue
		}
		err := RecoverWrite(&t, f.talk)
		return err == nil && workspace.Pending(dir) == nil, err
	}
	if len(names) > 0 {
		fmt.Fprintf(f.talk, "mdck: note: %s: a write of %s was interrupted, but the file is not a checkpoint here; to finish the write, run the same command with the same variables and configuration\n", report.Name(app.DisplayPath(dir)), report.Name(names[0]))
	}
	return false, nil
}
