package safefile

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// FS is what a Store asks of the operating system, one method for each system
// call or for a few that fail as one. [System] is the real one; tests put
// faults between. Names are paths of the operating system.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Resolve(name string) (string, error)  // without symbolic links
	ReadFile(name string) ([]byte, error) // of a file: no link is followed, no pipe waited for
	ReadDir(name string) ([]fs.DirEntry, error)
	OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) // for writing
	Mkdir(name string, mode fs.FileMode) error
	Rename(from, to string) error
	// Swap gives two names that are there to each other's files, in one step. A system
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

	// TryLock takes the lock of a file, which it makes if need be, and writes
	// who holds it there. Without error and release, somebody else has the lock.
	TryLock(name string, h Holder) (release func() error, err error)
	// ReadHolder gives who holds the lock, or held it last.
	ReadHolder(name string) (Holder, error)

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
func (System) ReadFile(name string) ([]byte, error)       { return readFile(name) }
func (System) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (System) Mkdir(name string, mode fs.FileMode) error  { return os.Mkdir(name, mode) }
func (System) Remove(name string) error                   { return os.Remove(name) }
func (System) Rename(from, to string) error               { return rename(from, to) }
func (System) Swap(one, other string) error               { return swap(one, other) }
func (System) Link(from, to string) error                 { return os.Link(from, to) }
func (System) SyncDir(name string) error                  { return syncDir(name) }
func (System) Claim(from, to string) error                { return claim(from, to) }
func (System) CopyExtra(from, to string, access bool)     { copyExtra(from, to, access) }

func (System) Now() time.Time        { return time.Now() }
func (System) Sleep(d time.Duration) { time.Sleep(d) }

func (System) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err // not a Handle that holds a nil file
	}
	return f, nil
}

func (System) TryLock(name string, h Holder) (func() error, error) {
	lock := flock.New(name, flock.SetPermissions(newFile))
	ok, err := lock.TryLock()
	if _, at := errors.AsType[*fs.PathError](err); err != nil && !at {
		err = &fs.PathError{Op: "lock", Path: name, Err: err}
	}
	if !ok || err != nil {
		return nil, err
	}
	// Somebody who tidies up may have deleted the file between our opening and
	// locking it; then others would lock another file of the same name.
	locked, err := lock.Stat()
	there, err2 := os.Lstat(name)
	if err != nil || err2 != nil || !os.SameFile(locked, there) {
		return nil, lock.Unlock()
	}
	writeHolder(name, h)
	return lock.Unlock, nil
}

// holderOffset is where the text about the holder begins. Windows locks the
// first byte of the file so that others can neither read nor write it.
const holderOffset = 1

// writeHolder does what it can: without the name the lock is as good.
func writeHolder(name string, h Holder) {
	line, err := json.Marshal(h)
	if err != nil {
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteAt([]byte(" "), 0)
	_, _ = f.WriteAt(append(line, '\n'), holderOffset)
}

func (System) ReadHolder(name string) (h Holder, err error) {
	f, err := os.Open(name)
	if err != nil {
		return Holder{}, err
	}
	defer f.Close()
	// The rest of a longer line may stand behind ours.
	err = json.NewDecoder(io.NewSectionReader(f, holderOffset, 1<<16)).Decode(&h)
	return h, err
}
