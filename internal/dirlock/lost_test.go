package dirlock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/process"
	"mdck/mdcheckpoint/loop"
)

// unsupported is a move of a system that cannot do it.
func unsupported(string, string) error { return errors.ErrUnsupported }

// TestStill holds that a lock is held until it is lost or given back.
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

// TestPutBackInSteps is TestPutBack where the system cannot rename to a name that
// nothing has: the lock keeps its name and stays the same directory, unless somebody
// has taken the name meanwhile, whose lock stays then.
func TestPutBackInSteps(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path+"-stale", "", 0)
	stale, err := os.Lstat(l.Path + "-stale")
	must(t, err)
	plant(t, l.Path, "pid: 1\n", 0)
	live, err := os.Lstat(l.Path)
	must(t, err)
	if _, err := takeAway(l.Path, stale, unsupported); !errors.Is(err, ErrLost) || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if seen, err := look(l.Path); err != nil || seen.text != "pid: 1\n" || !os.SameFile(seen.info, live) {
		t.Errorf("%+v, %v", seen, err)
	}
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := putBack(l.Path+".other", l.Path, unsupported); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen, err := look(l.Path); err != nil || seen.text != "pid: 1\n" {
		t.Errorf("%+v, %v", seen, err)
	}
}

// TestPutBackBesideShell holds the same of the lock of a shell: it is an empty directory,
// which a rename alone would take the place of.
func TestPutBackBesideShell(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "", 0)
	shell, err := os.Lstat(l.Path)
	must(t, err)
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := putBack(l.Path+".other", l.Path, unsupported); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen, err := look(l.Path); err != nil || seen.text != "" || !os.SameFile(seen.info, shell) {
		t.Errorf("%+v, %v", seen, err)
	}
}

// TestOtherSpace holds that a process is believed gone only where its number is one of
// those that are seen here: of another container or boot it says nothing, whatever the
// name of the host. After ten minutes its lock is broken all the same.
func TestOtherSpace(t *testing.T) {
	host := hostname(t)
	o := loop.Owner{PID: deadPID(t), Host: host, Space: process.Space() + "x", At: time.Now()}
	l := lockIn(t)
	plant(t, l.Path, o.Text(), 0)
	l.Wait = -1
	if _, err := l.Take(); err == nil {
		t.Error("the lock of another name space is broken")
	}
	o.At = o.At.Add(-11 * time.Minute)
	must(t, os.WriteFile(filepath.Join(l.Path, loop.OwnerFile), []byte(o.Text()), 0o644))
	release, err := l.Take()
	must(t, err)
	seen, err := look(l.Path)
	if must(t, err); seen.Owner.Space != process.Space() {
		t.Errorf("the owner file has the space %q, want %q", seen.Owner.Space, process.Space())
	}
	must(t, release())
}

// TestNoHost holds that who does not know the name of its own host takes no process
// for one of it.
func TestNoHost(t *testing.T) {
	s := sight{Lock: loop.Lock{Owner: loop.Owner{PID: deadPID(t), Space: process.Space(), At: time.Now()}, Known: true, Since: time.Now()}}
	if why := s.stale(""); why != "" {
		t.Errorf("stale: %s", why)
	}
	s.Owner.Host = "here"
	if why := s.stale("here"); why == "" {
		t.Error("a dead process of this host is not seen")
	}
}

// swap is a guard after which the lock that was seen is gone, and one with that owner
// file in its place.
func swap(t *testing.T, owner string) func(string) (fs.FileInfo, func(), bool) {
	return func(path string) (fs.FileInfo, func(), bool) {
		info, unguard, ok := guard(path)
		must(t, os.Rename(path, path+"-broken"))
		plant(t, path, owner, 0)
		return info, unguard, ok
	}
}

// TestBrokenByAnother holds that the lock of the one who broke a stale one first is not
// broken, and that a stale lock which took the place of the guarded one is left to who
// guards it.
func TestBrokenByAnother(t *testing.T) {
	live := loop.Owner{PID: os.Getpid(), Host: hostname(t), Space: process.Space(), At: time.Now()}.Text()
	for name, owner := range map[string]string{"live": live, "dead": dead(t), "shell": ""} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		touched := func(from, to string) error { t.Errorf("%s: it was taken away", name); return moveNew(from, to) }
		seen, why, err := breakGuarded(l.Path, hostname(t), touched, swap(t, owner))
		if why != "" || err != nil {
			t.Errorf("%s: broken: %q, %v", name, why, err)
		}
		if now, err := look(l.Path); err != nil || now.text != owner {
			t.Errorf("%s: found %+v, %v; seen %+v", name, now, err, seen)
		}
		left, _ := filepath.Glob(l.Path + ".*")
		if len(left) > 0 {
			t.Errorf("%s: left %q", name, left)
		}
	}
}

// TestTakenMeanwhile holds that a stale lock which gets an owner that lives, in the same
// directory, is not broken.
func TestTakenMeanwhile(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	live := loop.Owner{PID: os.Getpid(), Host: hostname(t), Space: process.Space(), At: time.Now()}.Text()
	_, why, err := breakGuarded(l.Path, hostname(t), moveNew, func(path string) (fs.FileInfo, func(), bool) {
		must(t, os.WriteFile(filepath.Join(path, loop.OwnerFile), []byte(live), 0o644))
		return guard(path)
	})
	if why != "" || err != nil {
		t.Errorf("broken: %q, %v", why, err)
	}
	if now, err := look(l.Path); err != nil || now.text != live {
		t.Errorf("found %+v, %v", now, err)
	}
}

// TestOver holds that a lock is not taken any more once a signal has come.
func TestOver(t *testing.T) {
	l := lockIn(t)
	h := newHeld(l.Path, nil, nil)
	defer h.stop()
	if h.end() {
		t.Error("held before it was taken")
	}
	if taken, err := h.try(); taken || err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("taken %t, %v", taken, err)
	}
	wantNothing(t, l)
}

// TestNoOwnerFile holds that a lock whose owner file cannot be written is not left.
func TestNoOwnerFile(t *testing.T) {
	l := lockIn(t)
	h := newHeld(l.Path, unsupported, nil)
	h.write = func(dir, text string) error {
		if dir == l.Path {
			return errors.New("disk full")
		}
		return writeOwner(dir, text)
	}
	defer h.stop()
	if taken, err := h.try(); taken || err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("taken %t, %v", taken, err)
	}
	wantNothing(t, l)
}
