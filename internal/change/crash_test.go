package change

import (
	"errors"
	"io/fs"
	"sync/atomic"
	"time"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/protocol"
)

var errCrash = errors.New("crash")

// unflushed saves time: it does not flush, and Sleep only advances its clock.
type unflushed struct {
	disk.System
	slept *atomic.Int64
}

func quick() unflushed { return unflushed{slept: new(atomic.Int64)} }

func (u unflushed) Now() time.Time        { return time.Now().Add(time.Duration(u.slept.Load())) }
func (u unflushed) Sleep(d time.Duration) { u.slept.Add(int64(d)) }

func (u unflushed) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	h, err := u.System.OpenFile(name, flag, mode)
	return unflushedHandle{h}, err
}

func (unflushed) SyncDir(string) error { return nil }

type unflushedHandle struct{ disk.Handle }

func (unflushedHandle) Sync() error { return nil }

// crashing panics at call number at, halfway through a write.
type crashing struct {
	unflushed
	calls *int
	at    int
	lock  *func() error // releases the lock, as the system does
}

func (c crashing) TryLock(name, holder string) (func() error, error) {
	c.step()
	release, err := c.System.TryLock(name, holder)
	if release != nil {
		*c.lock = release
	}
	return release, err
}

func (c crashing) step() {
	if *c.calls++; *c.calls == c.at {
		panic(errCrash)
	}
}

func (c crashing) Lstat(name string) (fs.FileInfo, error) { c.step(); return c.System.Lstat(name) }
func (c crashing) ReadFile(name string) ([]byte, error)   { c.step(); return c.System.ReadFile(name) }
func (c crashing) ReadDir(name string) ([]fs.DirEntry, error) {
	c.step()
	return c.System.ReadDir(name)
}
func (c crashing) Mkdir(name string, mode fs.FileMode) error {
	c.step()
	return c.System.Mkdir(name, mode)
}
func (c crashing) Rename(from, to string) error { c.step(); return c.System.Rename(from, to) }
func (c crashing) Swap(one, other string) error { c.step(); return c.System.Swap(one, other) }
func (c crashing) Link(from, to string) error   { c.step(); return c.System.Link(from, to) }
func (c crashing) Claim(from, to string) error  { c.step(); return c.System.Claim(from, to) }
func (c crashing) Remove(name string) error     { c.step(); return c.System.Remove(name) }
func (c crashing) SyncDir(string) error         { c.step(); return nil }

func (c crashing) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	c.step()
	h, err := c.System.OpenFile(name, flag, mode)
	return crashingHandle{h, c}, err
}

type crashingHandle struct {
	disk.Handle
	c crashing
}

func (h crashingHandle) Sync() error { h.c.step(); return nil }

func (h crashingHandle) WriteAt(p []byte, offset int64) (int, error) {
	if *h.c.calls+1 == h.c.at {
		_, _ = h.Handle.WriteAt(p[:len(p)/2], offset)
	}
	h.c.step()
	return h.Handle.WriteAt(p, offset)
}

// crash makes an edit that ends at call number at.
func crash(w *Writer, at int, edit protocol.Edit) (finished bool, err error) {
	calls, lock := 0, func() error { return nil }
	w.Store.FS = crashing{unflushed: quick(), calls: &calls, at: at, lock: &lock}
	defer func() {
		w.Store.FS = quick()
		_ = lock() // harmless twice
		if r := recover(); r != nil && r != any(errCrash) {
			panic(r)
		}
	}()
	_, err = w.Update(edit)
	return calls < at, err
}
