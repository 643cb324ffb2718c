package change

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/safefile"
	"mdck/internal/stores"
	"mdck/internal/workspace"
)

// errCrash ends a write at a call, as the end of the process would.
var errCrash = errors.New("crash")

// crashing is the file system until the call numbered at, which panics; of a write,
// half is made. Nothing is flushed: that takes time, and package safefile tests it.
type crashing struct {
	safefile.System
	calls *int
	at    int
	lock  *func() error // gives back the lock that is held, as the end of the process would
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

func (c crashing) OpenFile(name string, flag int, mode fs.FileMode) (safefile.Handle, error) {
	c.step()
	h, err := c.System.OpenFile(name, flag, mode)
	return crashingHandle{h, c}, err
}

type crashingHandle struct {
	safefile.Handle
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

// crash makes the write until the call numbered at; finished says that there were
// fewer calls.
func crash(w *sessionWrite, at int) (finished bool, err error) {
	calls, lock := 0, func() error { return nil }
	w.Store.FS = crashing{calls: &calls, at: at, lock: &lock}
	defer func() {
		w.Store.FS = nil
		_ = lock() // once more is no harm
		if r := recover(); r != nil && r != any(errCrash) {
			panic(r)
		}
	}()
	_, err = w.update()
	return calls < at, err
}

// TestCrash holds, for a file that is changed and for one that is made, that at
// every call it is old or new, that the next run makes up the ledger, and that the
// write can be made again.
func TestCrash(t *testing.T) {
	for name, before := range map[string]map[string]string{
		"changed": {progress: sample, state: `{"linearIssue":"CIA-9"}`},
		"made":    {state: `{"linearIssue":"CIA-9"}`},
	} {
		t.Run(name, func(t *testing.T) {
			model := project(t, before)
			_, err := queue(model, "c").update()
			must(t, err)
			want := read(t, model, progress)
			n := 0
			for finished := false; !finished; {
				n++
				target := project(t, before)
				finished, err = crash(queue(target, "c"), n)
				must(t, err)
				checkCrashed(t, target, n, before[progress], want)
			}
			if n < 20 {
				t.Errorf("only %d calls: the seam is not in use", n)
			}
		})
	}
}

func checkCrashed(t *testing.T, target *workspace.Target, n int, old, want string) {
	t.Helper()
	at := fmt.Sprintf("call %d", n)
	if text := read(t, target, progress); text != old && text != want {
		t.Fatalf("%s: the file has %q", at, text)
	}
	_, err := stores.Of(target, "").Recover()
	must(t, err)
	text, lines := read(t, target, progress), ledger(t, target)
	if text == want && len(lines) != 1 || text == old && len(lines) != 0 {
		t.Fatalf("%s: the file has %q, and the ledger %d lines", at, text, len(lines))
	}
	made, err := queue(target, "c").update()
	if err != nil || made.Changed() != (text == old) || read(t, target, progress) != want || len(ledger(t, target)) != 1 {
		t.Fatalf("%s: made again: %+v, %v", at, made, err)
	}
	must(t, filepath.WalkDir(target.Root, func(name string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s: %s is left over", at, name)
		}
		return err
	}))
	if info, err := os.Stat(target.File(state)); err != nil || info.Size() == 0 {
		t.Fatalf("%s: the state is %v, %v", at, info, err)
	}
}

// TestRecovered is a write after one that was decided and not finished: it finishes
// that first, and says so.
func TestRecovered(t *testing.T) {
	recovered := false
	for n, finished := 1, false; !finished; n++ {
		target := project(t, map[string]string{progress: sample})
		var err error
		finished, err = crash(queue(target, "c"), n)
		must(t, err)
		made, err := queue(target, "d").update()
		must(t, err)
		text := read(t, target, progress)
		if !strings.Contains(text, "- d\n") {
			t.Fatalf("call %d: %q", n, text)
		}
		if made.Recovered {
			recovered = true
			if !strings.Contains(text, "- c\n") || !strings.Contains(made.Files[0].Before, "- c\n") {
				t.Fatalf("call %d: recovered, and the file has %q", n, text)
			}
		}
	}
	if !recovered {
		t.Error("no crash left something to finish")
	}
}
