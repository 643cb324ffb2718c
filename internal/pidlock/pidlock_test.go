package pidlock

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mdck/internal/process"
)

func lockIn(t *testing.T) Lock {
	return Lock{Path: filepath.Join(t.TempDir(), "STATE.md"+Suffix), Wait: time.Minute}
}

func plant(t *testing.T, l Lock, text string, age time.Duration) {
	t.Helper()
	at := time.Now().Add(-age)
	if err := errors.Join(os.WriteFile(l.Path, []byte(text), 0o644), os.Chtimes(l.Path, at, at)); err != nil {
		t.Fatal(err)
	}
}

// alone holds that nothing but what is wanted lies where the lock was.
func alone(t *testing.T, l Lock, want int) {
	t.Helper()
	if entries, err := os.ReadDir(filepath.Dir(l.Path)); err != nil || len(entries) != want {
		t.Errorf("there is %v (%v), want %d files", entries, err, want)
	}
}

// TestExcludes holds that one has the lock at a time: two of those who add to a number
// without it would lose some.
func TestExcludes(t *testing.T) {
	l := lockIn(t)
	var n atomic.Int64 // the race detector does not see that a file orders them
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			release, err := l.Take()
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

func TestStale(t *testing.T) {
	l := lockIn(t)
	plant(t, l, "123", time.Minute)
	release, err := l.Take()
	if err != nil {
		t.Fatal(err)
	}
	alone(t, l, 1)
	if err := release(); err != nil {
		t.Error(err)
	}
	alone(t, l, 0)
}

func TestHeld(t *testing.T) {
	l := lockIn(t)
	l.Wait = -1
	plant(t, l, "4711\n", 0)
	_, err := l.Take()
	locked, ok := errors.AsType[*LockedError](err)
	if !ok || locked.Holder != "4711" || locked.Waited != 0 {
		t.Errorf("got %v", err)
	}
	if _, err := (Lock{Path: filepath.Join(l.Path, "below")}).Take(); err == nil {
		t.Error("a lock below a file is taken")
	}
	if err := os.Remove(l.Path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(l.Path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Take(); err == nil {
		t.Error("a directory is no lock that is held")
	}
}

// TestRelease holds that a lock which another has by now stays.
func TestRelease(t *testing.T) {
	l := lockIn(t)
	release, err := l.Take()
	if err != nil {
		t.Fatal(err)
	}
	plant(t, l, "1", 0)
	if err := release(); err != nil {
		t.Error(err)
	}
	alone(t, l, 1)
}

// TestHold holds that a lock which another took is known as lost.
func TestHold(t *testing.T) {
	l := Lock{Path: filepath.Join(t.TempDir(), "STATE.md"+Suffix)}
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
	if err := release(); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(l.Path); string(text) != "1" {
		t.Error("the lock of another is gone")
	}
}

// TestPutBack holds that a lock which took the place of the one that was left behind is
// put back, and stays the same file.
func TestPutBack(t *testing.T) {
	l := lockIn(t)
	plant(t, l, "1", time.Minute)
	old, err := os.Lstat(l.Path)
	if err = errors.Join(err, os.Rename(l.Path, l.Path+"-elsewhere")); err != nil {
		t.Fatal(err)
	}
	plant(t, l, "2", 0)
	made, err := os.Lstat(l.Path)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.takeAway(old); !again || err != nil {
		t.Errorf("again %t, %v", again, err)
	}
	if now, err := os.Lstat(l.Path); err != nil || !os.SameFile(made, now) || l.holder() != "2" {
		t.Errorf("held by %q, %v", l.holder(), err)
	}
	alone(t, l, 2)
}

// TestNotWritten holds that a lock which cannot be written is not left: it would name
// nobody, and keep all others waiting.
func TestNotWritten(t *testing.T) {
	l := lockIn(t)
	l.write = func(*os.File) error { return errors.New("disk full") }
	if _, err := l.Take(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
	alone(t, l, 0)
}

// TestWaits holds that who waits does so between looks, and says once what for.
func TestWaits(t *testing.T) {
	t.Parallel()
	l, told := lockIn(t), []string{}
	l.Wait, l.Waiting = 1300*time.Millisecond, func(what string) { told = append(told, what) }
	plant(t, l, "4711", 0)
	if _, err := l.Take(); err == nil {
		t.Error("took a lock that is held")
	}
	if len(told) != 1 || !strings.Contains(told[0], l.what()) {
		t.Errorf("told %q, want %q", told, l.what())
	}
}

// TestLeft holds that a lock of an mdck that is gone is broken at once, and one of a
// process that runs, or that may run elsewhere, is not.
func TestLeft(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := process.Self()
	dead.PID = ended.Process.Pid
	elsewhere := dead
	elsewhere.Host = "elsewhere"
	for text, want := range map[string]bool{
		dead.String(): true, process.Self().String(): false, elsewhere.String(): false, strconv.Itoa(dead.PID): false,
	} {
		l := lockIn(t)
		l.Wait = -1
		plant(t, l, text, 0)
		release, err := l.Take()
		if (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
		if err == nil && release() != nil {
			t.Error("cannot be given back")
		}
	}
}

// TestNumber holds that the lock begins with the number of the process, which is all that
// other tools write.
func TestNumber(t *testing.T) {
	l := lockIn(t)
	release, err := l.Take()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(l.Path); !strings.HasPrefix(string(text), strconv.Itoa(os.Getpid())+" ") {
		t.Errorf("the lock holds %q", text)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
