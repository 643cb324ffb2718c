package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile/disk"
	"mdck/internal/safefile/faults"
	"mdck/mdcheckpoint/source"
)

func anything(string) bool { return true }

func dirWith(t *testing.T, files map[string]string) Store {
	t.Helper()
	s := Store{Dir: t.TempDir(), Holder: "mdck test", Owns: anything, FS: unflushed{}}
	for name, text := range files {
		s.write(t, name, text)
	}
	return s
}

func (s Store) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(s.Dir, name)
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func (s Store) read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.Dir, name))
	must(t, err)
	return string(raw)
}

func (s Store) set(name, text string) (Result, error) {
	return s.Update(func(Old) (Change, error) { return Change{Files: []File{{name, text}}}, nil })
}

func (s Store) wantText(t *testing.T, name, want string) {
	t.Helper()
	if got := s.read(t, name); got != want {
		t.Errorf("%q is %q, want %q", name, got, want)
	}
}

func TestChangedMeanwhile(t *testing.T) {
	for name, edit := range map[string]func(s Store) error{
		"edited":         func(s Store) error { return os.WriteFile(filepath.Join(s.Dir, "b"), []byte("mine"), 0o644) },
		"removed":        func(s Store) error { return os.Remove(filepath.Join(s.Dir, "b")) },
		"made":           func(s Store) error { return os.WriteFile(filepath.Join(s.Dir, "new"), nil, 0o644) },
		"now a folder":   func(s Store) error { return os.Mkdir(filepath.Join(s.Dir, "new"), 0o755) },
		"only looked at": func(s Store) error { return os.WriteFile(filepath.Join(s.Dir, "seen"), nil, 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "a", "b": "b", "seen": "seen"})
			r, err := s.Update(func(old Old) (Change, error) {
				for _, name := range []string{"a", "b", "new", "seen"} {
					if _, _, err := old(name); err != nil {
						return Change{}, err
					}
				}
				return Change{Files: []File{{"a", "A"}, {"b", "B"}, {"new", "N"}}}, edit(s)
			})
			if !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), `"`) {
				t.Fatalf("want ErrChanged and a name, found %v", err)
			}
			s.wantText(t, "a", "a")
			if len(r.Changed)+len(r.Backups) > 0 {
				t.Errorf("result is %+v, want nothing", r)
			}
		})
	}
}

func TestRecoverWithoutJournalTouchesNothing(t *testing.T) {
	s := dirWith(t, nil)
	if did, err := s.Recover(); did.Recovered || err != nil {
		t.Fatalf("Recover: %v, %v", did, err)
	}
	if entries, err := os.ReadDir(s.Dir); err != nil || len(entries) > 0 {
		t.Errorf("directory contains %v (%v)", entries, err)
	}
}

func TestNothingToDo(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "same"})
	long := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	must(t, os.Chtimes(filepath.Join(s.Dir, "a"), long, long))
	r, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"a", "same"}}, Ledger: []Entry{{Path: "a"}}}, nil
	})
	must(t, err)
	info, err := os.Stat(filepath.Join(s.Dir, "a"))
	must(t, err)
	if !info.ModTime().Equal(long) || len(r.Changed)+len(r.Backups)+len(r.Archived) > 0 {
		t.Errorf("time is %v, result %+v", info.ModTime(), r)
	}
	if entries, err := os.ReadDir(s.Dir); err != nil || len(entries) != 1 {
		t.Errorf("directory contains %v (%v)", entries, err)
	}
}

