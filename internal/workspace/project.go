package workspace

import (
	"errors"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocols"
)

// errNoProject is what asks for the one checkpoint of a project get of a protocol that has
// several in each.
var errNoProject = errors.New("the protocol has no one checkpoint of a project")

// Current is the checkpoint that a command in dir, an absolute path, works on, of a protocol
// that has one in each project, whether or not it has files yet.
func Current(name, dir string) (Target, error) {
	p := protocols.Default().Named(name)
	if p == nil || p.Current == nil {
		return Target{}, errNoProject
	}
	t, err := p.Current(disk{}, dir)
	return showFromHere(Target{Target: t})[0], err
}

// At is the checkpoint of the project at the directory root, of such a protocol, whether or
// not it has files. The error is about a variable that names a file outside of it.
func At(name, root string) (Target, error) {
	p := protocols.Default().Named(name)
	if p == nil || p.At == nil {
		return Target{}, errNoProject
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		return Target{}, err
	}
	t, err := p.At(disk{}, abs)
	return Target{Target: t}.Named(root), err
}

// Elsewhere are the checkpoints of the project that a variable names. The error is about a
// variable that names no project; what others name is given all the same.
func Elsewhere() ([]Target, error) {
	found, err := Finder{}.elsewhere()
	return showFromHere(found...), err
}

func (f Finder) elsewhere() ([]Target, error) {
	var found []Target
	var faults []error
	for _, p := range f.table().All() {
		if p.Elsewhere == nil {
			continue
		}
		t, ok, err := p.Elsewhere(disk{})
		if ok && err == nil {
			found = append(found, f.target(t))
		}
		faults = append(faults, err)
	}
	return found, errors.Join(faults...)
}

// withElsewhere adds what is elsewhere to all, unless it is among them.
func (f Finder) withElsewhere(all []Target) []Target {
	found, _ := f.elsewhere() // [Elsewhere] says what is wrong to those who need it
	for _, t := range found {
		same := func(o Target) bool { return o.Protocol == t.Protocol && sameFile(o.File(o.Main), t.File(t.Main)) }
		if !slices.ContainsFunc(all, same) {
			all = append(all, t)
		}
	}
	return all
}

// Unnamed is the variable that may have named a file of the project at root when it was
// written, and does not now; "" if there is none.
func Unnamed(root, name string) string {
	for _, p := range protocols.Default().All() {
		if p.Unnamed == nil {
			continue
		}
		if variable := p.Unnamed(disk{}, root, name); variable != "" {
			return variable
		}
	}
	return ""
}

// sameFile reports whether two absolute paths name one place.
func sameFile(a, b string) bool {
	return a == b || inDirectory(a) == inDirectory(b)
}

// inDirectory is file without symbolic links in its directories.
func inDirectory(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}
