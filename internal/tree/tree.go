// Package tree has the building blocks of file trees: a directory on disk, an overlay of texts from
// memory, and the open files and directories that an implementation of [fs.FS] returns.
//
// Names are as in io/fs: separated by slashes, never rooted, never with "..". The package only
// reads.
package tree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unsafe"

	"mdck/mdcheckpoint/source"
)

// An error about a directory in place of a file wraps ErrIsDir. An error about a file in place of a
// directory wraps ErrNotDir.
var (
	ErrIsDir  = errors.New("is a directory")
	ErrNotDir = errors.New("is not a directory")
	// ErrNotFile is wrapped by errors about pipes, devices and other files that are not regular.
	ErrNotFile = errors.New("is not a regular file")
)

// PathError returns err as an [*fs.PathError] of the operation op on name; nil if err is nil.
func PathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// MaxRead is the default limit for reading a file on disk, in bytes. It is larger than the limit
// for parsing, because files are also hashed and copied.
const MaxRead = 32 << 20

// ReadFile reads a regular file of at most limit bytes. The path may be a link to the file. If the
// file is not regular, the error wraps [ErrNotFile]. If it is larger, the error wraps
// [source.ErrTooLarge]. ReadFile does not wait for a pipe.
//
// All code of mdck reads files with ReadFile, with a tree of [Dir], or with the package safefile.
func ReadFile(path string, limit int64) ([]byte, error) { return readRegular(path, path, limit) }

// Dir returns the tree of the files below dir. A relative dir is resolved immediately: a later
// change of the current directory has no effect.
//
// A name with ".." or a leading slash is an error, so no name leads out of dir. Reading follows
// symbolic links, also to places outside dir; listings report them as links. Each call reads the
// disk.
func Dir(dir string) fs.FS {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return regular{os.DirFS(dir).(dirFS), dir}
}

// IsRepository calls [source.IsRepository] for a directory on disk.
//
//go:noinline
func IsRepository(dir string) bool { return source.IsRepository(os.DirFS(dir), ".") }

type dirFS interface {
	fs.ReadFileFS
	fs.StatFS
	fs.ReadDirFS
	fs.ReadLinkFS
}

// A regular is a tree that opens only regular files and directories. Reading a pipe would block,
// and a device such as /dev/zero has no end.
type regular struct {
	dirFS
	dir string // absolute path
}

// ReadFile returns an error that wraps [ErrIsDir] for a directory, and [ErrNotFile] for anything
// else that is not a regular file.
func (r regular) ReadFile(name string) ([]byte, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return nil, PathError("open", name, fs.ErrInvalid)
	}
	return readRegular(name, filepath.Join(r.dir, local), MaxRead)
}

// ReadText reads a file as a string. It does not copy the bytes, because ReadFile has allocated
// them and nothing else refers to them.
func (r regular) ReadText(name string) (string, error) {
	text, err := r.ReadFile(name)
	return unsafe.String(unsafe.SliceData(text), len(text)), err
}

// Open returns an error that wraps [ErrNotFile] for anything but a file or a directory, because
// opening a pipe would block.
func (r regular) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(r.dirFS, name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, PathError("open", name, ErrNotFile)
	}
	return r.dirFS.Open(name)
}

// An Info describes a file or directory that is not on disk. It has no time.
type Info struct {
	Base  string
	Bytes int64 // size of a file; 0 for a directory
	Perm  fs.FileMode
}

var _ fs.FileInfo = Info{}

// Name returns the last element of the name.
func (i Info) Name() string { return i.Base }

// Size returns the size of a file in bytes, and 0 for a directory.
func (i Info) Size() int64 { return i.Bytes }

// Mode returns the type and the permissions.
func (i Info) Mode() fs.FileMode { return i.Perm }

// ModTime returns the zero time.
func (i Info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether i describes a directory.
func (i Info) IsDir() bool { return i.Perm.IsDir() }

// Sys returns nil.
func (i Info) Sys() any { return nil }

// OpenFile returns an open file with the given contents, which must not change afterwards. The file
// supports Seek and ReadAt.
func OpenFile(info fs.FileInfo, contents []byte) fs.File {
	return &file{bytes.NewReader(contents), info}
}

type file struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *file) Close() error { return nil }

// OpenDir returns an open directory that lists entries, which should be sorted by name and must not
// change afterwards.
func OpenDir(info fs.FileInfo, entries []fs.DirEntry) fs.ReadDirFile {
	return &dir{info: info, rest: entries}
}

// A dir is an open directory. The field rest has the entries that ReadDir has not returned yet.
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
