package pick

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// Finder returns a finder that includes files of configured formats.
//
//go:noinline
func (f *Picker) Finder() workspace.Finder {
	if f.Loader == nil {
		return f.PlainFinder()
	}
	return workspace.NewFinder(f.Loader)
}

// PlainFinder returns a finder without files of formats.
//
//go:noinline
func (f *Picker) PlainFinder() workspace.Finder { return workspace.Finder{Table: f.Table} }

// Find finds checkpoints by path or id or, without names, those here. It returns what it found even
// with an error.
func (f *Picker) Find(names []string, q Query) ([]workspace.Target, error) {
	if len(names) == 0 {
		return f.findHere(q)
	}
	var all []workspace.Target
	var faults []error
	for _, name := range names {
		found, err := f.findNamed(name, q)
		all = append(all, found...)
		faults = append(faults, err)
	}
	return DistinctTargets(all), errors.Join(faults...)
}

// Current returns the checkpoint of p for the current directory, even if missing. p must have one
// checkpoint per project.
func (f *Picker) Current(p *protocol.Protocol) (workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	return f.Finder().Current(p, cwd)
}

// FindOne finds one checkpoint by path or id. If there are several, the error is a
// [*SeveralTargets], which suggests command.
func (f *Picker) FindOne(name, command string, q Query) (workspace.Target, error) {
	var names []string
	if name != "" {
		names = []string{name}
	} else if t, ok, err := f.projectSession(q); ok || err != nil {
		return t, err
	}
	found, err := f.Find(names, q)
	if len(found) == 0 {
		if t := f.Placed(name); t != nil && q.takes(t.Row()) && (q.Absent || app.IsDir(name)) {
			return *t, nil
		}
		return workspace.Target{}, err
	}
	if found = sessionAt(name, found); !app.IsFile(name) {
		found = workspace.ByFolder(found)
	}
	if len(found) > 1 {
		return workspace.Target{}, SeveralError(found, command)
	}
	return found[0], nil
}

// Placed returns the checkpoint at this path, even if its files are missing, or nil.
func (f *Picker) Placed(name string) *workspace.Target {
	if name == "" {
		return nil
	}
	if !app.IsDir(name) {
		t, ok, err := f.Finder().Unsaved(name)
		if !ok || err != nil || !app.IsDir(t.Dir()) {
			return nil
		}
		return &t
	}
	for _, p := range f.Table.All() {
		if p.HomeFile == "" {
			continue
		}
		t, ok, err := f.PlainFinder().Unsaved(filepath.Join(name, p.HomeFile))
		if ok && err == nil && t.Protocol == p.Name {
			return &t
		}
	}
	return nil
}

func (f *Picker) findHere(q Query) ([]workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if t, ok := f.within(cwd); ok && q.takes(t.Row()) {
		return []workspace.Target{t}, nil
	}
	found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.Here(cwd) })
	start, where := f.Finder().Start(cwd), "this directory"
	if app.Exists(filepath.Join(start, ".git")) {
		where = "this repository"
	}
	return f.choose(found, err, start, where, q)
}

func (f *Picker) findNamed(name string, q Query) ([]workspace.Target, error) {
	if IsID(name) {
		if found, err := f.withID(name, q); len(found) > 0 || !errors.Is(err, fs.ErrNotExist) {
			return found, err
		}
	}
	found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) { return l.Named(name) })
	if _, unknown := errors.AsType[*workspace.UnknownError](err); unknown {
		if _, fault := f.ConfigAt(name); fault != nil || q.IgnoreUnknown {
			return nil, fault // the configuration may define a format for the file
		}
		return nil, f.UnknownError(name, q)
	}
	if len(found) == 0 && errors.Is(err, fs.ErrNotExist) {
		return nil, f.missing(name, err, q)
	}
	return f.choose(found, err, name, name, q)
}

