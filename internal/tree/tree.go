// Package tree has the small building blocks of file trees: a directory of the
// disk, a tree with texts from memory laid over it, and the open files and
// directories that an implementation of [fs.FS] has to hand out.
//
// Names are those of io/fs everywhere: separated by slashes, never rooted,
// never with "..". Trees are only read; nothing here writes.
package tree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mdck/mdcheckpoint/source"
)

// ErrIsDir and ErrNotDir are the causes of the errors for names that exist but
// are of the other kind.
var (
	ErrIsDir  = errors.New("is a directory")
	ErrNotDir = errors.New("is not a directory")
	// ErrNotFile is the cause for pipes, devices and the like.
	ErrNotFile = errors.New("is not a regular file")
)

// PathError is the failure err of an operation on a name, an [*fs.PathError]; nil without
// err.
func PathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// MaxRead is how many bytes of a file on disk are read, where nobody asks for less: more
// than is parsed, as files are hashed and copied, too.
const MaxRead = 32 << 20

// ReadFile reads the file at path, a regular one or a link to one, of at most so many bytes.
// Else the error wraps [ErrNotFile] or [source.ErrTooLarge]. A pipe is not waited for.
//
// All of mdck reads files with this, with a tree of [Dir], or as its own writes do.
func ReadFile(path string, most int64) ([]byte, error) { return readRegular(path, path, most) }

// Dir is the tree of the files below dir, which is taken relative to the
// current directory of this moment, not of later ones.
//
// A name with ".." or a leading slash is an error, so no name leads out of dir.
// Symbolic links are followed when a file is read, also to places outside dir;
// listings show them as links. The tree is live: it shows what is on disk when
// it is asked.
func Dir(dir string) fs.FS {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return regular{os.DirFS(dir).(dirFS), dir, MaxRead}
}

// AtMost returns files, a tree of [Dir], with another limit than [MaxRead]; any other tree as
// it is.
func AtMost(files fs.FS, most int64) fs.FS {
	if r, ok := files.(regular); ok {
		r.most = most
		return r
	}
	return files
}

// IsRepository is [source.IsRepository] of a directory on disk.
func IsRepository(dir string) bool { return source.IsRepository(os.DirFS(dir), ".") }

// dirFS is what [os.DirFS] gives.
type dirFS interface {
	fs.ReadFileFS
	fs.StatFS
	fs.ReadDirFS
	fs.ReadLinkFS
}

// regular reads regular files only: a pipe would be waited for, and a device
// such as /dev/zero has no end.
type regular struct {
	dirFS
	dir  string // absolute path
	most int64  // bytes of a file
}

// ReadFile reads a regular file of at most r.most bytes; a directory or anything else is
// an error, which wraps [ErrNotFile] where it is neither.
func (r regular) ReadFile(name string) ([]byte, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return nil, PathError("open", name, fs.ErrInvalid)
	}
	return readRegular(name, filepath.Join(r.dir, local), r.most)
}

// Open opens a file or a directory. What is neither is not opened, as a pipe would be
// waited for: the error wraps [ErrNotFile].
func (r regular) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(r.dirFS, name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, PathError("open", name, ErrNotFile)
	}
	return r.dirFS.Open(name)
}

// An Info describes a file or directory that is not on disk. It is complete: it
// holds the size and has no time.
type Info struct {
	Base  string      // last element of the name
	Bytes int64       // size of a file; 0 for a directory
	Perm  fs.FileMode // type and permissions
}

var _ fs.FileInfo = Info{}

// Name is the last element of the name.
func (i Info) Name() string { return i.Base }

// Size is the number of bytes of a file, and 0 for a directory.
func (i Info) Size() int64 { return i.Bytes }

// Mode holds the type and the permissions.
func (i Info) Mode() fs.FileMode { return i.Perm }

// ModTime is the zero time: memory has no history.
func (i Info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether this is a directory.
func (i Info) IsDir() bool { return i.Perm.IsDir() }

// Sys is nil.
func (i Info) Sys() any { return nil }

// OpenFile is an open file with the given contents, which nobody may change
// from now on. It can also seek and be read at an offset.
func OpenFile(info fs.FileInfo, contents []byte) fs.File {
	return &file{bytes.NewReader(contents), info}
}

type file struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *file) Close() error { return nil }

// OpenDir is an open directory that lists entries, which should be sorted by
// name. Nobody may change entries from now on.
func OpenDir(info fs.FileInfo, entries []fs.DirEntry) fs.ReadDirFile {
	return &dir{info: info, rest: entries}
}

// dir lists rest, the entries that ReadDir has not yet given.
type dir struct {
	info fs.FileInfo
	rest []fs.DirEntry
}

func (d *dir) Stat() (fs.FileInfo, error) { return d.info, nil }

func (d *dir) Close() error { return nil }

func (d *dir) Read([]byte) (int, error) {
	return 0, PathError("read", d.info.Name(), ErrIsDir)
}

func (d *dir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.rest) {
		n = len(d.rest)
	}
	list := append(make([]fs.DirEntry, 0, n), d.rest[:n]...)
	d.rest = d.rest[n:]
	return list, nil
}
