package workspace

import (
	"errors"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// Current returns the checkpoint that a command in dir, an absolute path, works on, of a
// protocol with one in each project, whether or not it has files yet.
func (f Finder) Current(p *protocol.Protocol, dir string) (Target, error) {
	if f.FileOf != nil {
		if file := f.FileOf(p.Name, dir); file != "" {
			return showFromHere(f.asFileOf(p, file))[0], nil
		}
	}
	t, err := p.Current(disk{}, dir)
	return showFromHere(f.Target(t))[0], err
}

// At returns the checkpoint of the project at the directory root, of such a protocol, whether
// or not it has files. The error is about a variable that names a file outside it.
func (f Finder) At(p *protocol.Protocol, root string) (Target, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return Target{}, err
	}
	t, err := p.At(disk{}, abs)
	return f.Target(t).Named(root), err
}

// Elsewhere returns the checkpoints of the project that a variable names. The error is about
// a variable that names no project; what others name is returned anyway.
func (f Finder) Elsewhere() ([]Target, error) {
	var found []Target
	var errs []error
	for _, p := range f.Table.All() {
		if p.Elsewhere == nil {
			continue
		}
		t, ok, err := p.Elsewhere(disk{})
		if ok && err == nil {
			found = append(found, f.Target(t))
		}
		errs = append(errs, err)
	}
	return showFromHere(found...), errors.Join(errs...)
}

// withElsewhere adds the checkpoints that variables name to all, unless they already exist.
func (f Finder) withElsewhere(all []Target) []Target {
	found, _ := f.Elsewhere() // commands that need all of it report the error
	for _, t := range found {
		same := func(o Target) bool { return o.Protocol == t.Protocol && SameFile(o.File(o.Main), t.File(t.Main)) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, t)
		}
	}
	return all
}

// SameFile reports whether two absolute paths name one place.
func SameFile(a, b string) bool {
	return a == b || inDirectory(a) == inDirectory(b)
}

// inDirectory returns file without symbolic links in its directories.
func inDirectory(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}