func (f *Picker) withID(id string, q Query) ([]workspace.Target, error) {
	found, err := f.findRecovering(func(l workspace.Finder) ([]workspace.Target, error) {
		cwd, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		return l.ByID(cwd, id)
	})
	if len(found) == 0 {
		return nil, fs.ErrNotExist
	}
	found, fault := q.Filter(found)
	return found, errors.Join(err, fault)
}

// choose returns the checkpoints that q accepts. If start is searched, it leaves out ignored ones.
func (f *Picker) choose(found []workspace.Target, err error, start, where string, q Query) ([]workspace.Target, error) {
	if err != nil && len(found) == 0 {
		return nil, err
	}
	found, fault := q.Filter(found)
	if fault == nil && (len(found) == 0 || q.IgnoreUnknown || f.isSearched(start)) {
		found, fault = f.DropIgnored(found, start, where, q)
	}
	if q.IgnoreUnknown && where == start || q.AllowEmpty {
		fault = app.IgnoreError(fault, ErrNoCheckpoint)
	}
	return found, errors.Join(err, fault)
}

func (f *Picker) missing(name string, err error, q Query) error {
	var lines []string
	placed := f.Placed(name)
	if placed != nil {
		lines = DeletedHints(placed)
	}
	if _, fault := os.Lstat(name); fault == nil {
		if placed == nil && q.IgnoreUnknown {
			return nil
		}
		err = fmt.Errorf("%s: the symbolic link has no target", report.Name(name))
	} else if IsID(name) {
		err = fmt.Errorf("no file or checkpoint %q found", name)
		if all := f.CheckpointsHere(q); len(all) > 0 {
			lines = append(lines, "checkpoints here: "+strings.Join(all, ", "))
		}
	} else if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%s: %w", report.Name(name), failed.Err)
	}
	return app.WithHints(err, append(lines, f.formatLines(name, q)...)...)
}

