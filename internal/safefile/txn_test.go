package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
)

// A meddler calls edit when mdck creates file number at.
type meddler struct {
	disk.System
	made *int
	at   int
	edit func()
}

func (m meddler) OpenFile(name string, flag int, mode os.FileMode) (disk.Handle, error) {
	if *m.made++; *m.made == m.at {
		m.edit()
	}
	return m.System.OpenFile(name, flag, mode)
}

func TestChangedAtTheLastMoment(t *testing.T) {
	t.Parallel() // it mostly waits
	var outcomes []string
	for at := 2; at <= 8; at++ { // file 1 is .gitignore
		s := dirWith(t, map[string]string{"a": "a", "b": "b"})
		s.FS = meddler{made: new(int), at: at, edit: func() { s.write(t, "b", "mine") }}
		_, err := s.Update(func(old Old) (Change, error) {
			_, _, err := old("b")
			return Change{
				Files:  []File{{"a", "A"}, {"b", "B"}},
				Ledger: []Entry{{Path: "a"}, {Path: "b"}},
			}, err
		})
		noTemporary(t, s.Dir)
		ledger, ledgerErr := s.Ledger()
		must(t, ledgerErr)
		state := fmt.Sprint(s.read(t, "a"), " ", s.read(t, "b"), " ", len(ledger))
		back, taken := errors.AsType[*UndoneError](err)
		switch {
		case taken && errors.Is(err, ErrChanged) && state == "a mine 0":
			outcomes = append(outcomes, "undone")
			s.wantText(t, back.Kept[0].Path, "A")
			s.wantText(t, back.Kept[1].Path, "B")
		case err == nil && state == "A mine 2":
			outcomes = append(outcomes, "after")
		default:
			t.Errorf("edit at %d: files and ledger are %q after %v", at, state, err)
		}
		s.FS = nil
		_, err = s.set("c", "c")
		must(t, err) // only once
	}
	// These writes are undone: two backups, the ledger check, two new files, the journal.
	want := []string{"undone", "undone", "undone", "undone", "undone", "undone", "after"}
	if !slices.Equal(outcomes, want) {
		t.Errorf("outcomes are %q, want %q", outcomes, want)
	}
}

// late is a disk on which b appears after the first look.
type late struct {
	disk.System
	comes func()
}

func (l late) Resolve(name string) (string, error) {
	to, err := l.System.Resolve(name)
	if filepath.Base(name) == "b" && err != nil {
		l.comes()
	}
	return to, err
}

func TestFileAppearsDuringLookup(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	s.FS = late{comes: func() { s.write(t, "b", "mine") }}
	_, err := s.set("b", "B")
	if _, shape := errors.AsType[*FileError](err); shape || !errors.Is(err, ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	s.wantText(t, "b", "mine")
}

func TestOneFileChangedAtTheLastMoment(t *testing.T) {
	for at := 2; at <= 3; at++ { // backup, new file
		s := dirWith(t, map[string]string{"b": "b"})
		s.FS = meddler{made: new(int), at: at, edit: func() { s.write(t, "b", "mine") }}
		if _, err := s.set("b", "B"); !errors.Is(err, ErrChanged) {
			t.Errorf("edit at %d: want ErrChanged, found %v", at, err)
		}
		s.wantText(t, "b", "mine")
		noTemporary(t, s.Dir)
	}
}

// unlucky cannot replace the file a. stuck also cannot remove the journal.
type (
	unlucky struct{ disk.System }
	stuck   struct{ unlucky }
)

func (s stuck) Remove(name string) error {
	if filepath.Base(name) == journalName {
		return errFault
	}
	return s.unlucky.Remove(name)
}

func (u unlucky) Swap(one, other string) error {
	if filepath.Base(other) == "a" {
		return errFault
	}
	return u.System.Swap(one, other)
}

func interrupted(t *testing.T) Store {
	t.Helper()
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	s.FS = stuck{}
	_, err := s.setBoth()
	s.FS = nil
	var unfinished *UnfinishedError
	if !errors.As(err, &unfinished) {
		t.Fatalf("want an UnfinishedError, found %v", err)
	}
	return s
}

func (s Store) setBoth() (Result, error) {
	return s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"a", "A"}, {"b", "B"}}, Ledger: []Entry{{Path: "a"}, {Path: "b"}}}, nil
	})
}

// TestWithdrawn checks that a change is dropped if its first replacement fails.
func TestWithdrawn(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	s.FS = unlucky{}
	_, err := s.setBoth()
	var unfinished *UnfinishedError
	if !errors.Is(err, errFault) || errors.As(err, &unfinished) {
		t.Fatalf("want the failure alone, found %v", err)
	}
	s.FS = nil
	if did, err := s.Recover(); did.Recovered || err != nil {
		t.Errorf("Recover: %v, %v", did, err)
	}
	s.wantText(t, "a", "a")
	s.wantText(t, "b", "b")
	if ledger, err := s.Ledger(); err != nil || len(ledger) != 0 {
		t.Errorf("ledger is %v (%v)", ledger, err)
	}
	noTemporary(t, s.Dir)
	_, err = s.setBoth()
	must(t, err)
	s.wantText(t, "b", "B")
}

