package gitrepo

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// A storedTree is a tree of stored files. The list of files never changes. Contents are read when
// needed.
type storedTree struct {
	root  string
	read  blobs
	files map[string]entry    // by path; no file is below another one
	dirs  map[string][]string // directory -> names of its entries; "." always exists
}

type entry struct {
	mode fs.FileMode // mode of a stored file; fs.ModeDir for a submodule
	id   string      // id of the blob; "" for a file of the work tree or a submodule
}

type blobs func(id string, limit int64) (contents []byte, size int64, err error)

var (
	_ fs.ReadFileFS = (*storedTree)(nil)
	_ fs.StatFS     = (*storedTree)(nil)
	_ fs.ReadDirFS  = (*storedTree)(nil)
	_ fs.ReadLinkFS = (*storedTree)(nil)
)

// add adds a file. There must be no file at, above or below its path.
func (s *storedTree) add(name string, e entry) {
	s.files[name] = e
	for known := false; name != "." && !known; {
		dir, base := split(name)
		known = s.dirs[dir] != nil
		s.dirs[dir] = append(s.dirs[dir], base)
		name = dir
	}
}

// split returns [path.Dir] and [path.Base] of a clean path, but faster.
func split(p string) (dir, base string) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return ".", p
	}
	return p[:i], p[i+1:]
}

func (s *storedTree) taken(p string) bool { return s.above(p) != "" || s.dirs[p] != nil }

func (s *storedTree) above(p string) string {
	for ; p != "."; p = path.Dir(p) {
		if _, ok := s.files[p]; ok {
			return p
		}
	}
	return ""
}

type node struct {
	fs.FileInfo
	name string // of the requested name
	path string // with links resolved
	id   string
	live bool // in the work tree, not stored
}

func (n *node) Name() string { return n.name }

func (n *node) isLink() bool { return n.Mode().Type() == fs.ModeSymlink }

// blobInfo has no modification time, because git stores none.
type blobInfo struct {
	tree.Info
	id   string
	read blobs
}

// Size asks git only when called, so that Stat is fast. It returns 0 for an unreadable blob.
func (b blobInfo) Size() int64 {
	_, size, _ := b.read(b.id, -1)
	return size
}

// at returns the node at p. No directory above p may be a link.
func (s *storedTree) at(p string) (*node, error) {
	n := &node{name: path.Base(p), path: p}
	above := s.above(p)
	e := s.files[above]
	switch {
	case above == p && e.id != "":
		n.FileInfo, n.id = blobInfo{tree.Info{Perm: e.mode}, e.id, s.read}, e.id
		return n, nil
	case above == "" && s.dirs[p] != nil:
		n.FileInfo = tree.Info{Perm: fs.ModeDir | 0o755}
		return n, nil
	case above == "" || e.id != "":
		return nil, fs.ErrNotExist
	}
	info, err := os.Lstat(s.full(p))
	if err != nil {
		return nil, err
	}
	n.FileInfo, n.live = info, true
	submodule := above == p && e.mode.IsDir()
	if !info.Mode().IsRegular() && !n.isLink() && (!info.IsDir() || !submodule && tree.IsRepository(s.full(p))) {
		return nil, fs.ErrNotExist
	}
	return n, nil
}

func (s *storedTree) full(p string) string { return filepath.Join(s.root, filepath.FromSlash(p)) }

// maxLinks limits the links in a name, as on Linux.
const maxLinks = 40

// find returns the node called name with links followed (n) and not followed (self).
func (s *storedTree) find(op, name string) (n, self *node, err error) {
	if !fs.ValidPath(name) {
		return nil, nil, tree.PathError(op, name, fs.ErrInvalid)
	}
	links, dir, rest := 0, ".", name
	for err == nil && rest != "" {
		first, after, _ := strings.Cut(rest, "/")
		if n, err = s.at(path.Join(dir, first)); err != nil {
			break
		}
		if self == nil && after == "" {
			self = n
		}
		dir, rest = n.path, after
		switch {
		case n.isLink() && links < maxLinks:
			links, dir = links+1, "."
			rest, err = s.target(n, after)
		case n.isLink() || rest != "" && !n.IsDir():
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		return nil, nil, tree.PathError(op, name, err)
	}
	n.name = path.Base(name)
	return n, self, nil
}

func (s *storedTree) target(n *node, rest string) (string, error) {
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

func (s *storedTree) contents(n *node) ([]byte, error) {
	switch {
	case n.IsDir():
		return nil, tree.ErrIsDir
	case !n.live:
		raw, size, err := s.read(n.id, tree.MaxRead)
		if size > tree.MaxRead {
			err = source.TooLarge(size, tree.MaxRead)
		}
		return raw, err
	case n.isLink():
		to, err := os.Readlink(s.full(n.path))
		return []byte(filepath.ToSlash(to)), err
	}
	return tree.ReadFile(s.full(n.path), tree.MaxRead)
}

// list returns the entries of the directory n, without broken links.
func (s *storedTree) list(n *node) (list []fs.DirEntry, err error) {
	names := slices.Sorted(slices.Values(s.dirs[n.path]))
	if n.live && !s.files[n.path].mode.IsDir() {
		live, err := os.ReadDir(s.full(n.path))
		if err != nil {
			return nil, err
		}
		for _, e := range live {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		_, self, err := s.find("lstat", path.Join(n.path, name))
		switch {
		case err == nil:
			list = append(list, fs.FileInfoToDirEntry(self))
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid):
			return nil, err
		}
	}
	return list, nil
}

func (s *storedTree) Open(name string) (fs.File, error) {
	n, _, err := s.find("open", name)
	if err != nil {
		return nil, err
	}
	if n.IsDir() {
		list, err := s.list(n)
		return tree.OpenDir(n, list), tree.PathError("open", name, err)
	}
	contents, err := s.contents(n)
	return tree.OpenFile(n, contents), tree.PathError("open", name, err)
}

func (s *storedTree) ReadFile(name string) ([]byte, error) {
	n, _, err := s.find("read", name)
	if err != nil {
		return nil, err
	}
	contents, err := s.contents(n)
	return contents, tree.PathError("read", name, err)
}

func (s *storedTree) Stat(name string) (fs.FileInfo, error) {
	n, _, err := s.find("stat", name)
	if err != nil {
		return nil, err // not n: a nil *node is not a nil FileInfo
	}
	return n, nil
}

func (s *storedTree) Lstat(name string) (fs.FileInfo, error) {
	_, self, err := s.find("lstat", name)
	if err != nil {
		return nil, err
	}
	return self, nil
}

func (s *storedTree) ReadLink(name string) (string, error) {
	_, n, err := s.find("readlink", name)
	if err == nil && !n.isLink() {
		err = tree.PathError("readlink", name, fs.ErrInvalid)
	}
	if err != nil {
		return "", err
	}
	target, err := s.contents(n)
	return string(target), tree.PathError("readlink", name, err)
}

func (s *storedTree) ReadDir(name string) ([]fs.DirEntry, error) {
	n, _, err := s.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.IsDir() {
		return nil, tree.PathError("readdir", name, tree.ErrNotDir)
	}
	list, err := s.list(n)
	return list, tree.PathError("readdir", name, err)
}
