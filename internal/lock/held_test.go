package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/loop"
)

// unsupported is a move of a system that cannot do it.
func unsupported(string, string) error { return errors.ErrUnsupported }

// TestStill checks that a lock is held until it is lost or given back.
func TestStill(t *testing.T) {
	l := lockIn(t)
	still, release, err := l.Hold()
	must(t, err)
	must(t, still())
	must(t, release())
	if err := still(); !errors.Is(err, ErrLost) {
		t.Errorf("given back: error %v", err)
	}
	still, _, err = l.Hold()
	must(t, err)
	must(t, os.RemoveAll(l.Path))
	plant(t, l.Path, "", 0)
	if err := still(); !errors.Is(err, ErrLost) {
		t.Errorf("lost: error %v", err)
	}
}

// TestHalfSwept checks that the directory of a stale lock which loses its owner file, as the
// next holder sweeps it, is not put back: it would be a lock of nobody.
func TestHalfSwept(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "pid: 1\n", 0)
	stale := l.mustLook(t)
	must(t, os.Remove(filepath.Join(l.Path, loop.OwnerFile)))
	if left, err := l.takeAway(stale); left != "" || err != nil {
		t.Errorf("left %q, %v", left, err)
	}
	wantNothing(t, l)
}

// TestPutBackInSteps is TestPutBack where the system cannot rename to a name that
// nothing has: the lock keeps its name and stays the same directory, unless somebody
// has taken the name meanwhile, whose lock stays then.
func TestPutBackInSteps(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path+"-stale", "", 0)
	stale, err := l.look(l.Path + "-stale")
	must(t, err)
	plant(t, l.Path, "pid: 1\n", 0)
	live := l.mustLook(t)
	l.rename = unsupported
	if _, err := l.takeAway(stale); !errors.Is(err, ErrLost) || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustLook(t); seen.text != "pid: 1\n" || !seen.same(live) {
		t.Errorf("%+v", seen)
	}
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := l.putBack(l.Path + ".other"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustLook(t); seen.text != "pid: 1\n" {
		t.Errorf("%+v", seen)
	}
}

// TestPutBackBesideShell checks the same of the lock of a shell: it is an empty directory,
// which a rename alone would take the place of.
func TestPutBackBesideShell(t *testing.T) {
	l := lockIn(t)
	l.rename = unsupported
	plant(t, l.Path, "", 0)
	shell := l.mustLook(t)
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := l.putBack(l.Path + ".other"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustLook(t); !seen.same(shell) {
		t.Errorf("%+v", seen)
	}
}

// TestOtherSpace checks that a process is believed gone only where its number is one of
// those that are seen here: of another container or boot it says nothing, whatever the
// name of the host. After ten minutes its lock is broken all the same.
func TestOtherSpace(t *testing.T) {
	host := hostname(t)
	o := loop.Owner{PID: deadPID(t), Host: host, Space: space() + "x", At: time.Now()}
	l := lockIn(t)
	plant(t, l.Path, o.Text(), 0)
	l.Wait = -1
	if _, err := l.take(); err == nil {
		t.Error("the lock of another name space is broken")
	}
	o.At = o.At.Add(-11 * time.Minute)
	must(t, os.WriteFile(filepath.Join(l.Path, loop.OwnerFile), []byte(o.Text()), 0o644))
	release, err := l.take()
	must(t, err)
	if o := l.mustLook(t).owner; o.Space != space() {
		t.Errorf("the owner file has the space %q, want %q", o.Space, space())
	}
	must(t, release())
}

// swap is a guard after which the lock that was seen is gone, and one with that owner
// file in its place.
func swap(t *testing.T, owner string) func(string) (fs.FileInfo, func(), bool) {
	return func(path string) (fs.FileInfo, func(), bool) {
		info, unguard, ok := guardPath(path)
		must(t, os.Rename(path, path+"-broken"))
		plant(t, path, owner, 0)
		return info, unguard, ok
	}
}

// TestBrokenByAnother checks that the lock of the one who broke a stale one first is not
// broken, and that a stale lock which took the place of the guarded one is left to who
// guards it.
func TestBrokenByAnother(t *testing.T) {
	live := loop.Owner{PID: os.Getpid(), Host: hostname(t), Space: space(), At: time.Now()}.Text()
	for name, owner := range map[string]string{"live": live, "dead": dead(t), "shell": ""} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		l.rename = func(from, to string) error { t.Errorf("%s: it was taken away", name); return RenameNew(from, to) }
		l.Broken = func(what string) { t.Errorf("%s: %s", name, what) }
		l.guard = swap(t, owner)
		if held, err := l.breakStale(); held == nil || err != nil {
			t.Errorf("%s: no longer held: %v", name, err)
		}
		if now := l.mustLook(t); now.text != owner {
			t.Errorf("%s: found %+v", name, now)
		}
		left, _ := filepath.Glob(l.Path + ".*")
		if len(left) > 0 {
			t.Errorf("%s: left %q", name, left)
		}
	}
}

// TestTakenMeanwhile checks that a stale lock which gets an owner that lives, in the same
// directory, is not broken.
func TestTakenMeanwhile(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	live := loop.Owner{PID: os.Getpid(), Host: hostname(t), Space: space(), At: time.Now()}.Text()
	l.guard = func(path string) (fs.FileInfo, func(), bool) {
		must(t, os.WriteFile(filepath.Join(path, loop.OwnerFile), []byte(live), 0o644))
		return guardPath(path)
	}
	if held, err := l.breakStale(); held == nil || err != nil {
		t.Errorf("no longer held: %v", err)
	}
	if now := l.mustLook(t); now.text != live {
		t.Errorf("found %+v", now)
	}
}

// TestNotWritten checks that a lock whose text cannot be written is not left: it would name
// nobody, and keep all others waiting.
func TestNotWritten(t *testing.T) {
	for _, kind := range []Kind{Dir, File} {
		l := lockIn(t)
		l.Kind, l.rename = kind, unsupported
		l.write = func(name, text string) error {
			if filepath.Dir(name) == l.Path || name == l.Path {
				return errors.New("disk full")
			}
			return writeNew(name, text)
		}
		if _, err := l.take(); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("kind %d: error %v", kind, err)
		}
		wantNothing(t, l)
	}
}
