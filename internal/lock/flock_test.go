package lock

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestHolderIsGone(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	must(t, ended.Run())
	path := filepath.Join(t.TempDir(), "lock")
	release, err := TryFlock(path, "mdck stamp")
	must(t, err)
	defer func() { _ = release() }()
	h, err := readFlock(path)
	must(t, err)
	if who := flockHolder(path); h.PID != os.Getpid() || !strings.HasPrefix(who, `"mdck stamp", process `) {
		t.Errorf("a process that runs is %s", who)
	}
	h.PID = ended.Process.Pid
	writeFlock(path, h)
	if who := flockHolder(path); !strings.HasPrefix(who, `an unknown process, last by "mdck stamp", process `) {
		t.Errorf("a process that ended is %s", who)
	}
	h.Host += "x"
	writeFlock(path, h)
	if who := flockHolder(path); !strings.HasPrefix(who, `"mdck stamp", process `) {
		t.Errorf("a process elsewhere is %s", who)
	}
	if who := flockHolder(path + "x"); who != "an unknown process" {
		t.Errorf("nobody is %s", who)
	}
}

func TestHolderIsTheLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	for _, holder := range []string{strings.Repeat("long ", 50), "short", ""} {
		release, err := TryFlock(path, holder)
		must(t, err)
		must(t, release())
		if h, err := readFlock(path); err != nil || h.Command != holder {
			t.Errorf("holder is %q (%v), want %q", h.Command, err, holder)
		}
	}
}

// TestHolderStays checks the text of a lock, because other versions read it.
func TestHolderStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := TryFlock(path, "mdck test")
	must(t, err)
	other, err := TryFlock(path, "other")
	locked, ok := errors.AsType[*LockedError](err)
	if other != nil || !ok || locked.Path != path || locked.Stale != 0 || !strings.HasPrefix(locked.Holder, fmt.Sprintf(`"mdck test", process %d on `, os.Getpid())) {
		t.Errorf("taken twice: %v", err)
	}
	must(t, release())
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), ` {"command":"mdck test",`) {
		t.Errorf("the lock contains %q (%v)", text, err)
	}
	must(t, os.WriteFile(path, []byte("?{\"pid\":17}\n"), 0o666))
	if h, err := readFlock(path); err != nil || h.PID != 17 {
		t.Errorf("read %+v, %v", h, err)
	}
}

func TestFlockElsewhere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lock")
	must(t, os.Symlink("elsewhere", path))
	if release, err := TryFlock(path, "mdck test"); release != nil || !isLocked(err) {
		t.Errorf("taken: %v", err)
	}
	release, err := TryFlock(filepath.Join(dir, "elsewhere"), "mdck test")
	must(t, err) // TryFlock released it
	must(t, release())
}
