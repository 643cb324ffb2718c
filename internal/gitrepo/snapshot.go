package gitrepo

import (
	"io/fs"
	"path"
	"strings"

	"mdck/internal/tree"
)

// snapshot is a tree of files that git has stored, perhaps with ignored files of the work tree.
// The list of files does not change; contents are read when they are needed.
type snapshot struct {
	root    string  // of the work tree
	entries []entry // sorted by path; none lies below another that is a file
	blobs   blobs
}

// entry is a file of git, or a file or directory of the work tree.
type entry struct {
	path string
	mode fs.FileMode // of what git has stored
	id   string      // of the blob; "" for what is in the work tree, a submodule among it
}

// blobs reads what git has stored; objects does.
type blobs interface {
	read(id string) ([]byte, error)
	size(id string) (int64, error)
}

var (
	_ fs.ReadFileFS = (*snapshot)(nil)
	_ fs.StatFS     = (*snapshot)(nil)
	_ fs.ReadDirFS  = (*snapshot)(nil)
	_ fs.ReadLinkFS = (*snapshot)(nil)
)

// maxLinks is how many symbolic links one name may lead through, as on Linux.
const maxLinks = 40

func (s *snapshot) Open(name string) (fs.File, error) {
	n, err := s.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.IsDir() {
		list, err := s.ReadDir(name)
		return tree.OpenDir(n, list), err
	}
	contents, err := s.contents(n)
	if err != nil {
		return nil, tree.PathError("open", name, err)
	}
	return tree.OpenFile(n, contents), nil
}

func (s *snapshot) ReadFile(name string) ([]byte, error) {
	n, err := s.find("read", name)
	if err != nil {
		return nil, err
	}
	if n.IsDir() {
		return nil, tree.PathError("read", name, tree.ErrIsDir)
	}
	contents, err := s.contents(n)
	return contents, tree.PathError("read", name, err)
}

func (s *snapshot) Stat(name string) (fs.FileInfo, error) { return info(s.find("stat", name)) }

// info returns a node as a FileInfo, which is nil if there is an error.
func info(n *node, err error) (fs.FileInfo, error) {
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (s *snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := s.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.IsDir() {
		return nil, tree.PathError("readdir", name, tree.ErrNotDir)
	}
	list, err := s.list(n)
	return list, tree.PathError("readdir", name, err)
}

func (s *snapshot) Lstat(name string) (fs.FileInfo, error) { return info(s.findLink("lstat", name)) }

func (s *snapshot) ReadLink(name string) (string, error) {
	n, err := s.findLink("readlink", name)
	if err != nil {
		return "", err
	}
	if n.mode.Type() != fs.ModeSymlink {
		return "", tree.PathError("readlink", name, fs.ErrInvalid)
	}
	target, err := s.contents(n)
	return string(target), tree.PathError("readlink", name, err)
}

// findLink returns the file, directory or link called name. It follows the links among its
// directories.
func (s *snapshot) findLink(op, name string) (*node, error) {
	if _, err := s.find(op, name); err != nil {
		return nil, err // a link that leads nowhere does not exist
	}
	dir, err := s.find(op, path.Dir(name))
	if err != nil {
		return nil, err
	}
	n, err := s.at(path.Join(dir.path, path.Base(name)))
	return n, tree.PathError(op, name, err)
}

// find returns the file or directory called name. It follows all symbolic links.
func (s *snapshot) find(op, name string) (*node, error) {
	if !fs.ValidPath(name) {
		return nil, tree.PathError(op, name, fs.ErrInvalid)
	}
	n, err := s.follow(name)
	if err != nil {
		return nil, tree.PathError(op, name, err)
	}
	n.name = path.Base(name)
	return n, nil
}

func (s *snapshot) follow(name string) (*node, error) {
	for range maxLinks {
		n, rest, err := s.walk(name)
		if err != nil || n.mode.Type() != fs.ModeSymlink {
			return n, err
		}
		if name, err = s.target(n, rest); err != nil {
			return nil, err
		}
	}
	return nil, fs.ErrNotExist
}

// walk returns the node at name or at the first symbolic link in it, and the rest of name after
// that.
func (s *snapshot) walk(name string) (n *node, rest string, err error) {
	if i, ok := s.search(name); ok && s.entries[i].id != "" {
		return s.stored(s.entries[i]), "", nil // nothing that git stores lies below a link
	}
	for end := 0; end < len(name); end++ {
		if n != nil && !n.IsDir() {
			return nil, "", fs.ErrNotExist
		}
		end += length(name[end:])
		n, err = s.at(name[:end])
		if err != nil || n.mode.Type() == fs.ModeSymlink {
			return n, name[end:], err
		}
	}
	return n, "", nil
}

// length returns the length of the first element of name.
func length(name string) int {
	first, _, _ := strings.Cut(name, "/")
	return len(first)
}

// target returns the name that the link n leads to, with rest below it. A link out of the tree
// is broken.
func (s *snapshot) target(n *node, rest string) (string, error) {
	link, err := s.contents(n)
	if err != nil {
		return "", err
	}
	to := path.Join(path.Dir(n.path), string(link), rest)
	if len(link) == 0 || path.IsAbs(string(link)) || !fs.ValidPath(to) {
		return "", fs.ErrNotExist
	}
	return to, nil
}
