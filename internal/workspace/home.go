package workspace

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// home returns the protocol whose home is called name, such as .ohrfc; nil if there is none.
func (f Finder) home(name string) *protocol.Protocol {
	for _, p := range f.Table.All() {
		if p.Home != "" && p.Home == name {
			return p
		}
	}
	return nil
}

// around returns the protocol in whose home dir is a checkpoint, such as .ohrfc/<id>; nil if
// there is none.
func (f Finder) around(dir string) *protocol.Protocol {
	if strings.HasPrefix(filepath.Base(dir), ".") {
		return nil
	}
	return f.home(filepath.Base(filepath.Dir(dir)))
}

// checkpointsIn returns the paths of the entries of dir, a home, that are checkpoints, but not
// other repositories.
func checkpointsIn(dir string, entries []fs.DirEntry) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			isDir := e.IsDir() && !tree.IsRepository(name) || !e.IsDir() && isDirectory(name)
			if isDir && !strings.HasPrefix(e.Name(), ".") && !yield(name) {
				return
			}
		}
	}
}

// allIn returns the checkpoints in dir, the home of p in a walk from top, and the files of
// formats.
func (f Finder) allIn(p *protocol.Protocol, dir, top string) ([]Target, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var targets []Target
	var errs []error
	for name := range checkpointsIn(dir, entries) {
		f.visited(name)
		found, err := f.at(p, name)
		targets = append(targets, found...)
		errs = append(errs, err)
	}
	own, err := f.formatsIn(dir, top)
	return append(targets, own...), errors.Join(append(errs, err)...)
}

// at returns the checkpoint of p that dir is, if its main file or its state exists. The error
// is about a file that exists and cannot be read.
func (f Finder) at(p *protocol.Protocol, dir string) ([]Target, error) {
	t, ok := f.named(p, dir)
	if !ok {
		return nil, nil
	}
	for _, name := range []string{t.Main, t.State} {
		if name == "" {
			continue
		}
		_, err := os.Stat(t.File(name))
		if err == nil {
			return []Target{t}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, nil
}

// named returns the checkpoint of p that dir is, whether or not it has files.
func (f Finder) named(p *protocol.Protocol, dir string) (Target, bool) {
	t, ok := p.Detect(disk{}, filepath.ToSlash(filepath.Join(dir, p.HomeFile)))
	return f.Target(t), ok
}
