package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/config"
	"mdck/internal/gitrepo"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// Store returns the store for the files of t, without the lock of the protocol.
func (t *Target) Store() safefile.Store {
	s := t.finder.Store(t.Dir(), t.names()...)
	others := s.Owns
	s.Owns = func(name string) bool {
		if owns := t.Row().Owns; owns != nil && owns(disk{}, t.Dir(), tree.Dir(t.Dir()), name) {
			return true // even without a checkpoint
		}
		return others(name) || t.Beside(name) // Finder.Store does not know --config
	}
	s.Roots = t.Roots
	return s
}

// Store returns the store for files in dir: those called names, and all checkpoints and files with
// a format.
func (f Finder) Store(dir string, names ...string) safefile.Store {
	owns := func(name string) bool {
		return slices.Contains(names, name) || f.hasOwner(dir, name) ||
			NewFinder(&config.Loader{Table: f.Table, Environ: os.Environ()}).isFormat(dir, name) // not cached, because calls are rare
	}
	return safefile.Store{
		Dir: dir, Owns: owns, Roots: func() []string { return rootsOf(dir, dir) },
		Tracked: func(name string) bool { return tracked(filepath.Join(dir, filepath.FromSlash(name))) },
	}
}

func tracked(file string) bool {
	repo, err := gitrepo.Open(context.Background(), filepath.Dir(file))
	if err != nil {
		return false
	}
	rel, _ := repo.Rel(file)
	is, _ := repo.Tracked(rel)
	return is
}

func (f Finder) hasOwner(dir, name string) bool {
	return slices.ContainsFunc(f.Table.All(), func(p *protocol.Protocol) bool {
		return p.Owns != nil && (p.In == nil || p.In(disk{}, dir)) && p.Owns(disk{}, dir, tree.Dir(dir), name)
	})
}

func (t *Target) names() (all []string) {
	for _, name := range append(t.Files(), t.Main, t.State, t.Path) {
		if rel, err := filepath.Rel(t.Dir(), t.File(name)); err == nil && rel != "." {
			all = append(all, filepath.ToSlash(rel))
		}
	}
	return all
}
