package workspace

import (
	"errors"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// Current returns the checkpoint that a command in dir works on, which may be missing. p must have
// one checkpoint per project.
func (f Finder) Current(p *protocol.Protocol, dir string) (Target, error) {
	if f.FileOf != nil {
		if file := f.FileOf(p.Name, dir); file != "" {
			return showFromHere(f.asFileOf(p, file))[0], nil
		}
	}
	t, err := p.Current(disk{}, dir)
	return showFromHere(f.Target(t))[0], err
}

// At is Current for the project at root.
func (f Finder) At(p *protocol.Protocol, root string) (Target, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return Target{}, err
	}
	t, err := p.At(disk{}, abs)
	return f.Target(t).Named(root), err
}

// Elsewhere returns the checkpoints that environment variables name, even with an error.
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

func (f Finder) withElsewhere(all []Target) []Target {
	found, _ := f.Elsewhere() // commands that need these checkpoints report the error
	for _, t := range found {
		same := func(o Target) bool { return o.Protocol == t.Protocol && SamePath(o.File(o.Main), t.File(t.Main)) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, t)
		}
	}
	return all
}

// SamePath reports whether two absolute paths have the same real directory and the same name.
func SamePath(a, b string) bool {
	return a == b || inDirectory(a) == inDirectory(b)
}

func inDirectory(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}
