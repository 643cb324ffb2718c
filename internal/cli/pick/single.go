package pick

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/workspace"
)

// FindOne finds the only checkpoint of a protocol, "" for any, that name means: a path,
// an id, or, if it is empty, that of the current directory.
func (f *ConfigFlags) FindOne(protocol, name, command string) (workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	var found []workspace.Target
	switch {
	case name == "":
		if t, ok, err := f.projectSession(protocol, cwd); ok || err != nil {
			return t, err
		}
		found, err = f.FindHere(protocol)
	case IsID(name):
		found, err = f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.ByID(cwd, name) })
	default:
		found, err = f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.Named(name) })
		found = sessionAt(name, found)
		if err == nil && len(found) == 0 {
			found = f.emptyWorkspace(name)
		}
	}
	if err != nil && len(found) == 0 {
		return workspace.Target{}, f.UnknownHint(err, name, TargetOptions{Protocol: protocol})
	}
	if found, err = FilterProtocol(protocol, found); err != nil {
		return workspace.Target{}, err
	}
	if !app.IsFile(name) {
		found = workspace.ByFolder(found)
	}
	switch len(found) {
	case 0:
		where := name
		if where == "" {
			where = "this repository"
		}
		if ids := f.knownIDs(cwd, name); ids != "" {
			return workspace.Target{}, app.Hinted(fmt.Errorf("no checkpoint %q found", name), append([]string{"there is " + ids}, f.formatsHint(name, protocol)...)...)
		}
		return workspace.Target{}, app.Hinted(fmt.Errorf("%w in %s", ErrNoCheckpoint, where), SearchedFiles(protocolsNamed(f.Table, protocol)...), f.CreateHint(protocol))
	case 1:
		return found[0], nil
	}
	return workspace.Target{}, SeveralError(found, command)
}

// knownIDs lists the ids that could have been meant by name, an id that none has.
func (f *ConfigFlags) knownIDs(cwd, name string) string {
	if !IsID(name) {
		return ""
	}
	all, err := f.Finder().Here(cwd)
	if err != nil {
		return ""
	}
	var ids []string
	for _, t := range all {
		if t.Folder != "" {
			continue // those of a project have one id, which is the name of its directory
		}
		if id := t.ID(); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return strings.Join(ids, ", ")
}

// emptyWorkspace returns the checkpoint of the directory at name, of a protocol with a Home, that has no file
// yet.
func (f *ConfigFlags) emptyWorkspace(name string) []workspace.Target {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	for _, p := range f.Table.All() {
		if p.Home == "" || filepath.Base(filepath.Dir(abs)) != p.Home {
			continue
		}
		if t, ok := f.PlainFinder().Detect(filepath.Join(abs, p.HomeFile)); ok {
			return []workspace.Target{t}
		}
	}
	return nil
}

// within returns the checkpoint whose own directory dir is, or is in, if nothing nearer has
// checkpoints or is a repository: what a command there works on.
func (f *ConfigFlags) within(dir string) (t workspace.Target, ok bool) {
	t, ok = f.PlainFinder().Within(dir)
	return t, ok && app.Exists(t.File(t.Main)) && len(f.Finder().Start(dir)) <= len(t.Dir())
}
