package tree

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Overlay is base with some files replaced or added: files maps names to texts,
// such as standard input or the buffers of an editor. A nil base is an empty
// tree. The texts are copied, base is not.
//
// A text makes the directories that its name needs, in place of a file of base
// where one is in the way; and it hides a directory of its own name, in base or
// in files, with all that is in it. A name that is no valid path, or ".", is
// left out. Symbolic links of base are not known here: a text is found under the
// name that it was given, and not under others that lead to the same file.
func Overlay(base fs.FS, files map[string]string) fs.FS {
	if base == nil {
		base = empty{}
	}
	o := &overlay{base, map[string]string{}, map[string]map[string]bool{".": {}}}
	for name, text := range files {
		if fs.ValidPath(name) && name != "." && !below(files, name) {
			o.add(name, text)
		}
	}
	return o
}

// below reports whether name lies below one of files.
func below(files map[string]string, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, ok := files[dir]; ok {
			return true
		}
	}
	return false
}

type overlay struct {
	base  fs.FS
	files map[string]string
	dirs  map[string]map[string]bool // the directories that files need, and the names in them
}

var (
	_ fs.ReadFileFS = (*overlay)(nil)
	_ fs.StatFS     = (*overlay)(nil)
	_ fs.ReadDirFS  = (*overlay)(nil)
	_ fs.ReadLinkFS = (*overlay)(nil)
)

func (o *overlay) add(name, text string) {
	o.files[name] = text
	for name != "." {
		dir := path.Dir(name)
		if o.dirs[dir] == nil {
			o.dirs[dir] = map[string]bool{}
		}
		o.dirs[dir][path.Base(name)] = true
		name = dir
	}
}

func (o *overlay) Open(name string) (fs.File, error) {
	if err := o.check("open", name); err != nil {
		return nil, err
	}
	if text, ok := o.files[name]; ok {
		return OpenFile(o.info(name), []byte(text)), nil
	}
	if o.dirs[name] == nil {
		return o.base.Open(name)
	}
	list, err := o.ReadDir(name)
	if err != nil {
		return nil, err
	}
	return OpenDir(o.info(name), list), nil
}

func (o *overlay) ReadFile(name string) ([]byte, error) {
	if err := o.check("read", name); err != nil {
		return nil, err
	}
	if text, ok := o.files[name]; ok {
		return []byte(text), nil
	}
	if o.dirs[name] != nil {
		return nil, PathError("read", name, ErrIsDir)
	}
	return fs.ReadFile(o.base, name)
}

func (o *overlay) Stat(name string) (fs.FileInfo, error) {
	if err := o.check("stat", name); err != nil {
		return nil, err
	}
	if o.has(name) {
		return o.info(name), nil
	}
	return fs.Stat(o.base, name)
}

// Lstat agrees with the listing: a directory that base has through a link is a
// link.
func (o *overlay) Lstat(name string) (fs.FileInfo, error) {
	if err := o.check("lstat", name); err != nil {
		return nil, err
	}
	if o.made(name) {
		return o.info(name), nil
	}
	return fs.Lstat(o.base, name)
}

func (o *overlay) ReadLink(name string) (string, error) {
	if err := o.check("readlink", name); err != nil {
		return "", err
	}
	if o.made(name) {
		return "", PathError("readlink", name, fs.ErrInvalid)
	}
	return fs.ReadLink(o.base, name)
}

func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := o.check("readdir", name); err != nil {
		return nil, err
	}
	if _, ok := o.files[name]; ok {
		return nil, PathError("readdir", name, ErrNotDir)
	}
	if o.dirs[name] == nil {
		return fs.ReadDir(o.base, name)
	}
	var list []fs.DirEntry
	if o.baseDir(name) != nil {
		var err error
		if list, err = fs.ReadDir(o.base, name); err != nil {
			return nil, err
		}
	}
	// A directory that base has too, perhaps through a link, stays as base shows it.
	for child := range o.dirs[name] {
		if full := path.Join(name, child); o.made(full) {
			list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return e.Name() == child })
			list = append(list, fs.FileInfoToDirEntry(o.info(full)))
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// baseDir describes the directory called name of base; nil if there is none.
func (o *overlay) baseDir(name string) fs.FileInfo {
	info, err := fs.Stat(o.base, name)
	if err != nil || !info.IsDir() {
		return nil
	}
	return info
}

// has reports whether name is one of the texts or a directory above one.
func (o *overlay) has(name string) bool {
	_, ok := o.files[name]
	return ok || o.dirs[name] != nil
}

// made reports whether name is one of the texts, or a directory that is there
// for them alone.
func (o *overlay) made(name string) bool {
	return o.has(name) && (o.dirs[name] == nil || o.baseDir(name) == nil)
}

// info describes name, which o has.
func (o *overlay) info(name string) fs.FileInfo {
	if o.dirs[name] == nil {
		return Info{Base: path.Base(name), Bytes: int64(len(o.files[name])), Perm: 0o644}
	}
	if info := o.baseDir(name); info != nil {
		return info
	}
	return Info{Base: path.Base(name), Perm: fs.ModeDir | 0o755}
}

// check refuses names that are no paths, and those of base that are out of sight.
func (o *overlay) check(op, name string) error {
	switch {
	case !fs.ValidPath(name):
		return PathError(op, name, fs.ErrInvalid)
	case !o.has(name) && o.replaced(name):
		return PathError(op, name, fs.ErrNotExist)
	}
	return nil
}

// replaced reports whether name lies below a text, or in a directory that stands
// in place of a file of base.
func (o *overlay) replaced(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if o.made(dir) {
			return true
		}
	}
	return false
}

// empty is a tree without files.
type empty struct{}

func (empty) Open(name string) (fs.File, error) {
	return nil, PathError("open", name, fs.ErrNotExist)
}
