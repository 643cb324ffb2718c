// Package tree has the parts of file trees: a directory on disk, an overlay of texts from memory,
// and the open files and directories that an implementation of [fs.FS] returns. Names are as in
// io/fs: with slashes, never rooted, never with "..". The package only reads.
package tree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unsafe"

	"mdck/mdcheckpoint/source"
)

// ErrIsDir means a directory in place of a file, ErrNotDir the opposite.
var (
	ErrIsDir  = errors.New("is a directory")
	ErrNotDir = errors.New("is not a directory")
	// ErrNotFile means a pipe, a device or another file that is not regular.
	ErrNotFile = errors.New("not a regular file")
)

// PathError returns err as an [*fs.PathError]; nil for nil.
func PathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// MaxRead is the default limit in bytes. It exceeds the limit for parsing, because files are also
// hashed.
const MaxRead = 32 << 20

// ReadFile reads a regular file, or a link to one, of at most limit bytes. It does not wait for a
// pipe. The error may wrap [ErrNotFile] or [source.ErrTooLarge].
func ReadFile(path string, limit int64) ([]byte, error) { return readRegular(path, path, limit) }

// Dir returns the tree of the files below dir. No name leads out of dir, but links may.
func Dir(dir string) fs.FS {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return regular{os.DirFS(dir).(dirFS), dir}
}

// A Reading is a tree for a command that only reads, and assumes that files do not change
// meanwhile. It is safe for concurrent use.
type Reading struct {
	regular
	kept sync.Map
}

// Read returns the tree of dir for a command that only reads.
func Read(dir string) *Reading { return &Reading{regular: Dir(dir).(regular)} }

// Keep returns the result of the first call of read for key.
func (r *Reading) Keep(key string, read func() any) any {
	once, _ := r.kept.LoadOrStore(key, sync.OnceValue(read))
	return once.(func() any)()
}

//go:noinline
func IsRepository(dir string) bool { return source.IsRepository(os.DirFS(dir), ".") }

// IsBare reports whether dir looks like a bare repository or a .git directory whose HEAD is a
// branch.
func IsBare(dir string) bool {
	head, err := ReadFile(filepath.Join(dir, "HEAD"), 1<<10)
	isDir := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.IsDir()
	}
	return err == nil && strings.HasPrefix(string(head), "ref: refs/") && isDir("objects") && isDir("refs")
}

type dirFS interface {
	fs.ReadFileFS
	fs.StatFS
	fs.ReadDirFS
	fs.ReadLinkFS
}

// A regular is a tree without pipes and devices, because reading them could block.
type regular struct {
	dirFS
	dir string // absolute path
}

// ReadFile may return [ErrIsDir] or [ErrNotFile], wrapped.
func (r regular) ReadFile(name string) ([]byte, error) {
	return r.read(name, MaxRead)
}

func (r regular) read(name string, limit int64) ([]byte, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return nil, PathError("open", name, fs.ErrInvalid)
	}
	return readRegular(name, filepath.Join(r.dir, local), limit)
}

// ReadText reads a file without a copy. It implements [source.TextFS].
func (r regular) ReadText(name string) (string, error) {
	text, err := r.read(name, source.MaxSize)
	return unsafe.String(unsafe.SliceData(text), len(text)), err
}

// Open opens a file or directory. For others, the error wraps [ErrNotFile].
func (r regular) Open(name string) (fs.File, error) {
	if info, err := fs.Stat(r.dirFS, name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, PathError("open", name, ErrNotFile)
	}
	return r.dirFS.Open(name)
}

// An Info describes a file or directory that is not on disk.
type Info struct {
	Base  string
	Bytes int64 // 0 for a directory
	Perm  fs.FileMode
}

var _ fs.FileInfo = Info{}

// Name returns the last element of the name.
func (i Info) Name() string { return i.Base }

// Size returns the size in bytes; 0 for a directory.
func (i Info) Size() int64 { return i.Bytes }

// Mode returns the type and the permissions.
func (i Info) Mode() fs.FileMode { return i.Perm }

// ModTime returns the zero time.
func (i Info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether i describes a directory.
func (i Info) IsDir() bool { return i.Perm.IsDir() }

// Sys returns nil.
func (i Info) Sys() any { return nil }

// OpenFile returns an open file. The caller must not change contents afterwards.
func OpenFile(info fs.FileInfo, contents []byte) fs.File {
	return &file{bytes.NewReader(contents), info}
}

type file struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }

func (f *file) Close() error { return nil }

// OpenDir returns an open directory. The caller must not change entries afterwards.
func OpenDir(info fs.FileInfo, entries []fs.DirEntry) fs.ReadDirFile {
	return &dir{info: info, rest: entries}
}

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
