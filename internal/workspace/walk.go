package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/ohrfc"
)

// An UnknownError says that a file is of no known protocol.
type UnknownError struct{ Path string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%s is not a checkpoint of any known protocol", e.Path)
}

// Named gives the targets that a path on a command line means: a file, or all
// below a directory. A path that does not exist is an error of [fs.ErrNotExist],
// a file of no protocol an [*UnknownError]. A directory may hold none.
func Named(name string) ([]Target, error) { return Finder{}.Named(name) }

// Named is the function of that name, for files of formats, too.
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
		dir := behind(abs)
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
	showFromHere(targets)
	return targets, err
}

// showFromHere asks for the current directory once for all targets, not for each
// name that is shown.
func showFromHere(targets []Target) {
	cwd, err := os.Getwd()
	if err != nil {
		return
	}
	for i := range targets {
		targets[i].cwd = cwd
	}
}

// behind is the directory that abs is a link to, where only that one is known by
// its name as one that holds checkpoints.
func behind(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil && (isWorkspace(real) || filepath.Base(real) == ohrfc.Dir) {
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

// Here gives the targets of the repository that dir lies in: of the workspace
// itself within one, else of everything below the nearest directory, dir or one
// above it, that holds checkpoints or is the root of a repository. The session of a
// project that a variable names is one of them wherever it lies.
func Here(dir string) ([]Target, error) { return Finder{}.Here(dir) }

// Here is the function of that name, for files of formats, too.
func (f Finder) Here(dir string) ([]Target, error) {
	targets, err := f.Below(Start(dir))
	targets = with(targets)
	showFromHere(targets)
	return targets, err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Below gives the targets in dir and all directories below it, by path.
// Directories that begin with a dot and those that git ignores are seen; what
// holds no sources is not entered. A link is followed where it is dir itself, a
// directory .ohrfc, a folder of plans or a workspace, and nowhere else. A directory that cannot be
// read does not stop the others; the error names it.
func Below(dir string) ([]Target, error) { return Finder{}.Below(dir) }

// Below is the function of that name, for files of formats, too.
func (f Finder) Below(dir string) ([]Target, error) {
	if isWorkspace(dir) {
		f.met(dir)
		return workspaceAt(dir)
	}
	if filepath.Base(dir) == ohrfc.Dir {
		found, err := f.workspacesIn(dir)
		own, fault := f.besides(filepath.Clean(dir), dir)
		return append(found, own...), errors.Join(err, fault)
	}
	root := filepath.Clean(dir)
	if !os.IsPathSeparator(root[len(root)-1]) {
		root += string(filepath.Separator) // a walk follows a link that ends so
	}
	var targets []Target
	var faults []error
	sessions, folders, linked := newSessionFinder(), &folderFinder{}, linkedFolders{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			faults = append(faults, err)
			return nil
		}
		t, ok := sessions.find(name, d.Name())
		if !ok {
			t, ok = folders.find(name, d.Name())
		}
		if t, ok = f.visit(name, d.Name(), dir, t, ok); ok {
			targets = append(targets, t)
		}
		switch {
		case d.Name() == ohrfc.Dir && (d.IsDir() || isDirectory(name)):
			found, err := f.workspacesIn(name)
			own, fault := f.besides(name, dir)
			targets = append(append(targets, found...), own...)
			faults = append(faults, err, fault)
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.IsDir() && name != root && skipped(name, d.Name()):
			if d.Name() == ".mdck" {
				f.met(filepath.Dir(name))
			}
			return fs.SkipDir
		case linked.add(name, d):
			found, err := Below(name)
			targets = append(targets, plansOf(found)...)
			faults = append(faults, err)
		}
		return nil
	})
	return linked.once(targets), errors.Join(append(faults, err)...)
}

// skipped reports whether a directory is not entered.
func skipped(name, base string) bool {
	switch base {
	case ".git", ".mdck", "node_modules":
		return true
	case "backups":
		return filepath.Base(filepath.Dir(name)) == "agent_checkpoints"
	}
	return exists(filepath.Join(name, "pyvenv.cfg")) // a virtual environment, whatever its name
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// ByID gives the targets below the start of dir that have that id. Within a
// workspace an id names its neighbours, too.
func ByID(dir, id string) ([]Target, error) { return Finder{}.ByID(dir, id) }

// ByID is the function of that name, for files of formats, too.
func (f Finder) ByID(dir, id string) ([]Target, error) {
	start := Start(dir)
	if isWorkspace(start) {
		start = filepath.Dir(start)
	}
	all, err := f.Below(start)
	all = with(all)
	showFromHere(all)
	return slices.DeleteFunc(all, func(t Target) bool { return t.ID() != id }), err
}
