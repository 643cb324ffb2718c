package workspace

import (
	"path/filepath"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// Start returns the nearest directory, from dir upwards, at which a walk may begin; otherwise dir.
func (f Finder) Start(dir string) string {
	if found, ok := protocol.Above(dir, func(d string) bool { return f.around(d) != nil || f.starts(d) }); ok {
		return found
	}
	return dir
}

// IsStart reports whether a walk may begin at dir.
func (f Finder) IsStart(dir string) bool {
	return f.around(dir) != nil || f.home(filepath.Base(dir)) != nil || f.starts(dir)
}

func (f Finder) starts(dir string) bool {
	return f.holds(dir) || slices.ContainsFunc(f.Table.All(), func(p *protocol.Protocol) bool {
		return p.Starts != nil && p.Starts(disk{}, dir) || slices.ContainsFunc(p.Folders, func(name string) bool {
			return exists(filepath.Join(dir, filepath.FromSlash(name)))
		})
	})
}

func (f Finder) holds(dir string) bool {
	for _, p := range f.Table.All() {
		if p.Home != "" && exists(filepath.Join(dir, p.Home)) {
			return true
		}
	}
	return exists(filepath.Join(dir, ".git"))
}

// InWorkspace reports whether dir, an absolute path, is in a checkpoint such as the workspace of an
// RFC.
func (f Finder) InWorkspace(dir string) bool {
	_, ok := Enclosing(dir, f.IsWorkspace)
	return ok
}

// IsWorkspace reports whether dir, an absolute path, is a checkpoint such as the workspace of an
// RFC, maybe empty.
func (f Finder) IsWorkspace(dir string) bool { return f.around(dir) != nil }

// Within returns the checkpoint whose directory is dir or above it, of a protocol without a Home.
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

// Project returns the nearest directory, from dir upwards, with a .git or a Home such as .ohrfc.
func (f Finder) Project(dir string) (root string, ok bool) { return protocol.Above(dir, f.holds) }

// Enclosing returns the first match: dir or a directory above it, up to the root of the repository.
func Enclosing(dir string, match func(string) bool) (found string, ok bool) {
	top := Repository(dir)
	found, ok = protocol.Above(dir, func(d string) bool { return d == top || match(d) })
	return found, ok && match(found)
}

// Repository returns the root of the repository of dir, or "".
func Repository(dir string) string { return protocol.Repository(disk{}, dir) }

// MainOf returns the main file of the checkpoint that depends on file; otherwise file.
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
