package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/protocol"
)

// unsupported is RenameNew on a file system that lacks it.
func unsupported(string, string) error { return errors.ErrUnsupported }

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

func TestHalfSwept(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "pid: 1\n", 0)
	stale := l.mustRead(t)
	must(t, os.Remove(filepath.Join(l.Path, loop.OwnerFile)))
	l.Waiting = func(what string) { t.Error(what) }
	must(t, l.takeAway(stale))
	checkEmpty(t, l)
}

func TestPutBackInSteps(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path+"-stale", "", 0)
	stale, err := l.look(l.Path + "-stale")
	must(t, err)
	plant(t, l.Path, "pid: 1\n", 0)
	live := l.mustRead(t)
	l.rename = unsupported
	if err := l.takeAway(stale); !errors.Is(err, ErrLost) || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustRead(t); seen.text != "pid: 1\n" || !seen.same(live) {
		t.Errorf("%+v", seen)
	}
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := l.putBack(l.Path + ".other"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustRead(t); seen.text != "pid: 1\n" {
		t.Errorf("%+v", seen)
	}
}

func TestPutBackBesideShell(t *testing.T) {
	l := lockIn(t)
	l.rename = unsupported
	plant(t, l.Path, "", 0)
	shell := l.mustRead(t)
	plant(t, l.Path+".other", "pid: 2\n", 0)
	if err := l.putBack(l.Path + ".other"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustRead(t); !seen.same(shell) {
		t.Errorf("%+v", seen)
	}
}

// TestOtherSpace checks that processes of other containers do not count as ended.
func TestOtherSpace(t *testing.T) {
	host := hostname(t)
	o := protocol.LockOwner{PID: deadPID(t), Host: host, Space: space() + "x", Since: time.Now()}
	l := lockIn(t)
	plant(t, l.Path, loop.FormatOwner(o), 0)
	l.Wait = -1
	if _, err := l.take(); err == nil {
		t.Error("the lock of another name space is broken")
	}
	o.Since = o.Since.Add(-11 * time.Minute)
	must(t, os.WriteFile(filepath.Join(l.Path, loop.OwnerFile), []byte(loop.FormatOwner(o)), 0o644))
	release, err := l.take()
	must(t, err)
	if o := l.mustRead(t).owner; o.Space != space() {
		t.Errorf("the owner file has the space %q, want %q", o.Space, space())
	}
	must(t, release())
}

func TestBrokenByAnother(t *testing.T) {
	live := loop.FormatOwner(protocol.LockOwner{PID: os.Getpid(), Host: hostname(t), Space: space(), Since: time.Now()})
	for name, owner := range map[string]string{"live": live, "dead": dead(t), "shell": ""} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		l.rename = func(from, to string) error { t.Errorf("%s: it was taken away", name); return RenameNew(from, to) }
		l.Waiting = func(what string) { t.Errorf("%s: %s", name, what) }
		info, unguard := guardPath(l.Path)
		if info == nil {
			t.Fatal("not guarded")
		}
		must(t, os.Rename(l.Path, l.Path+"-broken"))
		plant(t, l.Path, owner, 0)
		if err := l.breakGuarded(info); !isLocked(err) {
			t.Errorf("%s: no longer held: %v", name, err)
		}
		unguard()
		if now := l.mustRead(t); now.text != owner {
			t.Errorf("%s: found %+v", name, now)
		}
		left, _ := filepath.Glob(l.Path + ".*")
		if len(left) > 0 {
			t.Errorf("%s: left %q", name, left)
		}
	}
}

func (l *Lock) afterRead(then func()) {
	parse, once := l.Parse, sync.OnceFunc(then)
	l.Parse = func(text string) Owner {
		defer once()
		return parse(text)
	}
}

func TestTakenMeanwhile(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	live := loop.FormatOwner(protocol.LockOwner{PID: os.Getpid(), Host: hostname(t), Space: space(), Since: time.Now()})
	l.afterRead(func() { must(t, os.WriteFile(filepath.Join(l.Path, loop.OwnerFile), []byte(live), 0o644)) })
	l.Waiting = func(what string) { t.Error(what) }
	if err := l.breakStale(); !isLocked(err) {
		t.Errorf("no longer held: %v", err)
	}
	if now := l.mustRead(t); now.text != live {
		t.Errorf("found %+v", now)
	}
}

// TestNotNamed checks that a failed create leaves nothing.
func TestNotNamed(t *testing.T) {
	l := lockIn(t)
	l.OwnerFile = strings.Repeat("x", 300)
	if err := l.create(l.Path, ""); err == nil {
		t.Error("made")
	}
	checkEmpty(t, l)
	l = fileIn(t)
	plantFile(t, l, "1", 0)
	if err := l.create(l.Path, "2"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustRead(t); seen.text != "1" {
		t.Errorf("%+v", seen)
	}
}
