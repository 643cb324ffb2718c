package agentdir

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mdck/internal/safefile"
)

// errCrash ends a write at a call, as the end of the process would.
var errCrash = errors.New("crash")

// crashing is the file system until the call numbered at, which panics. Nothing is
// flushed: that takes time, and package safefile tests it.
type crashing struct {
	safefile.System
	calls *int
	at    int
	lock  *func() error // gives back the lock that is held, as the end of the process would
}

func (c crashing) step() {
	if *c.calls++; *c.calls == c.at {
		panic(errCrash)
	}
}

func (c crashing) TryLock(name, holder string) (func() error, error) {
	release, err := c.System.TryLock(name, holder)
	if release != nil {
		*c.lock = release
	}
	return release, err
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

// crash makes a write until the call numbered at; finished says that there were
// fewer calls.
func crash(e *Epic, at int, build func(*Draft) error) (finished bool, err error) {
	calls, lock := 0, func() error { return nil }
	e.FS = crashing{calls: &calls, at: at, lock: &lock}
	defer func() {
		e.FS = nil
		_ = lock() // once more is no harm
		if r := recover(); r != nil && r != any(errCrash) {
			panic(r)
		}
	}()
	_, err = e.Do(job(), build)
	return calls < at, err
}

// visible are the files of an epic that are not .mdck.
func visible(t *testing.T, e *Epic) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(e.Root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".mdck" {
				return fs.SkipDir
			}
			return err
		}
		raw, err := os.ReadFile(name)
		rel, _ := filepath.Rel(e.Root, name)
		all[filepath.ToSlash(rel)] = string(raw)
		return err
	}))
	return all
}

// TestCrash holds, for each kind of write, that whatever the call at which it ends,
// after the next run the files are all as they were or all as they should be.
func TestCrash(t *testing.T) {
	before := map[string]string{file: sample, statusFile: status}
	for name, build := range map[string]func(*Draft) error{
		"beat":     beat("two"),
		"corrupt":  func(d *Draft) error { return beat("two")(d) },
		"takeover": takeover,
		"abort": func(d *Draft) error {
			_, err := d.Abort("secondary_a.json", true)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := maps.Clone(before)
			if name == "corrupt" {
				before[file] = sample[:40]
				before["agent_checkpoints/backups/secondary_a_20260115_140000.json"] = sample
			}
			model := epicWith(t, before)
			_, err := model.Do(job(), build)
			must(t, err)
			want := visible(t, model)
			n, decided := 0, 0
			for finished := false; !finished; {
				n++
				e := epicWith(t, before)
				finished, err = crash(e, n, build)
				must(t, err)
				_, err := e.Recover()
				must(t, err)
				switch got := visible(t, e); {
				case maps.Equal(got, want):
					decided++
				case !maps.Equal(withoutTemp(got), before):
					t.Fatalf("call %d: the files are %q", n, slices.Sorted(maps.Keys(got)))
				}
			}
			if n < 10 || decided < 3 || decided == n {
				t.Errorf("%d calls, and after %d of them it was done: the seam is not in use", n, decided)
			}
		})
	}
}

// withoutTemp are the files but for those that the next write removes.
func withoutTemp(files map[string]string) map[string]string {
	all := maps.Clone(files)
	maps.DeleteFunc(all, func(name, _ string) bool { return filepath.Ext(name) == ".tmp" })
	return all
}

// bad is a file system that writes something else.
type bad struct{ safefile.System }

func (b bad) OpenFile(name string, flag int, mode fs.FileMode) (safefile.Handle, error) {
	h, err := b.System.OpenFile(name, flag, mode)
	return badHandle{h}, err
}

type badHandle struct{ safefile.Handle }

func (h badHandle) WriteAt(p []byte, offset int64) (int, error) {
	return h.Handle.WriteAt(append([]byte("?"), p[1:]...), offset)
}

// TestReadBack holds that what does not read as it was written gets no name.
func TestReadBack(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample})
	r := &readBack{FS: bad{}, want: map[string]string{"secondary_a.json": "{}"}}
	temp := filepath.Join(e.Root, "temp")
	h, err := r.OpenFile(temp, os.O_WRONLY|os.O_CREATE, 0o644)
	must(t, err)
	_, err = h.WriteAt([]byte("{}"), 0)
	must(t, errors.Join(err, h.Close()))
	if err := r.Rename(temp, filepath.Join(e.Root, file)); !errors.Is(err, ErrReadBack) || e.text(t, file) != sample {
		t.Errorf("got %v and %q", err, e.text(t, file))
	}
	e.FS = bad{}
	if _, err := e.Do(job(), beat("two")); err == nil {
		t.Error("a disk that writes something else is not noticed")
	}
	if e.text(t, file) != sample {
		t.Errorf("the file is %q", e.text(t, file))
	}
}

// An editor saves a file at the very moment at which it is replaced.
type editor struct {
	safefile.System
	text string
	done *bool
}

func (e editor) Swap(one, other string) error {
	if !*e.done {
		*e.done = true
		if err := os.WriteFile(other, []byte(e.text), 0o644); err != nil {
			return err
		}
	}
	return e.System.Swap(one, other)
}

// TestSavedMeanwhile holds that what is read back before it gets a name does not keep
// what an editor saved from getting its name back.
func TestSavedMeanwhile(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample})
	done := false
	e.FS = editor{text: "saved", done: &done}
	_, err := e.Do(job(), beat("two"))
	if !done || !errors.Is(err, safefile.ErrChanged) {
		t.Errorf("the editor saved: %v; the error is %v, want that of a changed file", done, err)
	}
	if e.text(t, file) != "saved" {
		t.Errorf("the file is %q", e.text(t, file))
	}
}
