package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

func shared(t *testing.T) map[*workspace.Target]func() (func() error, error) {
	track, state := target(t, "conductor/tracks/t/"+loop.MetadataFile), target(t, ".planning/STATE.md")
	return map[*workspace.Target]func() (func() error, error){track: taking(track), state: taking(state)}
}

func taking(t *workspace.Target) func() (func() error, error) {
	return func() (func() error, error) {
		_, release, err := change.LockOf(t).Hold()
		return release, err
	}
}

func interrupted(t *testing.T, dir string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, ".mdck"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, ".mdck", "txn"), []byte("x"), 0o644))
}

func TestSharedLock(t *testing.T) {
	for target, take := range shared(t) {
		s := change.For(target, change.Options{Command: "test"}).Store
		if s.Dir != target.Dir() || s.Holder != "mdck test" || s.Roots == nil {
			t.Errorf("%s: the store is of %q, for %q, with roots: %v", target.Main, s.Dir, s.Holder, s.Roots != nil)
		}
		_, err := s.Update(func(safefile.Old) (safefile.Change, error) {
			_, err := os.Lstat(change.LockOf(target).Path)
			return safefile.Change{}, err
		})
		must(t, err)
		release, err := take()
		must(t, err)
		must(t, release())
	}
}

func TestLockText(t *testing.T) {
	track, state := change.LockOf(target(t, "conductor/tracks/t/"+loop.MetadataFile)), change.LockOf(target(t, ".planning/STATE.md"))
	for l, file := range map[*lock.Lock]string{track: filepath.Join(track.Path, loop.OwnerFile), state: state.Path} {
		_, release, err := l.Hold()
		must(t, err)
		text, err := os.ReadFile(file)
		must(t, err)
		if !strings.Contains(string(text), strconv.Itoa(os.Getpid())) {
			t.Errorf("the lock contains %q", text)
		}
		l.Wait = -1
		_, _, err = l.Hold()
		if locked, ok := errors.AsType[*lock.LockedError](err); !ok || !strings.HasPrefix(locked.Holder, fmt.Sprintf("process %d on ", os.Getpid())) || locked.Stale != l.Stale {
			t.Errorf("got %v", err)
		}
		must(t, release())
	}
	if o := track.Parse(""); o.String() != "another program, such as a shell script" {
		t.Errorf("a shell is %q", o)
	}
	for _, name := range []string{".ohrfc/rfc-1/checkpoint.md", ".planning/phases/01-a/01-01-PLAN.md"} {
		if l := change.LockOf(target(t, name)); l != nil {
			t.Errorf("%s has the lock %q", name, l.Path)
		}
	}
}

func TestWaiting(t *testing.T) {
	var all sync.WaitGroup
	for target, take := range shared(t) {
		release, err := take()
		must(t, err)
		all.Go(func() {
			told := ""
			s := change.For(target, change.Options{Wait: 5 * time.Second, Waiting: func(what string) { // called after one second
				if told = what; release() != nil {
					t.Error("the lock was not given back")
				}
			}}).Store
			if s.Waiting == nil {
				t.Error("Waiting is not called for the lock of mdck")
			}
			if _, err := s.Update(func(safefile.Old) (safefile.Change, error) { return safefile.Change{}, nil }); err != nil || told == "" {
				t.Errorf("%s: Waiting got %q, %v", target.Main, told, err)
			}
		})
	}
	all.Wait()
}

func TestRecoverDoesNotWait(t *testing.T) {
	for target, take := range shared(t) {
		interrupted(t, target.Dir())
		release, err := take()
		must(t, err)
		began := time.Now()
		_, err = change.Recover(target, change.Options{})
		busy, ok := errors.AsType[*lock.LockedError](err)
		if !ok || busy.Waited > 0 || busy.Path != change.LockOf(target).Path || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %v", target.Main, err)
		}
		must(t, release())
		must(t, os.Remove(filepath.Join(target.Dir(), ".mdck", "txn")))
		_, err = change.For(target, change.Options{}).Store.Update(func(safefile.Old) (safefile.Change, error) {
			interrupted(t, target.Dir())
			_, err := change.Recover(target, change.Options{})
			if busy, ok := errors.AsType[*lock.LockedError](err); !ok || busy.Waited > 0 || busy.Stale > 0 {
				t.Errorf("%s, beside a write: %v", target.Main, err)
			}
			return safefile.Change{}, os.Remove(filepath.Join(target.Dir(), ".mdck", "txn"))
		})
		must(t, err)
	}
}

func TestEpicToBe(t *testing.T) {
	s := epicAt(t.TempDir()).Store()
	if s.Roots == nil || !s.Owns("agent_checkpoints/primary.json") || s.Owns("README.md") {
		t.Error("the first checkpoint does not change with the epic, or anything does, or no roots are known")
	}
}
