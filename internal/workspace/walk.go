package workspace

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// An UnknownError reports a file that belongs to no known protocol.
type UnknownError struct{ Path string }

func (e *UnknownError) Error() string {
	return e.Path + " is not a checkpoint of any known protocol"
}

// Named returns the targets for a path on a command line. The error is [fs.ErrNotExist] or an
// [*UnknownError].
func (f Finder) Named(name string) ([]Target, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, tree.PathError("stat", name, tree.Cause(err))
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

func (f Finder) followed(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil && (f.around(real) != nil || f.home(filepath.Base(real)) != nil) {
		return real
	}
	return abs
}

// Here returns the targets below [Finder.Start] of dir, and those that environment variables name.
func (f Finder) Here(dir string) ([]Target, error) {
	targets, err := f.Below(f.Start(dir))
	return showFromHere(f.withElsewhere(targets)...), err
}

// Below returns the targets in dir and its subdirectories, sorted by path. It does not enter other
// repositories or directories without sources. It follows only links to folders of protocols, and
// to checkpoints in a Home. The error names the directories that cannot be read.
func (f Finder) Below(dir string) ([]Target, error) {
	s := &search{Finder: f, top: dir, names: math.MaxInt, links: f.newLinks()}
	s.enter = s.read
	s.start(dir)
	return s.links.once(s.found), errors.Join(s.errs...)
}

type search struct {
	Finder
	top   string           // the start directory
	enter func(dir string) // called for each directory
	names int              // entries that it may still examine
	near  bool             // ignore errors, and read a Home from its end
	links *links           // followed; nil follows none

	seen  map[checkpointID]bool
	found []Target
	errs  []error
	cut   bool // a limit was reached
}

type checkpointID struct{ protocol, root, main string }

func (s *search) start(dir string) {
	s.seen = map[checkpointID]bool{}
	if p := s.around(dir); p != nil {
		s.add(p, dir)
	} else if p := s.home(filepath.Base(dir)); p != nil {
		s.readHome(p, filepath.Clean(dir))
	} else {
		s.enter(dir)
	}
}

func (s *search) read(dir string) {
	entries, err := os.ReadDir(dir)
	s.errs = append(s.errs, err)
	if dir != s.top && isOther(dir, entries) {
		return
	}
	above := strings.TrimSuffix(filepath.Clean(dir), string(filepath.Separator)) + string(filepath.Separator)
	for _, e := range entries {
		if s.names--; s.names < 0 {
			s.cut = true
			return
		}
		s.look(above+e.Name(), e)
	}
}

func (s *search) look(name string, e fs.DirEntry) {
	t, ok := s.find(name)
	if t, ok = s.orOfFormat(name, e.Name(), s.top, t, ok); ok {
		s.found = append(s.found, t)
	}
	p := s.home(e.Name())
	switch {
	case e.IsDir() && s.skipped(name, e.Name()):
		if e.Name() == ".mdck" {
			s.visited(filepath.Dir(name))
		}
	case p != nil && (e.IsDir() || isDirectory(name)):
		s.readHome(p, name)
	case e.IsDir():
		s.enter(name)
	case s.links.add(name, e):
		found, err := Finder{Table: s.Table}.Below(name)
		s.found, s.errs = append(s.found, s.links.only(found)...), append(s.errs, err)
	}
}

func (s *search) find(name string) (Target, bool) {
	slash := filepath.ToSlash(name)
	for _, p := range s.Table.All() {
		t, ok := p.FindFile(disk{}, slash)
		if !ok {
			continue
		}
		if id := (checkpointID{t.Protocol, t.Root, t.Main}); !s.seen[id] {
			s.seen[id] = true
			return s.Target(t), true
		}
	}
	return Target{}, false
}

func (s *search) readHome(p *protocol.Protocol, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		s.errs = append(s.errs, err)
		return
	}
	if dir != s.top && isOther(dir, entries) {
		return
	}
	if s.near {
		slices.Reverse(entries)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if isDir := e.IsDir() && !tree.IsRepository(name) || !e.IsDir() && isDirectory(name); !isDir || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if s.near && len(s.found) >= MaxNear {
			s.cut = true
			return
		}
		s.add(p, name)
	}
}

func (s *search) add(p *protocol.Protocol, dir string) {
	s.visited(dir)
	t, ok := s.named(p, dir)
	if !ok {
		return
	}
	exists, err := t.exists()
	if exists || s.near && err != nil {
		s.found = append(s.found, t)
	}
	s.errs = append(s.errs, err)
}

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
	return false
}

func isOther(dir string, entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.Name() == "pyvenv.cfg" || e.Name() == ".git" && tree.IsRepository(dir)
	})
}

// ByID returns the targets with this id below [Finder.Start] of dir.
func (f Finder) ByID(dir, id string) ([]Target, error) {
	start := f.Start(dir)
	if f.around(start) != nil {
		start = filepath.Dir(start)
	}
	all, err := f.Below(start)
	all = showFromHere(f.withElsewhere(all)...)
	return slices.DeleteFunc(all, func(t Target) bool { return t.ID() != id }), err
}