func TestEditedSinceTheCrash(t *testing.T) {
	t.Parallel() // it mostly waits
	for name, edit := range map[string]func(t *testing.T, path string){
		"edited":  func(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("mine"), 0o644)) },
		"removed": func(t *testing.T, path string) { must(t, os.Remove(path)) },
		"folder":  func(t *testing.T, path string) { must(t, errors.Join(os.Remove(path), os.Mkdir(path, 0o755))) },
		"dangling": func(t *testing.T, path string) {
			must(t, errors.Join(os.Remove(path), os.Symlink("nowhere", path)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := interrupted(t)
			edit(t, filepath.Join(s.Dir, "b"))
			ran := false
			r, err := s.Update(func(Old) (Change, error) { ran = true; return Change{}, nil })
			if err != nil || !ran || r.Recovered || r.Undone == nil || !strings.Contains(r.Undone.Error(), `"b"`) {
				t.Fatalf("want a change undone because of b, found %+v (%v, change ran: %v)", r, err, ran)
			}
			s.wantText(t, "a", "a")
			s.wantText(t, r.Undone.Kept[0].Path, "A")
			s.wantText(t, r.Undone.Kept[1].Path, "B")
			if name == "edited" {
				s.wantText(t, "b", "mine")
			}
			ledger, err := s.Ledger()
			if err != nil || len(ledger) != 0 {
				t.Errorf("ledger is %v (%v), want no line", ledger, err)
			}
			if did, err := s.Recover(); did.Recovered || err != nil {
				t.Errorf("second Recover: %v, %v", did, err)
			}
			_, err = s.set("a", "next")
			must(t, err)
		})
	}
}

func TestEditedAfterTheLedger(t *testing.T) {
	s := interrupted(t)
	journal := s.read(t, ".mdck/txn")
	if did, err := s.Recover(); !did.Recovered || err != nil {
		t.Fatalf("Recover: %v, %v", did, err)
	}
	s.write(t, ".mdck/txn", journal)
	s.write(t, "b", "mine")
	if did, err := s.Recover(); !did.Recovered || err != nil {
		t.Fatalf("Recover: %v, %v", did, err)
	}
	s.wantText(t, "b", "mine")
}

func TestBrokenJournal(t *testing.T) {
	t.Parallel() // it mostly waits
	good := interrupted(t)
	text := good.read(t, ".mdck/txn")
	for name, broken := range map[string]string{
		"empty": "", "half": text[:len(text)/2], "foreign": "mdck txn 1 x\n{}", "flipped": text[:len(text)-9] + "x" + text[len(text)-8:],
	} {
		t.Run(name, func(t *testing.T) {
			s := interrupted(t)
			s.write(t, ".mdck/txn", broken)
			if found, err := s.Recover(); found.Aside == "" || found.Recovered || err != nil {
				t.Fatalf("want a journal that is moved aside, found %+v, %v", found, err)
			}
			s.wantText(t, "a", "a")
			s.wantText(t, ".mdck/txn.aside", broken)
			_, err := s.set("a", "next")
			must(t, err)
		})
	}
}

// editsGone edits b at each read after a was replaced.
type editsGone struct {
	disk.System
	s Store
	t *testing.T
}

func (l editsGone) ReadFile(name string) ([]byte, error) {
	raw, err := l.System.ReadFile(name)
	if a, _ := os.ReadFile(filepath.Join(l.s.Dir, "a")); string(a) == "A" && filepath.Base(name) == "b" {
		l.s.write(l.t, "b", "mine")
	}
	return raw, err
}

func TestGoneChangedAtTheLastMoment(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	s.FS = editsGone{s: s, t: t}
	r, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"a", "A"}}, Gone: []string{"b"}}, nil
	})
	if !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "a", "a")
	s.wantText(t, "b", "mine")
	if len(r.Changed) > 0 {
		t.Errorf("changed %q", r.Changed)
	}
}

func TestRecoverGoneChanged(t *testing.T) {
	for text, left := range map[string]string{"mine": "mine", "old": ""} {
		s := dirWith(t, map[string]string{"a": text, "b": "new"})
		raw, err := journal{Files: []journalFile{
			{Name: "b", Old: []byte("old"), New: []byte("new"), Mode: 0o644},
			{Name: "a", Old: []byte("old"), Mode: 0o644},
		}}.encode()
		must(t, err)
		s.write(t, ".mdck/txn", raw)
		if found, err := s.Recover(); found.Recovered != (left == "") || (found.Undone == nil) != (left == "") || err != nil {
			t.Errorf("found %+v, %v", found, err)
		}
		s.wantText(t, "b", map[bool]string{true: "new", false: "old"}[left == ""])
		got, err := os.ReadFile(filepath.Join(s.Dir, "a"))
		if string(got) != left || (err != nil) != (left == "") {
			t.Errorf("a is %q (%v), want %q", got, err, left)
		}
	}
}

type halting struct {
	*memory
	at int
}

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

func TestCrashDuringUndo(t *testing.T) {
	all := scenarios()
	crashes := 0
	for _, sc := range []scenario{all[3], all[7]} {
		for n, hit := 1, true; hit; n++ {
			m := newMemory()
			var err error
			if hit, err = sc.failsAt(t, m, n, 0); !errors.Is(err, errFault) {
				continue // call n moves no file
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

// failsAt makes the change in m. Call n fails, and so do all from end on.
func (sc scenario) failsAt(t *testing.T, m *memory, n, end int) (hit bool, err error) {
	t.Helper()
	s := sc.setUp(t, m)
	m.ops, m.end = 0, end
	s.FS = halting{m, n}
	_, err = s.Update(sc.change)
	m.end = 0
	return m.ops >= n, err
}

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

func (s Store) nothingLeft(t *testing.T) {
	t.Helper()
	for _, name := range []string{journalName, asideName} {
		if _, err := os.Lstat(filepath.Join(s.Dir, home, name)); err == nil {
			t.Errorf("%s is left", name)
		}
	}
	noTemporary(t, s.Dir)
}

// fixed cannot replace the file b and, if stuck, swaps only once.
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