// CheckpointsHere lists the ids of the checkpoints here, for a hint.
func (f *Picker) CheckpointsHere(q Query) (names []string) {
	all, _ := f.findHere(Query{Offers: q.Offers, AllowEmpty: true}) // unreadable checkpoints have no id
	for _, t := range all {
		name := t.ID()
		if base := path.Base(t.Main); strings.TrimSuffix(base, path.Ext(base)) == name {
			name += " (" + t.DisplayPath(t.Main) + ")"
		}
		if t.Folder == "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (f *Picker) isSearched(path string) bool {
	abs, err := filepath.Abs(path)
	return err == nil && app.IsDir(abs) && !f.Finder().IsWorkspace(abs)
}

func (f *Picker) within(dir string) (t workspace.Target, ok bool) {
	t, ok = f.PlainFinder().Within(dir)
	return t, ok && app.Exists(t.File(t.Main)) && len(f.Finder().Start(dir)) <= len(t.Dir())
}

// DropIgnored removes checkpoints that the configuration ignores. If none is left, it returns
// [ErrNoCheckpoint].
func (f *Picker) DropIgnored(found []workspace.Target, start, where string, q Query) ([]workspace.Target, error) {
	kept := make([]workspace.Target, 0, len(found))
	var faults []error
	outer, err := f.ConfigAt(start)
	if err != nil {
		return nil, err
	}
	for i := range found {
		file := found[i].File(found[i].Main)
		if outer.Ignored(file) {
			continue
		}
		c, err := f.ConfigFor(&found[i])
		switch {
		case err != nil:
			faults = app.AppendDistinct(faults, err)
		case !c.Ignored(file):
			kept = append(kept, found[i])
		}
	}
	switch {
	case len(faults) > 0:
		return nil, errors.Join(faults...)
	case len(kept) > 0:
		return kept, nil
	case len(found) > 0:
		return nil, app.Errorf("the configuration ignores "+spelling.Count(len(found), "checkpoint")+"; to print the configuration: mdck config show", "%w in %s", ErrNoCheckpoint, where)
	}
	err = f.NoCheckpointError(where, q, outer.Formats()...)
	return nil, app.WithHints(err, append(f.emptyHints(start, q), nestedHint(start)...)...)
}

func (f *Picker) emptyHints(dir string, q Query) (hints []string) {
	abs, _ := filepath.Abs(dir)
	for _, p := range q.protocols(f.Table) {
		if p.Empty != nil {
			if text := p.Empty(tree.Dir(dir)); text != "" {
				hints = append(hints, text)
			}
		}
		if p.Init == nil || p.Current == nil {
			continue
		}
		t, err := f.Finder().Current(p, abs)
		if _, ok := Inside(abs, t.File(t.Main)); ok && err == nil { // not the file of a directory above
			hints = append(hints, f.unusedHints(&t)...)
		}
	}
	return hints
}

func (f *Picker) unusedHints(t *workspace.Target) []string {
	file := t.File(t.Main)
	switch info, err := os.Lstat(file); {
	case err != nil:
		return DeletedHints(t)
	case !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	lines := f.initLines(file)
	for i, line := range lines {
		lines[i] = t.DisplayPath(t.Main) + " exists, but is not a checkpoint; " + line
	}
	return lines
}

//go:noinline
func DeletedHints(t *workspace.Target) []string {
	if command := RestoreCommandLine(t, t.Main); command != "" && !app.Exists(t.File(t.Main)) {
		return []string{t.DisplayPath(t.Main) + " was deleted; to restore the newest backup: " + command}
	}
	return nil
}

// nestedHint names the first repository in dir, because searches do not enter it.
func nestedHint(dir string) []string {
	entries, _ := os.ReadDir(dir) // the error was already reported
	for _, e := range entries {
		if name := filepath.Join(dir, e.Name()); e.IsDir() && tree.IsRepository(name) {
			return []string{report.Name(app.DisplayPath(name)) + " is a separate repository, so mdck did not search it; to search it, give its path"}
		}
	}
	return nil
}

// projectSession returns the session that an environment variable selects.
func (f *Picker) projectSession(q Query) (t workspace.Target, ok bool, err error) {
	takes := func(p *protocol.Protocol) bool { return p.Elsewhere != nil && q.takes(p) }
	if !slices.ContainsFunc(f.Table.All(), takes) {
		return t, false, nil
	}
	found, err := f.Finder().Elsewhere()
	cwd, fault := os.Getwd()
	if err = errors.Join(err, fault); err != nil || len(found) == 0 {
		return t, false, err
	}
	_, is := f.within(cwd)
	return found[0], !is && !f.Finder().InWorkspace(cwd), nil
}

func sessionAt(name string, all []workspace.Target) []workspace.Target {
	abs, err := filepath.Abs(name)
	if err != nil || !app.IsDir(abs) || name == "" {
		return all
	}
	for i := range all {
		if all[i].Row().At != nil && all[i].Root == abs {
			return all[i : i+1]
		}
	}
	return all
}

// DistinctTargets removes duplicates, and single files of checkpoints that are in the list.
func DistinctTargets(all []workspace.Target) []workspace.Target {
	seen := map[string]bool{}
	for _, t := range all {
		if t.Path == t.Main {
			seen[t.File(t.Main)] = false // whole checkpoint
		}
	}
	var kept []workspace.Target
	for _, t := range all {
		_, whole := seen[t.File(t.Main)]
		if file := t.File(t.Path); !seen[file] && (t.Path == t.Main || !whole) {
			seen[file] = true
			kept = append(kept, t)
		}
	}
	return kept
}

// IsID reports whether name can be an id: no slash, and no such file.
func IsID(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
}

// OnlyPast reports for each folder, by absolute path, whether all its targets are archived.
func OnlyPast(found []workspace.Target) map[string]bool {
	all := map[string]bool{}
	for i := range found {
		t := &found[i]
		if t.Row().Part == nil || t.Folder == "" {
			continue
		}
		_, past := t.Row().Part(t.Path)
		other, had := all[t.File(t.Folder)]
		all[t.File(t.Folder)] = past && (other || !had)
	}
	return all
}
