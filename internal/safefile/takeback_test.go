package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
)

// halting fails one call, and goes on.
type halting struct {
	*memory
	at int
}

// fails is the failure of the call that comes next, if it is that one.
func (h halting) fails() error {
	if h.ops+1 == h.at {
		h.ops++
		return errFault
	}
	return nil
}

func (h halting) Swap(one, other string) error {
	if err := h.fails(); err != nil {
		return err
	}
	return h.memory.Swap(one, other)
}

func (h halting) Link(from, to string) error {
	if err := h.fails(); err != nil {
		return err
	}
	return h.memory.Link(from, to)
}

func (h halting) Claim(from, to string) error {
	if err := h.fails(); err != nil {
		return err
	}
	return h.memory.Claim(from, to)
}

func (h halting) Rename(from, to string) error {
	if err := h.fails(); err != nil {
		return err
	}
	return h.memory.Rename(from, to)
}

// TestCrashWhileTakingBack holds, where a call that moves a file fails, so that a change
// is taken back, and the power is cut at any call after that: each file is old or new,
// Recover makes them the same, an error told the truth, and the next Update works.
func TestCrashWhileTakingBack(t *testing.T) {
	all := scenarios()
	crashes := 0
	for _, sc := range []scenario{all[3], all[7]} {
		for n, hit := 1, true; hit; n++ {
			m := newMemory()
			var err error
			if hit, err = sc.failsAt(t, m, n, 0); !errors.Is(err, errFault) {
				continue // no call that moves a file, or the change does without
			}
			for k := n + 1; k <= m.ops; k++ {
				for _, l := range losses(uint64(n), uint64(k)) {
					crashes++
					sc.crashAfterFault(t, n, k, l)
				}
			}
		}
	}
	if crashes < 50 {
		t.Errorf("%d crashes, want 50 and more", crashes)
	}
}

// failsAt makes the change in m, where call n fails and all from end on; it reports
// whether there is a call n.
func (sc scenario) failsAt(t *testing.T, m *memory, n, end int) (hit bool, err error) {
	t.Helper()
	s := sc.setUp(t, m)
	m.ops, m.end = 0, end
	s.FS = halting{m, n}
	_, err = s.Update(sc.change)
	m.end = 0
	return m.ops >= n, err
}

// crashAfterFault cuts the power at call k of a change whose call n has failed.
func (sc scenario) crashAfterFault(t *testing.T, n, k int, l loss) {
	t.Helper()
	m := newMemory()
	_, err := sc.failsAt(t, m, n, k)
	m.cut(l.survives)
	s := Store{Dir: filepath.FromSlash("/store"), FS: m, Owns: anything}
	sc.state(t, s)
	state := sc.settled(t, s)
	unfinished, ok := errors.AsType[*UnfinishedError](err)
	if ok && l.name == "all is left" && state != allNew {
		t.Errorf("%s, fault %d, crash %d: files are %s after %v", sc.name, n, k, state, unfinished)
	}
	sc.finishes(t, s)
}

// TestSavedBetweenTheSwaps holds of a file that an editor saves, in any of its ways, between
// the swap of another one and its own: it stays as saved, the other one has its old text
// again, both new texts are kept, and nothing is left to do.
func TestSavedBetweenTheSwaps(t *testing.T) {
	for _, way := range []string{"write", "rename", "again"} {
		s := dirWith(t, map[string]string{"a": "a", "b": "b"})
		root, err := filepath.EvalSymlinks(s.Dir)
		must(t, err)
		left := 1
		s.FS = sly{file: filepath.Join(root, "b"), way: way, left: &left}
		r, err := s.setBoth()
		back, ok := errors.AsType[*UndoneError](err)
		if !ok || !errors.Is(err, ErrChanged) || len(r.Changed) > 0 || !strings.Contains(err.Error(), `"b"`) || len(back.Kept) != 2 {
			t.Fatalf("%s: error %v, result %+v", way, err, r)
		}
		s.FS = nil
		s.wantText(t, "a", "a")
		s.wantText(t, "b", editors+"0\n")
		s.wantText(t, back.Kept[0].Path, "A")
		s.wantText(t, back.Kept[1].Path, "B")
		s.nothingLeft(t)
	}
}

// nothingLeft fails if there is a journal, or a file that is there for a moment only.
func (s Store) nothingLeft(t *testing.T) {
	t.Helper()
	for _, name := range []string{journalName, asideName} {
		if _, err := os.Lstat(filepath.Join(s.Dir, home, name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
	noTemporary(t, s.Dir)
}

// fixed does not let the file b be replaced, nor, if the other one is stuck, a again.
type fixed struct {
	disk.System
	stuck bool
	swaps *int
}

func (f fixed) Swap(one, other string) error {
	*f.swaps++
	if filepath.Base(other) == "b" || f.stuck && *f.swaps > 1 {
		return errFault
	}
	return f.System.Swap(one, other)
}

// TestCannotBeReplaced holds the same of a file that cannot be replaced, and what remains
// where the other one cannot be replaced a second time: the error names the file, and the
// next run finishes the change.
func TestCannotBeReplaced(t *testing.T) {
	for _, stuck := range []bool{false, true} {
		t.Run(fmt.Sprint(stuck), func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "a", "b": "b"})
			s.FS = fixed{stuck: stuck, swaps: new(int)}
			_, err := s.setBoth()
			if _, ok := errors.AsType[*UndoneError](err); ok == stuck || !errors.Is(err, errFault) || !strings.Contains(err.Error(), `"b"`) {
				t.Fatalf("error %v", err)
			}
			unfinished, ok := errors.AsType[*UnfinishedError](err)
			if ok != stuck || stuck && (filepath.Base(unfinished.Journal) != journalName || !strings.Contains(err.Error(), `"a"`)) {
				t.Fatalf("error %v", err)
			}
			s.FS = nil
			if found, err := s.Recover(); found.Recovered != stuck || err != nil {
				t.Errorf("Recover: %+v, %v", found, err)
			}
			s.wantText(t, "a", map[bool]string{true: "A", false: "a"}[stuck])
			s.wantText(t, "b", map[bool]string{true: "B", false: "b"}[stuck])
			s.nothingLeft(t)
		})
	}
}
