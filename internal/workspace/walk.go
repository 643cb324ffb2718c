package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"mdck/internal/tree"
)

// An UnknownError is about a file that belongs to no known protocol.
type UnknownError struct{ Path string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s is not a checkpoint of any known protocol", e.Path)
}

// Named returns the targets of a path on a command line: of a file, or all below a
// directory, which may be none. The error is [fs.ErrNotExist] for a path that does not exist,
// and an [*UnknownError] for a file of no protocol.
func (f Finder) Named(name string) ([]Target, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, withName(name, err)
	}
	var targets []Target
	link := ""
	if info.IsDir() {
		dir := f.followed(abs)
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

// followed returns the directory that abs is a link to if that is the home of a protocol or a
// checkpoint in one, and else abs.
func (f Finder) followed(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil && (f.around(real) != nil || f.home(filepath.Base(real)) != nil) {
		return real
	}
	return abs
}

// withName returns err with the path as the user wrote it.
func withName(name string, err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	return err
}

// Here returns the targets of the repository of dir: everything below the nearest directory,
// dir or one above it, that has checkpoints or is the root of a repository, and in a
// checkpoint that is a directory, that one alone. A checkpoint that variables name is added,
// wherever it is.
func (f Finder) Here(dir string) ([]Target, error) {
	targets, err := f.Below(f.Start(dir))
	return showFromHere(f.withElsewhere(targets)...), err
}

// Below returns the targets in dir and all directories below it, by path. It enters
// directories that begin with a dot and those that git ignores, but neither other repositories
// nor directories that have no sources. A link is followed only if it is dir, the home of a
// protocol such as .ohrfc, a checkpoint in one, or a folder of a protocol with Links, wherever
// it leads. The error names the directories that cannot be read.
func (f Finder) Below(dir string) ([]Target, error) {
	if p := f.around(dir); p != nil {
		f.visited(dir)
		return f.at(p, dir)
	}
	if p := f.home(filepath.Base(dir)); p != nil {
		return f.allIn(p, filepath.Clean(dir), dir)
	}
	root := filepath.Clean(dir)
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator) // a walk follows a link that ends so
	}
	var targets []Target
	var errs []error
	seen, linked := seen{}, f.newLinks()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			errs = append(errs, err)
			return nil
		}
		t, ok := f.find(name, seen)
		if t, ok = f.orOfFormat(name, d.Name(), dir, t, ok); ok {
			targets = append(targets, t)
		}
		p := f.home(d.Name())
		switch {
		case d.IsDir() && name != root && f.skipped(name, d.Name()):
			if d.Name() == ".mdck" {
				f.visited(filepath.Dir(name))
			}
			return fs.SkipDir
		case p != nil && (d.IsDir() || isDirectory(name)):
			found, err := f.allIn(p, name, dir)
			targets = append(targets, found...)
			errs = append(errs, err)
			if d.IsDir() {
				return fs.SkipDir
			}
		case linked.add(name, d):
			found, err := Finder{Table: f.Table}.Below(name)
			targets = append(targets, linked.only(found)...)
			errs = append(errs, err)
		}
		return nil
	})
	return linked.once(targets), errors.Join(append(errs, err)...)
}

// seen has the checkpoints that a walk found by one of their files.
type seen map[struct{ protocol, root, main string }]bool

// find returns the checkpoint of the file at an absolute path, if the walk has not found it
// before.
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

// skipped reports whether a walk does not enter a directory.
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
	return tree.IsRepository(name) || exists(filepath.Join(name, "pyvenv.cfg")) // a virtual environment, whatever its name
}

// ByID returns the targets below the start of dir that have that id. In a checkpoint that is
// a directory, the others of its home count too.
func (f Finder) ByID(dir, id string) ([]Target, error) {
	start := f.Start(dir)
	if f.around(start) != nil {
		start = filepath.Dir(start)
	}
	all, err := f.Below(start)
	all = showFromHere(f.withElsewhere(all)...)
	return slices.DeleteFunc(all, func(t Target) bool { return t.ID() != id }), err
}
