package tree

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
)

// Overlay returns base with some files replaced or added, such as standard input. files maps names
// to texts, and is copied. A text must not replace a directory, nor have a file as a parent. Links
// of base are not resolved.
func Overlay(base fs.FS, files map[string]string) fs.FS {
	o := overlay{base, maps.Clone(files), map[string][]string{}}
	maps.DeleteFunc(o.files, func(name, _ string) bool { return !fs.ValidPath(name) || name == "." })
	for name := range o.files {
		for known := false; name != "." && !known; name = path.Dir(name) {
			_, known = o.dirs[path.Dir(name)]
			o.dirs[path.Dir(name)] = append(o.dirs[path.Dir(name)], path.Base(name))
		}
	}
	return o
}

type overlay struct {
	base  fs.FS
	files map[string]string
	dirs  map[string][]string // directory -> names of entries from files
}

var (
	_ fs.ReadFileFS = overlay{}
	_ fs.StatFS     = overlay{}
	_ fs.ReadDirFS  = overlay{}
	_ fs.ReadLinkFS = overlay{}
)

func (o overlay) Open(name string) (fs.File, error) {
	info, ok := o.info(name)
	if !ok {
		return o.base.Open(name)
	}
	if !info.IsDir() {
		return OpenFile(info, []byte(o.files[name])), nil
	}
	list, err := o.ReadDir(name)
	return OpenDir(info, list), err
}

func (o overlay) ReadFile(name string) ([]byte, error) {
	info, ok := o.info(name)
	switch {
	case !ok:
		return fs.ReadFile(o.base, name)
	case info.IsDir():
		return nil, PathError("read", name, ErrIsDir)
	}
	return []byte(o.files[name]), nil
}

func (o overlay) Stat(name string) (fs.FileInfo, error) {
	if info, ok := o.info(name); ok {
		return info, nil
	}
	return fs.Stat(o.base, name)
}

// Lstat returns a link to a directory as a link.
func (o overlay) Lstat(name string) (fs.FileInfo, error) {
	if _, ok := o.files[name]; !ok {
		if info, err := fs.Lstat(o.base, name); err == nil {
			return info, nil
		}
	}
	return o.Stat(name)
}

func (o overlay) ReadLink(name string) (string, error) {
	if _, ok := o.files[name]; ok {
		return "", PathError("readlink", name, fs.ErrInvalid)
	}
	return fs.ReadLink(o.base, name)
}

func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.base, name)
	added, ok := o.dirs[name]
	if _, isFile := o.files[name]; isFile {
		return nil, PathError("readdir", name, ErrNotDir)
	} else if !ok {
		return list, err
	}
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return slices.Contains(added, e.Name()) })
	for _, child := range added {
		if info, err := o.Lstat(path.Join(name, child)); err == nil {
			list = append(list, fs.FileInfoToDirEntry(info))
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Name() < list[j].Name() })
	return list, nil
}

func (o overlay) info(name string) (fs.FileInfo, bool) {
	if text, ok := o.files[name]; ok {
		return Info{Base: path.Base(name), Bytes: int64(len(text)), Perm: 0o644}, true
	}
	_, ok := o.dirs[name]
	if info, err := fs.Stat(o.base, name); ok && err == nil {
		return info, true
	}
	return Info{Base: path.Base(name), Perm: fs.ModeDir | 0o755}, ok
}
