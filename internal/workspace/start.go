package workspace

import (
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// Start returns the directory where a walk over the repository of dir, an absolute path,
// begins: the nearest one, dir or above it, for which [Finder.IsStart] is true, else dir.
func (f Finder) Start(dir string) string {
	if found, ok := protocol.Above(dir, func(d string) bool { return f.around(d) != nil || f.starts(d) }); ok {
		return found
	}
	return dir
}

// IsStart reports whether a walk over a repository may begin at dir: it is a checkpoint or the
// home of some, or has checkpoints or a repository in it.
func (f Finder) IsStart(dir string) bool {
	return f.around(dir) != nil || f.home(filepath.Base(dir)) != nil || f.starts(dir)
}

// starts reports whether dir has checkpoints or a repository in it.
func (f Finder) starts(dir string) bool {
	return f.holds(dir) || slices.ContainsFunc(f.Table.All(), func(p *protocol.Protocol) bool {
		return p.Starts != nil && p.Starts(disk{}, dir) || slices.ContainsFunc(p.Folders, func(name string) bool {
			return exists(filepath.Join(dir, filepath.FromSlash(name)))
		})
	})
}

// holds reports whether the home of a protocol, or a repository, is in dir.
func (f Finder) holds(dir string) bool {
	for _, p := range f.Table.All() {
		if p.Home != "" && exists(filepath.Join(dir, p.Home)) {
			return true
		}
	}
	return exists(filepath.Join(dir, ".git"))
}

// InWorkspace reports whether dir, an absolute path, is in a checkpoint that is a
// directory of its own, such as the workspace of an RFC.
func (f Finder) InWorkspace(dir string) bool {
	_, ok := Enclosing(dir, f.IsWorkspace)
	return ok
}

// IsWorkspace reports whether dir, an absolute path, is such a checkpoint, whether or not it
// has files.
func (f Finder) IsWorkspace(dir string) bool { return f.around(dir) != nil }

// Project is the directory that the project of dir, an absolute path, has its
// settings in: [Start], or of a workspace the directory that holds it. ok is false
// if there is none.
func (f Finder) Project(dir string) (root string, ok bool) { return protocol.Above(dir, f.holds) }

// Enclosing returns the nearest directory for which is returns true: dir or one above it, up to
// the root of its repository.
func Enclosing(dir string, is func(string) bool) (found string, ok bool) {
	top := Repository(dir)
	found, ok = protocol.Above(dir, func(d string) bool { return d == top || is(d) })
	return found, ok && is(found)
}

// Repository returns the root of the repository of dir, an absolute path: the nearest
// directory with .git; "" outside of any.
func Repository(dir string) string { return protocol.Repository(disk{}, dir) }