func TestRefusedMakesNothing(t *testing.T) {
	no := errors.New("no")
	refuse := func(Old) (Change, error) { return Change{}, no }
	s := dirWith(t, map[string]string{"a": "a"})
	if _, err := s.Update(refuse); err != no {
		t.Errorf("error is %v", err)
	}
	if entries, err := os.ReadDir(s.Dir); err != nil || len(entries) != 1 {
		t.Errorf("directory contains %v (%v)", entries, err)
	}
	_, err := s.Update(func(Old) (Change, error) {
		must(t, os.WriteFile(filepath.Join(s.Dir, home, "answers.json"), nil, 0o600))
		return refuse(nil)
	})
	if err != no {
		t.Errorf("error is %v", err)
	}
	s.wantText(t, ".mdck/answers.json", "")
	s.wantText(t, ".mdck/.gitignore", "*\n")
	must(t, os.Remove(filepath.Join(s.Dir, home, "answers.json")))
	if _, err := s.Update(refuse); err != no {
		t.Errorf("error is %v", err)
	}
	s.wantText(t, ".mdck/.gitignore", "*\n")
	must(t, os.RemoveAll(filepath.Join(s.Dir, home)))
	s.Wait = time.Minute
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 8 {
				if _, err := s.Update(refuse); err != no {
					t.Errorf("error is %v", err)
				}
			}
			if i%8 == 0 {
				name := fmt.Sprint("new", i)
				_, err := s.Update(func(Old) (Change, error) {
					return Change{Files: []File{{name, "x"}}, Ledger: []Entry{{Path: name}}}, nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	s.wantText(t, "new0", "x")
	s.wantText(t, "new8", "x")
	if ledger := s.read(t, ".mdck/ledger.jsonl"); strings.Count(ledger, "\n") != 2 {
		t.Errorf("the ledger is %q, want a line for each write", ledger)
	}
	s.wantText(t, ".mdck/.gitignore", "*\n")
}

func TestErrorOfChange(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	wrong := errors.New("over budget")
	_, err := s.Update(func(Old) (Change, error) { return Change{Files: []File{{"a", "b"}}}, wrong })
	if err != wrong {
		t.Errorf("error is %v, want %v", err, wrong)
	}
	s.wantText(t, "a", "a")
}

func TestPanicInChangeFreesTheLock(t *testing.T) {
	s := dirWith(t, nil)
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Update(func(Old) (Change, error) { panic("bug") })
	}()
	s.Wait = time.Millisecond
	_, err := s.set("a", "a")
	must(t, err)
}

func TestNamesThatCannotBeChanged(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a", "folder/x": "x"})
	other := t.TempDir()
	must(t, os.WriteFile(filepath.Join(other, "far"), []byte("far"), 0o644))
	for link, to := range map[string]string{
		"far": filepath.Join(other, "far"), "away": other, "dangling": "nowhere",
		"again": "a", "inward": ".mdck/ledger.jsonl", "loop": "loop",
	} {
		must(t, os.Symlink(to, filepath.Join(s.Dir, link)))
	}
	s.write(t, ".mdck/ledger.jsonl", "")
	for _, names := range [][]string{
		{""}, {"."}, {".."}, {"../a"}, {"/a"}, {"a/../b"}, {"folder/"}, {"a\x00b"}, {".mdck/lock"}, {".MDCK/x"}, {"folder/.mdck/x"},
		{"folder"}, {"a/b"}, {"a/b/c"}, {"far"}, {"away/new"}, {"dangling"}, {"dangling/x"}, {"inward"}, {"loop"},
		{"a", "a"}, {"a", "again"}, {"n", "n/m"}, {"n/m", "n"},
	} {
		var files []File
		for _, name := range names {
			files = append(files, File{name, "new"})
		}
		_, err := s.Update(func(Old) (Change, error) { return Change{Files: files}, nil })
		if err == nil || !strings.Contains(err.Error(), strconv.Quote(names[len(names)-1])) {
			t.Errorf("files %q: want an error that names the file, found %v", names, err)
		}
	}
	s.wantText(t, "a", "a")
	s.FollowOutside = true
	for _, name := range []string{"far", "away/new"} {
		_, err := s.set(name, "new")
		must(t, err)
		s.wantText(t, name, "new")
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) != 2 {
		t.Errorf("other directory contains %v (%v)", entries, err)
	}
}

func TestPlantedLinks(t *testing.T) {
	for _, name := range []string{"", "lock", "txn", "ledger.jsonl", "backups", "archive"} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "a"})
			if name != "" {
				must(t, os.Mkdir(filepath.Join(s.Dir, home), 0o755))
			}
			other := t.TempDir()
			target := filepath.Join(other, "precious")
			must(t, os.WriteFile(target, []byte("precious"), 0o644))
			if name == "" || name == "backups" || name == "archive" {
				target = other
			}
			must(t, os.Symlink(target, filepath.Join(s.Dir, home, name)))
			_, err := s.Update(func(Old) (Change, error) {
				return Change{Files: []File{{"a", "A"}}, Archive: []source.Named{{Name: "x", Text: "x"}}, Ledger: []Entry{{Path: "a"}}}, nil
			})
			var locked *lock.LockedError
			if err == nil || errors.As(err, &locked) {
				t.Errorf("want an error about the link, found %v", err)
			}
			entries, err := os.ReadDir(other)
			raw, err2 := os.ReadFile(filepath.Join(other, "precious"))
			if len(entries) != 1 || string(raw) != "precious" {
				t.Errorf("the other directory contains %v, its file %q (%v, %v)", entries, raw, err, err2)
			}
			s.wantText(t, "a", "a")
		})
	}
}

