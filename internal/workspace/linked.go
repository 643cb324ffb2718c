package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
)

// links are the links that a walk followed to folders of protocols. Their files are found
// once.
type links struct {
	names []string        // of folders whose links are followed
	to    map[string]bool // the directories that the links lead to
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

// add reports whether an entry is a link to follow, and keeps the directory that it leads to.
// A link in such a folder, or to a directory around it, is not followed: a walk has to end.
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

// only returns the targets of protocols whose links are followed.
func (l *links) only(all []Target) []Target {
	return slices.DeleteFunc(all, func(t Target) bool { return !t.Row().Links })
}

// once returns the targets without those that were found by a link, too.
func (l *links) once(all []Target) []Target {
	if len(l.to) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(t Target) bool {
		if !t.Row().Links || slices.Contains(l.names, t.Folder) {
			return false // by the link, or by its own name
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
