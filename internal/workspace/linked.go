package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
)

// links has the links to folders that a walk has followed, so that each file is found once.
type links struct {
	names []string        // folders whose links are followed
	to    map[string]bool // targets
}

func (f Finder) newLinks() *links {
	l := &links{to: map[string]bool{}}
	for _, p := range f.Table.All() {
		if p.Links {
			l.names = append(l.names, p.Folders...)
		}
	}
	return l
}

// add reports whether a walk must follow an entry. It rejects a link to a parent, because the walk
// might never end.
func (l *links) add(name string, d fs.DirEntry) bool {
	if l == nil || d.Type()&fs.ModeSymlink == 0 || !slices.Contains(l.names, d.Name()) || !isDirectory(name) {
		return false
	}
	dir := filepath.Dir(name)
	for _, part := range strings.Split(filepath.ToSlash(dir), "/") {
		if slices.Contains(l.names, part) {
			return false
		}
	}
	to, err := filepath.EvalSymlinks(name)
	from, fromErr := filepath.EvalSymlinks(dir)
	if _, above := tree.Within(to, from); err != nil || fromErr != nil || above {
		return false
	}
	l.to[to] = true
	return true
}

func (l *links) only(all []Target) []Target {
	return slices.DeleteFunc(all, func(t Target) bool { return !t.Row().Links })
}

func (l *links) once(all []Target) []Target {
	if len(l.to) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(t Target) bool {
		if !t.Row().Links || slices.Contains(l.names, t.Folder) {
			return false // already found
		}
		root, err := filepath.EvalSymlinks(t.Root)
		if err != nil {
			return false
		}
		file := filepath.Join(root, filepath.FromSlash(t.Main))
		for dir := range l.to {
			if _, ok := tree.Within(dir, file); ok {
				return true
			}
		}
		return false
	})
}
