package gitrepo

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mdck/internal/tree"
)

// node is the file, directory or link at a path, and its fs.FileInfo.
type node struct {
	path  string // where it stands, after all links
	name  string // last element of the name that it was asked for by
	mode  fs.FileMode
	id    string      // of the blob, if git has stored it
	disk  fs.FileInfo // if it stands in the work tree
	blobs blobs
}

func (n *node) Name() string { return n.name }

func (n *node) Mode() fs.FileMode { return n.mode }

func (n *node) IsDir() bool { return n.mode.IsDir() }

func (n *node) Sys() any { return nil }

// ModTime returns the zero time for a file of git, which stores none.
func (n *node) ModTime() time.Time {
	if n.disk != nil {
		return n.disk.ModTime()
	}
	return time.Time{}
}

// Size asks git only when it is called, so that Stat is cheap. It returns 0 for a blob that
// cannot be read; reading the file returns the error.
func (n *node) Size() int64 {
	switch {
	case n.disk != nil:
		return n.disk.Size()
	case n.id == "":
		return 0
	}
	size, err := n.blobs.size(n.id)
	if err != nil {
		return 0
	}
	return size
}

// search returns the index of the first entry that is not before p, and whether it is p.
func (s *snapshot) search(p string) (int, bool) {
	return slices.BinarySearchFunc(s.entries, p, func(e entry, p string) int { return strings.Compare(e.path, p) })
}

// at returns the node at p, all directories of which exist and are not links.
func (s *snapshot) at(p string) (*node, error) {
	i, ok := s.search(p)
	switch {
	case ok && s.entries[i].id != "":
		return s.stored(s.entries[i]), nil
	case ok || s.onDisk(p):
		return s.inWorkTree(p)
	case s.hasBelow(p):
		return &node{path: p, name: path.Base(p), mode: fs.ModeDir | 0o755}, nil
	}
	return nil, fs.ErrNotExist
}

func (s *snapshot) stored(e entry) *node {
	return &node{path: e.path, name: path.Base(e.path), mode: e.mode, id: e.id, blobs: s.blobs}
}

// prefix returns the beginning of the paths of all entries in the directory p.
func prefix(p string) string {
	if p == "." {
		return ""
	}
	return p + "/"
}

// hasBelow reports whether p is a directory, as it has entries. The root always is.
func (s *snapshot) hasBelow(p string) bool {
	i, _ := s.search(prefix(p))
	return p == "." || i < len(s.entries) && strings.HasPrefix(s.entries[i].path, prefix(p))
}

// onDisk reports whether p is in a directory that is one entry.
func (s *snapshot) onDisk(p string) bool {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if i, ok := s.search(dir); ok {
			return s.entries[i].id == ""
		}
	}
	return false
}

func (s *snapshot) isSubmodule(p string) bool {
	i, ok := s.search(p)
	return ok && s.entries[i].mode.IsDir()
}

func (s *snapshot) full(p string) string { return filepath.Join(s.root, filepath.FromSlash(p)) }

// inWorkTree returns the file, directory or link at p in the work tree. Other repositories and
// devices do not exist, as git does not list them.
func (s *snapshot) inWorkTree(p string) (*node, error) {
	info, err := os.Lstat(s.full(p))
	if err != nil {
		return nil, err
	}
	switch info.Mode().Type() {
	case 0, fs.ModeSymlink:
	case fs.ModeDir:
		if !s.isSubmodule(p) && tree.IsRepository(s.full(p)) {
			return nil, fs.ErrNotExist
		}
	default:
		return nil, fs.ErrNotExist
	}
	return &node{path: p, name: path.Base(p), mode: info.Mode(), disk: info}, nil
}

// contents returns the contents of a file, or the target of a link.
func (s *snapshot) contents(n *node) ([]byte, error) {
	switch {
	case n.disk == nil:
		return s.blobs.read(n.id)
	case n.mode.Type() == fs.ModeSymlink:
		to, err := os.Readlink(s.full(n.path))
		return []byte(filepath.ToSlash(to)), err
	}
	return tree.ReadFile(s.full(n.path), tree.MaxRead)
}

// list returns the entries of the directory n, sorted by name, without broken links.
func (s *snapshot) list(n *node) ([]fs.DirEntry, error) {
	names, err := s.names(n)
	if err != nil {
		return nil, err
	}
	list := make([]fs.DirEntry, 0, len(names))
	for _, name := range names {
		child, err := s.child(path.Join(n.path, name))
		switch {
		case err == nil:
			list = append(list, fs.FileInfoToDirEntry(child))
		case !isNotExist(err):
			return nil, err
		}
	}
	return list, nil
}

// child returns the node at p, if a reader can open it: a link must not be broken, and the name
// must be valid for io/fs.
func (s *snapshot) child(p string) (*node, error) {
	if !fs.ValidPath(p) {
		return nil, fs.ErrNotExist
	}
	n, err := s.at(p)
	if err != nil || n.mode.Type() != fs.ModeSymlink {
		return n, err
	}
	_, err = s.follow(p)
	return n, err
}

// names returns the names that may be in the directory n, sorted.
func (s *snapshot) names(n *node) ([]string, error) {
	switch {
	case n.disk == nil:
		return s.entryNames(prefix(n.path)), nil
	case s.isSubmodule(n.path):
		return nil, nil
	}
	list, err := os.ReadDir(s.full(n.path))
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.Name()
	}
	return names, nil
}

// entryNames returns the first elements of the paths of entries after prefix.
func (s *snapshot) entryNames(prefix string) []string {
	var names []string
	i, _ := s.search(prefix)
	for i < len(s.entries) && strings.HasPrefix(s.entries[i].path, prefix) {
		name, _, isDir := strings.Cut(s.entries[i].path[len(prefix):], "/")
		names = append(names, name)
		i++
		if isDir {
			i, _ = s.search(prefix + name + "0") // 0 follows the slash, so all of the directory is behind
		}
	}
	slices.Sort(names) // "a-b" stands before "a/c", but "a" before "a-b"
	return slices.Compact(names)
}
