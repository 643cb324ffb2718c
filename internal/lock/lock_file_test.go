package lock

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func fileIn(t *testing.T) Lock {
	l := Lock{Spec: Spec{Path: filepath.Join(t.TempDir(), "STATE.md.lock"), Stale: 10 * time.Second}, Wait: time.Minute}
	l.fill()
	return l
}

func plantFile(t *testing.T, l Lock, text string, age time.Duration) {
	t.Helper()
	at := time.Now().Add(-age)
	must(t, os.WriteFile(l.Path, []byte(text), 0o644))
	must(t, os.Chtimes(l.Path, at, at))
}

func alone(t *testing.T, l Lock, want int) {
	t.Helper()
	if entries, err := os.ReadDir(filepath.Dir(l.Path)); err != nil || len(entries) != want {
		t.Errorf("there is %v (%v), want %d files", entries, err, want)
	}
}

func TestFileExcludes(t *testing.T) {
	l := fileIn(t)
	var n atomic.Int64 // the race detector does not know the lock
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			release, err := l.take()
			if err != nil {
				t.Error(err)
				return
			}
			seen := n.Load()
			time.Sleep(time.Millisecond)
			n.Store(seen + 1)
			if err := release(); err != nil {
				t.Error(err)
			}
		})
	}
	if all.Wait(); n.Load() != 8 {
		t.Errorf("counted %d, want 8", n.Load())
	}
	alone(t, l, 0)
}

func TestFileStale(t *testing.T) {
	l := fileIn(t)
	plantFile(t, l, "123", time.Minute)
	release, err := l.take()
	if err != nil {
		t.Fatal(err)
	}
	alone(t, l, 1)
	if err := release(); err != nil {
		t.Error(err)
	}
	alone(t, l, 0)
}

func TestFileHeld(t *testing.T) {
	for text, want := range map[string]string{
		"4711\n": `process "4711", since 2`, "": "an unknown process, since 2",
		strings.Repeat("x", 300):      "an unknown process, since 2",
		Owner{PID: 7, Host: "x"}.ID(): "process 7 on x, since 2",
	} {
		l := fileIn(t)
		l.Wait = -1
		plantFile(t, l, text, 0)
		_, err := l.take()
		locked, ok := errors.AsType[*LockedError](err)
		if !ok || !strings.HasPrefix(locked.Holder, want) || locked.Waited != 0 || locked.Stale != l.Stale {
			t.Errorf("%q: got %v", text, err)
		}
	}
	l := fileIn(t)
	plantFile(t, l, "", 0)
	l.Path = filepath.Join(l.Path, "below")
	if _, err := l.take(); err == nil {
		t.Error("a lock below a file is taken")
	}
}

func TestFileRelease(t *testing.T) {
	l := fileIn(t)
	release, err := l.take()
	if err != nil {
		t.Fatal(err)
	}
	plantFile(t, l, "1", 0)
	if err := release(); !errors.Is(err, ErrLost) {
		t.Errorf("error %v", err)
	}
	alone(t, l, 1)
}

func TestFileHold(t *testing.T) {
	l := fileIn(t)
	still, release, err := l.Hold()
	if err != nil || still() != nil {
		t.Fatal(err, still())
	}
	if err := os.WriteFile(l.Path, []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := still(); !errors.Is(err, ErrLost) {
		t.Errorf("error %v", err)
	}
	if err := release(); !errors.Is(err, ErrLost) {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(l.Path); string(text) != "1" {
		t.Error("the lock of another process is missing")
	}
}

func TestFilePutBack(t *testing.T) {
	for name, rename := range map[string]func(from, to string) error{"in one step": RenameNew, "in two steps": unsupported} {
		t.Run(name, func(t *testing.T) {
			l := fileIn(t)
			plantFile(t, l, "1", time.Minute)
			old := l.mustRead(t)
			must(t, os.Rename(l.Path, l.Path+"-elsewhere"))
			plantFile(t, l, "2", 0)
			made := l.mustRead(t)
			l.rename = rename
			if err := l.takeAway(old); !errors.Is(err, ErrLost) {
				t.Errorf("error %v", err)
			}
			if now := l.mustRead(t); !now.same(made) {
				t.Errorf("held by %q", now.text)
			}
			alone(t, l, 2)
			must(t, os.WriteFile(l.Path+".other", []byte("3"), 0o644))
			if err := l.putBack(l.Path + ".other"); !errors.Is(err, fs.ErrExist) {
				t.Errorf("error %v where the name is taken", err)
			}
			if now := l.mustRead(t); !now.same(made) {
				t.Errorf("held by %q", now.text)
			}
		})
	}
}

// TestSettle checks that a lock that another program overwrites is not taken, and stays.
func TestSettle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := fileIn(t)
		l.Wait, l.Settle = -1, 50*time.Millisecond
		go func() {
			for _, err := os.Lstat(l.Path); err != nil; _, err = os.Lstat(l.Path) {
				time.Sleep(time.Millisecond)
			}
			if err := os.WriteFile(l.Path, []byte("4711"), 0o644); err != nil {
				t.Error(err)
			}
		}()
		_, err := l.take()
		if locked, ok := errors.AsType[*LockedError](err); !ok || !strings.Contains(locked.Holder, "4711") {
			t.Errorf("got %v", err)
		}
		alone(t, l, 1)
	})
}

func TestFileLeft(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := Self()
	dead.PID = ended.Process.Pid
	elsewhere := dead
	elsewhere.Host = "elsewhere"
	for text, want := range map[string]bool{
		dead.ID(): true, Self().ID(): false, elsewhere.ID(): false, strconv.Itoa(dead.PID): false,
	} {
		l := fileIn(t)
		l.Wait = -1
		plantFile(t, l, text, 0)
		release, err := l.take()
		if (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil && release() != nil {
			t.Error("cannot be given back")
		}
	}
}

// TestNumber checks that the text begins with the process id, which other tools read.
func TestNumber(t *testing.T) {
	l := fileIn(t)
	release, err := l.take()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(l.Path); !strings.HasPrefix(string(text), strconv.Itoa(os.Getpid())+" ") {
		t.Errorf("the lock contains %q", text)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
