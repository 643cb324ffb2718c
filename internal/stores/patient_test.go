package stores

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"mdck/internal/dirlock"
	"mdck/internal/pidlock"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

// shared are files that other programs have a lock for, and what takes that lock.
func shared(t *testing.T) map[*workspace.Target]func() (func() error, error) {
	track, state := target(t, "conductor/tracks/t/"+loop.MetadataFile), target(t, ".planning/STATE.md")
	return map[*workspace.Target]func() (func() error, error){track: TrackLock(track).Take, state: StateLock(state).Take}
}

// interrupted leaves the journal of a write.
func interrupted(t *testing.T, dir string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, ".mdck"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, ".mdck", "txn"), []byte("x"), 0o644))
}

// TestSharedLock holds that a write of such a file has the lock of other programs while
// it changes the file, and gives it back, and that the folder is where the file lies.
func TestSharedLock(t *testing.T) {
	for target, take := range shared(t) {
		s := Of(target, "mdck test")
		if s.Dir != target.Dir() || s.Holder != "mdck test" || s.Roots == nil {
			t.Errorf("%s: the store is of %q, for %q, with roots: %v", target.Main, s.Dir, s.Holder, s.Roots != nil)
		}
		_, err := s.Update(func(safefile.Old) (safefile.Change, error) {
			lock := map[bool]string{true: StateLock(target).Path, false: TrackLock(target).Path}[IsPlanState(target)]
			_, err := os.Lstat(lock)
			return safefile.Change{}, err
		})
		must(t, err)
		release, err := take()
		must(t, err)
		must(t, release())
	}
}

// TestTelling holds that who waits for a lock is told of it, whichever that is: ours, or one
// of other programs.
func TestTelling(t *testing.T) {
	var all sync.WaitGroup
	for target, take := range shared(t) {
		release, err := take()
		must(t, err)
		all.Go(func() {
			told := ""
			s := Telling(target, "", func(what string) { // after a second
				if told = what; release() != nil {
					t.Error("the lock was not given back")
				}
			})
			if s.Waiting == nil {
				t.Error("nobody is told of our own lock")
			}
			s.Wait = 5 * time.Second
			if _, err := s.Update(func(safefile.Old) (safefile.Change, error) { return safefile.Change{}, nil }); err != nil || told == "" {
				t.Errorf("%s: told %q, %v", target.Main, told, err)
			}
		})
	}
	all.Wait()
}

// TestPatient holds that who only reads waits neither for the lock of other programs nor
// for an mdck that writes.
func TestPatient(t *testing.T) {
	for target, take := range shared(t) {
		interrupted(t, target.Dir())
		release, err := take()
		must(t, err)
		began := time.Now()
		_, err = Patient(target, "").Recover()
		track, isTrack := errors.AsType[*dirlock.LockedError](err)
		state, isState := errors.AsType[*pidlock.LockedError](err)
		if !(isTrack && track.Waited == 0) && !(isState && state.Waited == 0) || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %v", target.Main, err)
		}
		must(t, release())
		must(t, os.Remove(filepath.Join(target.Dir(), ".mdck", "txn")))
		_, err = Of(target, "").Update(func(safefile.Old) (safefile.Change, error) {
			interrupted(t, target.Dir())
			_, err := Patient(target, "").Recover()
			if busy, ok := errors.AsType[*safefile.LockedError](err); !ok || busy.Waited > 0 {
				t.Errorf("%s, beside a write: %v", target.Main, err)
			}
			return safefile.Change{}, os.Remove(filepath.Join(target.Dir(), ".mdck", "txn"))
		})
		must(t, err)
	}
}

// TestEpicToBe holds that the files of an epic change in a place where there is none yet.
func TestEpicToBe(t *testing.T) {
	s := Epic(t.TempDir(), "")
	if s.Roots == nil || !s.Owns("agent_checkpoints/primary.json") || s.Owns("README.md") {
		t.Error("the first checkpoint does not change with the epic, or anything does, or no roots are known")
	}
}
