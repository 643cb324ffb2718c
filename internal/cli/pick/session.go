package pick

import (
	"fmt"
	"path"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/workspace"
)

// projectSession is the session of the project that a variable names, for a command
// that wants one checkpoint, of a protocol or "" for any, and is given no name. ok is
// false if none is named, it has no session, or the command stands in the workspace of
// an RFC.
func (f *ConfigFlags) projectSession(protocol, cwd string) (t workspace.Target, ok bool, err error) {
	if p := f.Table.Named(protocol); p != nil && p.Elsewhere == nil {
		return t, false, nil
	}
	found, err := f.Finder().Elsewhere()
	if err != nil {
		return t, false, err
	}
	if _, is := f.within(cwd); is || f.Finder().InWorkspace(cwd) {
		return t, false, nil
	}
	if len(found) > 0 {
		t, ok = found[0], true
	}
	return t, ok, nil
}

// sessionAt returns the session of the directory called name, if all that were found below it
// have one; else all of them.
func sessionAt(name string, all []workspace.Target) []workspace.Target {
	abs, err := filepath.Abs(name)
	if err != nil || !app.IsDir(abs) {
		return all
	}
	for i := range all {
		if all[i].Row().At != nil && all[i].Root == abs {
			return all[i : i+1]
		}
	}
	return all
}

// A SeveralTargets is an error about several checkpoints where one is expected.
type SeveralTargets struct {
	error
	Found []workspace.Target
}

func (e *SeveralTargets) Unwrap() error { return e.error }

// SeveralError says that one checkpoint is wanted and several were found, and how each
// is named.
func SeveralError(found []workspace.Target, command string) error {
	lines := []string{"name one: mdck " + command + " ID"}
	ids := map[string]bool{}
	for i := range found {
		ids[found[i].ID()] = true
		if i < app.MaxShownNames {
			lines = append(lines, fmt.Sprintf("%s  %s", found[i].ID(), DisplayFile(&found[i])))
		}
	}
	if left := len(found) - app.MaxShownNames; left > 0 {
		lines = append(lines, fmt.Sprintf("and %d more: mdck status lists them", left))
	}
	if len(ids) < len(found) {
		lines[0] = "ids are not unique here; name one by its path: mdck " + command + " " + uniquePath(&found[0])
	}
	return &SeveralTargets{app.Hinted(fmt.Errorf("%d checkpoints found, want one", len(found)), lines...), found}
}

// uniquePath returns a path that names t and no other checkpoint: the directory of an RFC, a
// file of a session, below which others may lie, and a folder of plans.
func uniquePath(t *workspace.Target) string {
	switch {
	case t.Row().At != nil || t.Format != "":
		return DisplayFile(t)
	case t.Folder != "":
		return t.Shown(t.Main)
	}
	return path.Dir(t.Shown(t.Main))
}

// DisplayFile returns the path of the checkpoint of t or, of a session without one, its state.
func DisplayFile(t *workspace.Target) string {
	if t.Row().At != nil && !app.Exists(t.File(t.Main)) {
		return t.Shown(t.State)
	}
	return t.Shown(t.Main)
}
