// Package disk is the interface of safefile to the operating system. Tests inject faults into it.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"mdck/internal/lock"
	"mdck/internal/tree"
)

// FS has one method for each system call of a Store.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Resolve(name string) (string, error) // resolves symbolic links
	// ReadFile fails above [tree.MaxRead] bytes. It follows no link and waits for no pipe.
	ReadFile(name string) ([]byte, error)
	// ReadPart reads at most limit bytes from offset, or from the end if offset is negative. start
	// is the position of the part.
	ReadPart(name string, offset int64, limit int) (part []byte, start int64, err error)
	ReadDir(name string) ([]fs.DirEntry, error)
	OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) // opens for writing
	Mkdir(name string, mode fs.FileMode) error
	Rename(from, to string) error
	// Swap exchanges two files in one step, or returns [errors.ErrUnsupported].
	Swap(one, other string) error
	Link(from, to string) error // fails if the name to is used
	// Claim renames a file to an unused name. The error may be [fs.ErrExist] or
	// [errors.ErrUnsupported].
	Claim(from, to string) error
	Remove(name string) error
	SyncDir(name string) error
	// CopyExtra copies the extended attributes, with access also access control lists.
	CopyExtra(from, to string, access bool)

	TryLock(name, holder string) (release func() error, err error) // as [lock.TryFlock]

	Now() time.Time // to compare with modification times
	Sleep(d time.Duration)
}

// A Handle is a file open for writing.
type Handle interface {
	WriteAt(p []byte, offset int64) (int, error)
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
	Chown(uid, gid int) error
	Chmod(mode fs.FileMode) error
	Sync() error
	Close() error
}

// System is the real file system.
type System struct{}

func (System) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (System) Resolve(name string) (string, error)        { return filepath.EvalSymlinks(name) }
func (System) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (System) Mkdir(name string, mode fs.FileMode) error  { return os.Mkdir(name, mode) }
func (System) Remove(name string) error                   { return os.Remove(name) }
func (System) Rename(from, to string) error               { return rename(from, to) }
func (System) Swap(one, other string) error               { return lock.Swap(one, other) }
func (System) Link(from, to string) error                 { return os.Link(from, to) }
func (System) SyncDir(name string) error                  { return syncDir(name) }
func (System) Claim(from, to string) error                { return lock.RenameNew(from, to) }
func (System) CopyExtra(from, to string, access bool)     { copyExtra(from, to, access) }

func (System) Now() time.Time        { return time.Now() }
func (System) Sleep(d time.Duration) { time.Sleep(d) }

func (System) ReadFile(name string) ([]byte, error) {
	f, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return tree.ReadAll(f, name, size, tree.MaxRead)
}

func (System) ReadPart(name string, offset int64, limit int) (part []byte, start int64, err error) {
	f, size, err := openRegular(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if start = min(offset, size); offset < 0 {
		start = max(0, size+offset)
	}
	part, err = io.ReadAll(io.NewSectionReader(f, start, int64(limit)))
	return part, start, err
}

func openRegular(name string) (f *os.File, size int64, err error) {
	if f, err = openPlain(name); err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = tree.PathError("read", name, errors.New("is a "+Kind(info)+"; expected a regular file"))
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

func (System) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err // not f: a nil *os.File is not a nil Handle
	}
	return f, nil
}

func (System) TryLock(name, holder string) (func() error, error) { return lock.TryFlock(name, holder) }

// Kind returns the type of a file for messages.
func Kind(info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "directory"
	case info.Mode().Type() == fs.ModeSymlink:
		return "symbolic link"
	}
	return "special file (" + info.Mode().Type().String() + ")"
}

// Flushed returns err, the result of a flush; nil if the file system cannot flush.
func Flushed(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
