// Package disk is what safefile asks of the operating system, as an interface that tests put
// faults into.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"mdck/internal/lock"
)

// FS is what a Store asks of the operating system, one method for each system
// call or for a few that fail as one. [System] is the real one; tests put
// faults between. Names are paths of the operating system.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Resolve(name string) (string, error) // without symbolic links
	// ReadFile reads a file of at most MaxRead bytes, without following a link or waiting for a
	// pipe.
	ReadFile(name string) ([]byte, error)
	// ReadPart is the same for most bytes from offset, or fewer at the end of the file, whatever
	// its size; an offset less than 0 counts from the end. start is where they are.
	ReadPart(name string, offset int64, most int) (part []byte, start int64, err error)
	ReadDir(name string) ([]fs.DirEntry, error)
	OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) // for writing
	Mkdir(name string, mode fs.FileMode) error
	Rename(from, to string) error
	// Swap gives two names that exist to each other's files, in one step. A system
	// that cannot says [errors.ErrUnsupported].
	Swap(one, other string) error
	Link(from, to string) error // an error if to is there
	// Claim renames a file to a name that nothing has: [fs.ErrExist] if something is there.
	// A system that cannot says [errors.ErrUnsupported].
	Claim(from, to string) error
	Remove(name string) error
	SyncDir(name string) error
	// CopyExtra gives to what from has of extended attributes, as far as the system lets
	// us. Without access those are left out that say who may do what.
	CopyExtra(from, to string, access bool)

	TryLock(name, holder string) (release func() error, err error) // as [lock.TryFlock]

	Now() time.Time // by the clock that files have their times from
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

// System is the file system of the operating system. It has no state.
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

// MaxRead is how many bytes a file may have that is read whole: checkpoints have at most a
// fraction of it.
const MaxRead = 32 << 20

func (System) ReadFile(name string) ([]byte, error) {
	f, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > MaxRead {
		return nil, &fs.PathError{Op: "read", Path: name,
			Err: fmt.Errorf("has %d bytes; expected at most %d", size, MaxRead)}
	}
	return io.ReadAll(io.LimitReader(f, MaxRead))
}

func (System) ReadPart(name string, offset int64, most int) (part []byte, start int64, err error) {
	f, size, err := openRegular(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	if start = min(offset, size); offset < 0 {
		start = max(0, size+offset)
	}
	part, err = io.ReadAll(io.NewSectionReader(f, start, int64(most)))
	return part, start, err
}

// openRegular opens a file for reading. What is not a file is an error.
func openRegular(name string) (f *os.File, size int64, err error) {
	if f, err = openPlain(name); err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name,
			Err: errors.New("is a " + Kind(info) + "; expected a file")}
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
		return nil, err // not a Handle that holds a nil file
	}
	return f, nil
}

func (System) TryLock(name, holder string) (func() error, error) { return lock.TryFlock(name, holder) }

// Kind says what a file is, for messages.
func Kind(info fs.FileInfo) string {
	switch {
	case info.IsDir():
		return "directory"
	case info.Mode().Type() == fs.ModeSymlink:
		return "symbolic link"
	}
	return "special file (" + info.Mode().Type().String() + ")"
}

// Flushed returns the error of a flush, but not that of a file system, as some on a network,
// which cannot do it. They have nothing better.
func Flushed(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}
