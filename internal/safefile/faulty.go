package safefile

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// A faulty is a file system whose calls fail, or end the process, at fault: tests use
// it, and the build with the tag faults. In no other is anything of it linked.
type faulty struct {
	FS
	calls *int
	at    int                    // the number of the call that fault is for, from 1
	skips func(call string) bool // calls that are not counted; nil for none
	// fault is done instead of that call if it gives an error, else before it. Of a write
	// half is made first.
	fault func(call string) error
}

func (f faulty) step(call string) error {
	if f.skips != nil && f.skips(call) {
		return nil
	}
	*f.calls++
	if *f.calls != f.at {
		return nil
	}
	return f.fault(call)
}

// do makes a call, unless the fault takes its place.
func (f faulty) do(call string, run func() error) error {
	if err := f.step(call); err != nil {
		return err
	}
	return run()
}

func (f faulty) Lstat(name string) (fs.FileInfo, error) {
	if err := f.step("Lstat"); err != nil {
		return nil, err
	}
	return f.FS.Lstat(name)
}

func (f faulty) Resolve(name string) (string, error) {
	if err := f.step("Resolve"); err != nil {
		return "", err
	}
	return f.FS.Resolve(name)
}

func (f faulty) ReadFile(name string) ([]byte, error) {
	if err := f.step("ReadFile"); err != nil {
		return nil, err
	}
	return f.FS.ReadFile(name)
}

func (f faulty) ReadPart(name string, offset int64, most int) ([]byte, int64, error) {
	if err := f.step("ReadPart"); err != nil {
		return nil, 0, err
	}
	return f.FS.ReadPart(name, offset, most)
}

func (f faulty) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.step("ReadDir"); err != nil {
		return nil, err
	}
	return f.FS.ReadDir(name)
}

func (f faulty) Mkdir(name string, mode fs.FileMode) error {
	return f.do("Mkdir", func() error { return f.FS.Mkdir(name, mode) })
}

func (f faulty) Rename(from, to string) error {
	return f.do("Rename", func() error { return f.FS.Rename(from, to) })
}

func (f faulty) Swap(one, other string) error {
	return f.do("Swap", func() error { return f.FS.Swap(one, other) })
}

func (f faulty) Link(from, to string) error {
	return f.do("Link", func() error { return f.FS.Link(from, to) })
}

func (f faulty) Claim(from, to string) error {
	return f.do("Claim", func() error { return f.FS.Claim(from, to) })
}

func (f faulty) Remove(name string) error {
	return f.do("Remove", func() error { return f.FS.Remove(name) })
}

func (f faulty) SyncDir(name string) error {
	return f.do("SyncDir", func() error { return f.FS.SyncDir(name) })
}

func (f faulty) TryLock(name, holder string) (func() error, error) {
	if err := f.step("TryLock"); err != nil {
		return nil, err
	}
	return f.FS.TryLock(name, holder)
}

func (f faulty) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
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
	Handle
	f faulty
}

func (h faultyHandle) WriteAt(p []byte, offset int64) (int, error) {
	if *h.f.calls+1 == h.f.at {
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

// unflushed is the real file system, but flushes nothing and waits for no file: what has
// to be flushed is for memory to say, and here it would only take time.
type unflushed struct{ System }

type unflushedHandle struct{ Handle }

func (unflushed) SyncDir(string) error { return nil }
func (unflushed) Now() time.Time       { return time.Now().Add(time.Hour) }
func (unflushed) Sleep(time.Duration)  {}
func (unflushedHandle) Sync() error    { return nil }

func (u unflushed) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	h, err := u.System.OpenFile(name, flag, mode)
	return unflushedHandle{h}, err
}

// die ends this process as a kill from outside does.
func die() error {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Kill()
	}
	return errors.Join(err, sleep())
}

// sleep waits for the kill. It is not for ever, lest a child survives its test.
func sleep() error {
	time.Sleep(time.Minute)
	return errors.New("nobody killed this process")
}

// saves saves a file as an editor does, in one of its ways.
func saves(way, file, text string) error {
	other := file + "~"
	switch way {
	case "write": // over the old bytes
		return os.WriteFile(file, []byte(text), 0o644)
	case "rename": // another file takes the name
		return errors.Join(os.WriteFile(other, []byte(text), 0o644), os.Rename(other, file))
	case "again": // the old file is removed first
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return os.WriteFile(file, []byte(text), 0o644)
	}
	return errors.New("want write, rename or again, found " + way)
}
