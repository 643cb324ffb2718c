package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// An UnknownError says that a file is of no known protocol.
type UnknownError struct{ Path string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s is not a checkpoint of any known protocol", e.Path)
}

// Named gives the targets that a path on a command line means: a file, or all
// below a directory. A path that does not exist is an error of [fs.ErrNotExist],
// a file of no protocol an [*UnknownError]. A directory may hold none.
func (f Finder) Named(name string) ([]Target, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, clean(name, err)
	}
	var targets []Target
	link := ""
	if info.IsDir() {
		dir := f.behind(abs)
		if dir != abs {
			link = abs
		}
		targets, err = f.Below(dir)
	} else if t, ok := f.Detect(abs); ok {
		targets = []Target{t}
	} else {
		return nil, &UnknownError{Path: name}
	}
	for i := range targets {
		targets[i].absolute, targets[i].named = filepath.IsAbs(name), link
	}
	return showFromHere(targets...), err
}

// behind is the directory that abs is a link to, where only that one is known by
// its name as one that holds checkpoints.
func (f Finder) behind(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil && (f.around(real) != nil || f.home(filepath.Base(real)) != nil) {
		return real
	}
	return abs
}

// clean is err about name as the user wrote it.
func clean(name string, err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	return err
}

// Here gives the targets of the repository that dir is in: of the workspace
// itself within one, else of everything below the nearest directory, dir or one
// above it, that holds checkpoints or is the root of a repository. The session of a
// project that a variable names is one of them wherever it is.
func (f Finder) Here(dir string) ([]Target, error) {
	targets, err := f.Below(f.Start(dir))
	return showFromHere(f.withElsewhere(targets)...), err
}

// Below gives the targets in dir and all directories below it, by path.
// Directories that begin with a dot and those that git ignores are seen; what
// holds no sources is not entered. A link is followed where it is dir itself, the home of a
// protocol such as .ohrfc, a checkpoint in one, or a folder whose protocol says so, and
// nowhere else. A directory that cannot be read does not stop the others; the error names
// it.
func (f Finder) Below(dir string) ([]Target, error) {
	if p := f.around(dir); p != nil {
		f.met(dir)
		return f.at(p, dir)
	}
	if p := f.home(filepath.Base(dir)); p != nil {
		found, err := f.allIn(p, dir)
		own, fault := f.besides(filepath.Clean(dir), dir)
		return append(found, own...), errors.Join(err, fault)
	}
	root := filepath.Clean(dir)
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator) // a walk follows a link that ends so
	}
	var targets []Target
	var faults []error
	seen, linked := seen{}, f.newLinks()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			faults = append(faults, err)
			return nil
		}
		t, ok := f.find(name, seen)
		if t, ok = f.visit(name, d.Name(), dir, t, ok); ok {
			targets = append(targets, t)
		}
		p := f.home(d.Name())
		switch {
		case p != nil && (d.IsDir() || isDirectory(name)):
			found, err := f.allIn(p, name)
			own, fault := f.besides(name, dir)
			targets = append(append(targets, found...), own...)
			faults = append(faults, err, fault)
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && name != root && f.skipped(name, d.Name()):
			if d.Name() == ".mdck" {
				f.met(filepath.Dir(name))
			}
			return fs.SkipDir
		case linked.add(name, d):
			found, err := Finder{Table: f.Table}.Below(name)
			targets = append(targets, linked.only(found)...)
			faults = append(faults, err)
		}
		return nil
	})
	return linked.once(targets), errors.Join(append(faults, err)...)
}

// seen are the checkpoints that a walk found by one of their files.
type seen map[struct{ protocol, root, main string }]bool

// find is the checkpoint that a walk finds by the file at an absolute path, the first time
// that it comes by one of its files.
func (f Finder) find(name string, all seen) (Target, bool) {
	slash := filepath.ToSlash(name)
	for _, p := range f.Table.All() {
		t, ok := p.FindFile(disk{}, slash)
		id := struct{ protocol, root, main string }{t.Protocol, t.Root, t.Main}
		if ok && !all[id] {
			all[id] = true
			return f.Target(t), true
		}
	}
	return Target{}, false
}

// skipped reports whether a directory is not entered.
func (f Finder) skipped(name, base string) bool {
	switch base {
	case ".git", ".mdck", "node_modules":
		return true
	}
	for _, p := range f.Table.All() {
		if slices.ContainsFunc(p.Skipped, func(s string) bool {
			return base == path.Base(s) && filepath.Base(filepath.Dir(name)) == path.Dir(s)
		}) {
			return true
		}
	}
	return exists(filepath.Join(name, "pyvenv.cfg")) // a virtual environment, whatever its name
}

// ByID gives the targets below the start of dir that have that id. Within a
// workspace an id names its neighbours, too.
func (f Finder) ByID(dir, id string) ([]Target, error) {
	start := f.Start(dir)
	if f.around(start) != nil {
		start = filepath.Dir(start)
	}
	all, err := f.Below(start)
	all = showFromHere(f.withElsewhere(all)...)
	return slices.DeleteFunc(all, func(t Target) bool { return t.ID() != id }), err
}
