package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"mdck/internal/config"
	"mdck/internal/gitrepo"
	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// Store returns the store in which the files of t change together, without the lock of the
// protocol; see [Target.Lock].
func (t *Target) Store() safefile.Store {
	s := t.finder.Store(t.Dir(), t.names()...)
	others := s.Owns
	s.Owns = func(name string) bool {
		if owns := t.Row().Owns; owns != nil && owns(disk{}, t.Dir(), tree.Dir(t.Dir()), name) {
			return true // whether or not the checkpoint exists
		}
		return others(name) || t.Beside(name) // --config is known to t alone
	}
	s.Roots = t.Roots
	return s
}

// Lock returns the lock that other programs of the protocol take before they change the
// files of t; nil if there is none.
func (t *Target) Lock() *lock.Lock {
	if t.Row().Lock == nil {
		return nil
	}
	l := t.Row().Lock(t.Target)
	if l == nil {
		return nil
	}
	spec := lock.Spec{Path: l.Path, OwnerFile: l.OwnerFile, Stale: l.Stale}
	if l.Dir {
		spec.Kind = lock.Dir
	}
	if l.Format != nil {
		spec.Format = func(p lock.Process, now time.Time) string {
			return l.Format(protocol.TargetOwner{PID: p.PID, Host: p.Host, Space: p.Space, Since: now})
		}
	}
	if l.Parse != nil {
		spec.Parse = func(text string) lock.Owner {
			o := l.Parse(text)
			return lock.Owner{Process: lock.Process{PID: o.PID, Host: o.Host, Space: o.Space}, Since: o.Since, Name: o.Name}
		}
	}
	return &lock.Lock{Spec: spec}
}

// Store returns the store for files in dir, an absolute path: those of these names, and
// those of checkpoints and formats in dir, because several protocols may share a directory,
// and whoever comes first finishes the write of another.
func (f Finder) Store(dir string, names ...string) safefile.Store {
	owns := func(name string) bool {
		return slices.Contains(names, name) || f.hasOwner(dir, name) || f.isConfigured(dir, name)
	}
	return safefile.Store{
		Dir: dir, Owns: owns, Roots: func() []string { return RootsOf(dir) },
		Variable: func(name string) string { return f.unnamed(dir, name) },
		Tracked:  func(name string) bool { return tracked(filepath.Join(dir, filepath.FromSlash(name))) },
	}
}

// tracked reports whether git tracks the file at an absolute path.
func tracked(file string) bool {
	repo, err := gitrepo.Open(context.Background(), filepath.Dir(file))
	if err != nil {
		return false
	}
	defer repo.Close()
	rel, ok := repo.Rel(file)
	if !ok {
		return false
	}
	is, err := repo.Tracked(rel)
	return err == nil && is
}

// hasOwner reports whether the file that has this name in dir belongs to a checkpoint that
// has its place there.
func (f Finder) hasOwner(dir, name string) bool {
	return slices.ContainsFunc(f.Table.All(), func(p *protocol.Protocol) bool {
		return p.Owns != nil && (p.In == nil || p.In(disk{}, dir)) && p.Owns(disk{}, dir, tree.Dir(dir), name)
	})
}

// isConfigured reports whether the file that has this name in dir is of a format of the
// configuration there, which is read for that: only a journal asks about a name that is of
// no protocol.
func (f Finder) isConfigured(dir, name string) bool {
	return NewFinder(&config.Loader{Table: f.Table, Environ: os.Environ()}).isFormat(dir, name)
}

// names are the names in its directory of the files of t.
func (t *Target) names() []string {
	var all []string
	for _, name := range append(t.Files(), t.Main, t.State, t.Path) {
		if rel, err := filepath.Rel(t.Dir(), t.File(name)); err == nil && rel != "." {
			all = append(all, filepath.ToSlash(rel))
		}
	}
	return all
}
