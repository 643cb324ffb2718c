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

// Within returns the checkpoint whose own directory dir, an absolute path, is or is in, of a
// protocol without a Home.
func (f Finder) Within(dir string) (t Target, ok bool) {
	_, ok = Enclosing(dir, func(d string) bool {
		return slices.ContainsFunc(f.Table.All(), func(p *protocol.Protocol) bool {
			if p.Home != "" || p.HomeFile == "" {
				return false
			}
			t, ok = f.Detect(filepath.Join(d, p.HomeFile))
			return ok && t.Protocol == p.Name
		})
	})
	return t, ok
}

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
// directory with .git; "" outside any.
func Repository(dir string) string { return protocol.Repository(disk{}, dir) }

// MainOf returns the main file of the checkpoint that file, an absolute path, belongs to without being
// one of its own: it is hashed by it, a copy of it, or read with it. Else it returns file.
func (f Finder) MainOf(file string) string {
	dir, base := filepath.Split(file)
	for _, p := range f.Table.All() {
		if len(p.Globs) == 0 {
			continue
		}
		main := filepath.Join(dir, filepath.Base(p.Globs[0]))
		isBeside := p.HomeFile != "" && p.MayDetect(disk{}, filepath.ToSlash(file)) && exists(main)
		if isBeside || slices.Contains(p.Hashed, base) || p.IsCopy != nil && p.IsCopy(base) {
			return main
		}
	}
	return file
}