func TestDirectoryThatCannotBeWritten(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	_, err := s.set("b", "b") // creates .mdck
	must(t, err)
	s.FS = readOnly{}
	_, err = s.set("a", "A")
	if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "cannot create a file in") {
		t.Errorf("error is %v", err)
	}
	s.wantText(t, "a", "a")
	s.Dir = filepath.Join(s.Dir, "missing")
	if _, err := s.set("a", "A"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}

// readOnly is a file system without writing, because permissions do not stop root.
type readOnly struct{ disk.System }

func (readOnly) OpenFile(name string, _ int, _ os.FileMode) (disk.Handle, error) {
	return nil, &os.PathError{Op: "open", Path: name, Err: syscall.EACCES}
}

func increment(s Store) error {
	_, err := s.Update(func(old Old) (Change, error) {
		text, _, err := old("count")
		if err != nil {
			return Change{}, err
		}
		n, err := strconv.Atoi(text)
		return Change{Files: []File{{"count", strconv.Itoa(n + 1)}}}, err
	})
	return err
}

func TestGoroutinesCount(t *testing.T) {
	s := dirWith(t, map[string]string{"count": "0"})
	s.Wait = time.Minute
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := increment(s); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.wantText(t, "count", "50")
}

func TestProcessesCount(t *testing.T) {
	t.Parallel() // it mostly waits
	s := dirWith(t, map[string]string{"count": "0"})
	var children []*exec.Cmd
	for range 4 {
		c := child(s.Dir, "count", "10")
		must(t, c.Start())
		children = append(children, c)
	}
	for _, c := range children {
		must(t, c.Wait())
	}
	s.wantText(t, "count", "40")
}

func TestLockedNamesHolder(t *testing.T) {
	s := dirWith(t, nil)
	holder := child(s.Dir, "hold", "0")
	out, err := holder.StdoutPipe()
	must(t, err)
	must(t, holder.Start())
	defer func() { _ = holder.Wait() }()
	_, err = bufio.NewReader(out).ReadString('\n')
	must(t, err)
	s.Wait = 20 * time.Millisecond
	_, err = s.set("a", "x")
	locked, ok := errors.AsType[*lock.LockedError](err)
	if !ok || locked.Waited != s.Wait || locked.Stale != 0 {
		t.Fatalf("want a LockedError, found %v", err)
	}
	if want := fmt.Sprintf("%q, process %d on ", "child hold", holder.Process.Pid); !strings.HasPrefix(locked.Holder, want) || !strings.Contains(err.Error(), want) {
		t.Errorf("error does not name the holder: %v", err)
	}
	// The lock ends with the process.
	must(t, holder.Process.Kill())
	s.Wait = time.Minute
	_, err = s.set("a", "x")
	must(t, err)
}

type unflushed = faults.Unflushed

type noSwap struct{ unflushed }

func (noSwap) Swap(string, string) error { return errors.ErrUnsupported }
