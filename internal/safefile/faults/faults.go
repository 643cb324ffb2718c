// Package faults has a file system in which one call fails or ends the process, for tests and for
// builds with the tag faults.
package faults

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"mdck/internal/safefile/disk"
)

// An FS is a file system in which one call first runs Fault.
type FS struct {
	disk.FS
	Calls *int
	At    int                    // number of the call, from 1
	Skips func(call string) bool // calls to skip; may be nil
	// Fault is called before call number At. If it returns an error, the call is not made, but a
	// write stops halfway.
	Fault func(call string) error
}

func (f FS) step(call string) error {
	if f.Skips != nil && f.Skips(call) {
		return nil
	}
	*f.Calls++
	if *f.Calls != f.At {
		return nil
	}
	return f.Fault(call)
}

func (f FS) do(call string, run func() error) error {
	if err := f.step(call); err != nil {
		return err
	}
	return run()
}

func (f FS) Lstat(name string) (fs.FileInfo, error) {
	if err := f.step("Lstat"); err != nil {
		return nil, err
	}
	return f.FS.Lstat(name)
}

func (f FS) Resolve(name string) (string, error) {
	if err := f.step("Resolve"); err != nil {
		return "", err
	}
	return f.FS.Resolve(name)
}

func (f FS) ReadFile(name string) ([]byte, error) {
	if err := f.step("ReadFile"); err != nil {
		return nil, err
	}
	return f.FS.ReadFile(name)
}

func (f FS) ReadPart(name string, offset int64, most int) ([]byte, int64, error) {
	if err := f.step("ReadPart"); err != nil {
		return nil, 0, err
	}
	return f.FS.ReadPart(name, offset, most)
}

func (f FS) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.step("ReadDir"); err != nil {
		return nil, err
	}
	return f.FS.ReadDir(name)
}

func (f FS) Mkdir(name string, mode fs.FileMode) error {
	return f.do("Mkdir", func() error { return f.FS.Mkdir(name, mode) })
}

func (f FS) Rename(from, to string) error {
	return f.do("Rename", func() error { return f.FS.Rename(from, to) })
}

func (f FS) Swap(one, other string) error {
	return f.do("Swap", func() error { return f.FS.Swap(one, other) })
}

func (f FS) Link(from, to string) error {
	return f.do("Link", func() error { return f.FS.Link(from, to) })
}

func (f FS) Claim(from, to string) error {
	return f.do("Claim", func() error { return f.FS.Claim(from, to) })
}

func (f FS) Remove(name string) error {
	return f.do("Remove", func() error { return f.FS.Remove(name) })
}

func (f FS) SyncDir(name string) error {
	return f.do("SyncDir", func() error { return f.FS.SyncDir(name) })
}

func (f FS) TryLock(name, holder string) (func() error, error) {
	if err := f.step("TryLock"); err != nil {
		return nil, err
	}
	return f.FS.TryLock(name, holder)
}

func (f FS) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	if err := f.step("OpenFile"); err != nil {
		return nil, err
	}
	h, err := f.FS.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err
	}
	return faultyHandle{h, f}, nil
}

type faultyHandle struct {
	disk.Handle
	f FS
}

func (h faultyHandle) WriteAt(p []byte, offset int64) (int, error) {
	if *h.f.Calls+1 == h.f.At {
		_, _ = h.Handle.WriteAt(p[:len(p)/2], offset)
	}
	if err := h.f.step("WriteAt"); err != nil {
		return len(p) / 2, err
	}
	return h.Handle.WriteAt(p, offset)
}

func (h faultyHandle) Truncate(size int64) error {
	return h.f.do("Truncate", func() error { return h.Handle.Truncate(size) })
}

func (h faultyHandle) Chown(uid, gid int) error {
	return h.f.do("Chown", func() error { return h.Handle.Chown(uid, gid) })
}

func (h faultyHandle) Chmod(mode fs.FileMode) error {
	return h.f.do("Chmod", func() error { return h.Handle.Chmod(mode) })
}

func (h faultyHandle) Sync() error {
	return h.f.do("Sync", func() error { return h.Handle.Sync() })
}

func (h faultyHandle) Close() error {
	err := h.f.step("Close")
	return errors.Join(err, h.Handle.Close())
}

// Unflushed is the real file system without flushes and waits, to save time.
type Unflushed struct{ disk.System }

type unflushedHandle struct{ disk.Handle }

func (Unflushed) SyncDir(string) error { return nil }
func (Unflushed) Now() time.Time       { return time.Now().Add(time.Hour) }
func (Unflushed) Sleep(time.Duration)  {}
func (unflushedHandle) Sync() error    { return nil }

func (u Unflushed) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	h, err := u.System.OpenFile(name, flag, mode)
	return unflushedHandle{h}, err
}

// Die kills this process.
func Die() error {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Kill()
	}
	return errors.Join(err, Sleep())
}

// Sleep waits a minute for the kill.
func Sleep() error {
	time.Sleep(time.Minute)
	return errors.New("the process was not killed")
}

// Saves saves a file as editors do: way is "write", "rename" or "again" (remove first).
func Saves(way, file, text string) error {
	name := file
	switch way {
	case "write":
	case "rename":
		name += "~"
	case "again":
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	default:
		return errors.New("expected write, rename or again, found " + way)
	}
	err := os.WriteFile(name, []byte(text), 0o644)
	if name != file {
		err = errors.Join(err, os.Rename(name, file))
	}
	return err
}

// Planned returns the real file system, without flushes, and with a fault in one call.
//
// MDCK_FAULT is KIND|NUMBER|REPORT|FILE. At call NUMBER, from 1, KIND occurs, and the name of the
// call is written to REPORT. "fail" and "kill" count only calls that change something. Other kinds,
// see [Saves], save FILE and count all calls.
var Planned = sync.OnceValue(func() disk.FS {
	words := strings.Split(os.Getenv("MDCK_FAULT"), "|")
	if len(words) != 4 {
		return disk.System{}
	}
	at, err := strconv.Atoi(words[1])
	if err != nil {
		return disk.System{}
	}
	f := FS{FS: Unflushed{}, Calls: new(int), At: at, Fault: func(call string) error {
		return errors.Join(os.WriteFile(words[2], []byte(call), 0o644),
			happens(words[0], call, words[3]))
	}}
	if words[0] == "fail" || words[0] == "kill" {
		f.Skips = reads
	}
	return f
})

func happens(kind, call, file string) error {
	switch kind {
	case "kill":
		return Die()
	case "fail":
		return &fs.PathError{Op: call, Path: "/a fault of the test", Err: syscall.EIO}
	}
	return Saves(kind, file, "saved by an editor\n")
}

func reads(call string) bool {
	return slices.Contains([]string{"Lstat", "Resolve", "ReadFile", "ReadPart", "ReadDir"}, call)
}
