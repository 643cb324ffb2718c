package safefile

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

func TestLeftoversAreCleaned(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a", "sub/b": "b"})
	one := &txn{Store: s}
	ours := []string{
		one.tempPrefix(s.Dir) + "0123456789abcdef.tmp",
		"sub/" + one.tempPrefix(filepath.Join(s.Dir, "sub")) + "0123456789abcdef.tmp",
		".mdck/" + one.tempPrefix(filepath.Join(s.Dir, home)) + "0123456789abcdef.tmp",
	}
	others := []string{
		".mdck-x.tmp", "x.tmp", one.tempPrefix(s.Dir) + "0123456789abcde.tmp",
		"sub/" + one.tempPrefix(s.Dir) + "0123456789abcdef.tmp",
	}
	for _, name := range slices.Concat(ours, others) {
		s.write(t, name, "x")
	}
	_, err := s.set("sub/b", "B")
	must(t, err)
	for i, name := range slices.Concat(ours, others) {
		_, err := os.Stat(filepath.Join(s.Dir, name))
		if is, want := err == nil, i >= len(ours); is != want {
			t.Errorf("%q exists: %v, want %v", name, is, want)
		}
	}
}

func TestBackupsRotate(t *testing.T) {
	s := dirWith(t, map[string]string{"sub/a%": "0"})
	s.write(t, ".mdck/backups/sub%2Fa%25.notes", "of somebody else")
	for i := 1; i <= 15; i++ {
		r, err := s.set("sub/a%", strconv.Itoa(i))
		must(t, err)
		s.wantText(t, r.Backups[0], strconv.Itoa(i-1))
	}
	found, err := s.Backups("sub/a%")
	must(t, err)
	if len(found) != 10 {
		t.Fatalf("there are %d backups, want 10", len(found))
	}
	for i, b := range found {
		text := strconv.Itoa(14 - i)
		want := fmt.Sprintf(".mdck/backups/sub%%2Fa%%25.%06d.%s", 15-i, hash(text)[:8])
		if b.Path != want || b.Seq != 15-i || b.Hash != hash(text)[:8] {
			t.Errorf("backup %d is %+v, want %q", i, b, want)
		}
		s.wantText(t, b.Path, text)
	}
	s.wantText(t, ".mdck/backups/sub%2Fa%25.notes", "of somebody else")
}

func TestBackupOfALongName(t *testing.T) {
	name := strings.Repeat("directory/", 30) + "é.md"
	s := dirWith(t, map[string]string{name: "old"})
	r, err := s.set(name, "new")
	must(t, err)
	s.wantText(t, r.Backups[0], "old")
}

func TestArchiveKeepsAll(t *testing.T) {
	s := dirWith(t, nil)
	s.write(t, ".mdck/archive/0041-of-old.md", "0")
	for i := range 12 {
		r, err := s.Update(func(Old) (Change, error) {
			return Change{Archive: []source.Named{{Name: "round-1.md", Text: strconv.Itoa(i)}, {Name: "round-1.md", Text: "the same"}}, Ledger: []Entry{{Path: "p"}}}, nil
		})
		must(t, err)
		s.wantText(t, r.Archived[0], strconv.Itoa(i))
		s.wantText(t, r.Archived[1], "the same")
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir, home, archiveDir))
	if err != nil || len(entries) != 14 || entries[0].Name() != "0041-of-old.md" || entries[1].Name() != "0042-round-1.md" {
		t.Errorf("archive contains %v (%v)", entries, err)
	}
	if lines, err := s.Ledger(); err != nil || len(lines) != 12 {
		t.Errorf("the ledger has %d equal lines (%v), want one for each write", len(lines), err)
	}
	for _, name := range []string{"", ".", "..", "a/b", "../x", "/x"} {
		_, err := s.Update(func(Old) (Change, error) { return Change{Archive: []source.Named{{Name: name, Text: "x"}}}, nil })
		var wrong *FileError
		if !errors.As(err, &wrong) {
			t.Errorf("archive name %q: error is %v", name, err)
		}
	}
}

func TestNothingThroughLink(t *testing.T) {
	for _, class := range []string{backupsDir, archiveDir} {
		s := dirWith(t, map[string]string{"a": "old"})
		elsewhere := t.TempDir()
		must(t, os.Mkdir(filepath.Join(s.Dir, home), 0o755))
		must(t, os.Symlink(elsewhere, filepath.Join(s.Dir, home, class)))
		if _, err := s.Update(func(Old) (Change, error) {
			return Change{Files: []File{{"a", "new"}}, Archive: []source.Named{{Name: "x", Text: "old"}}}, nil
		}); err == nil || !strings.Contains(err.Error(), "is not a directory") {
			t.Errorf("%s: error is %v", class, err)
		}
		s.wantText(t, "a", "old")
		if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
			t.Errorf("%s: there is %v elsewhere (%v)", class, entries, err)
		}
	}
}

func TestBackupTwice(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	s.write(t, path.Join(home, backupsDir, backupName("a", 1, hash("old"))), "old")
	s.write(t, path.Join(home, backupsDir, backupName("a", 2, hash("old"))), "old")
	_, err := s.set("a", "new")
	must(t, err)
	if all, err := s.Backups("a"); err != nil || len(all) != 1 || all[0].Seq != 2 {
		t.Errorf("backups are %v (%v), want the newer one", all, err)
	}
}

func TestBackupsDirectoryIsFlushed(t *testing.T) {
	sc, m := scenarios()[0], newMemory()
	s := sc.setUp(t, m)
	_, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"first", "makes .mdck"}}, Ledger: []Entry{{Path: "first"}}}, nil
	})
	must(t, err)
	dir, err := m.find(filepath.Join(s.Dir, home))
	must(t, err)
	dir.change(renamed{from: backupsDir})
	must(t, m.SyncDir(filepath.Join(s.Dir, home)))
	_, err = s.Update(sc.change)
	must(t, err)
	m.cut(func() bool { return false })
	sc.checkBackups(t, s)
}

func TestRefusedRotatesNothingOut(t *testing.T) {
	t.Parallel() // it mostly waits
	s := dirWith(t, map[string]string{"a": "0", "b": "0"})
	both := func(text string) (Result, error) {
		return s.Update(func(Old) (Change, error) { return Change{Files: []File{{"a", text}, {"b", text}}}, nil })
	}
	for i := 1; i <= 6; i++ {
		_, err := both(fmt.Sprint(i))
		must(t, err)
	}
	for i := range keptBackups + 3 {
		s.FS = fixed{swaps: new(int)}
		if _, err := both(fmt.Sprint("refused ", i)); !errors.Is(err, errFault) {
			t.Fatalf("error is %v", err)
		}
	}
	s.FS = nil
	for _, name := range []string{"a", "b"} {
		s.checkCopies(t, s.Backups, name, "6", "5", "4", "3", "2", "1", "0")
		var refused []string
		for i := keptBackups + 2; i > 2; i-- {
			refused = append(refused, fmt.Sprint("refused ", i))
		}
		s.checkCopies(t, s.Refused, name, refused...)
	}
}

func TestOneBackupOfEachText(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "0"})
	want, now := []string{}, "0"
	for i := range 30 {
		next := fmt.Sprint((i*i + 1) % 7)
		if next == now {
			continue
		}
		_, err := s.set("a", next)
		must(t, err)
		want = slices.Insert(slices.DeleteFunc(want, func(text string) bool { return text == now }), 0, now)
		now = next
		s.checkCopies(t, s.Backups, "a", want...)
	}
	if len(want) < 4 {
		t.Errorf("%d texts, want 4 and more", len(want))
	}
}

func (s Store) checkCopies(t *testing.T, list func(string) ([]Backup, error), name string, want ...string) {
	t.Helper()
	all, err := list(name)
	must(t, err)
	var got []string
	for _, b := range all {
		text, err := s.Text(b.Path)
		must(t, err)
		got = append(got, text)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("copies of %q are %q, want %q", name, got, want)
	}
}

type noSpace struct{ fixed }

func (f noSpace) Mkdir(name string, mode os.FileMode) error {
	if filepath.Base(name) == refusedDir {
		return errFault
	}
	return f.fixed.Mkdir(name, mode)
}

func TestUnsavedTextIsReported(t *testing.T) {
	for _, stuck := range []bool{false, true} {
		for _, room := range []bool{false, true} {
			s := dirWith(t, map[string]string{"a": "a", "b": "b"})
			f := fixed{stuck: stuck, swaps: new(int)}
			if s.FS = f; !room {
				s.FS = noSpace{f}
			}
			_, err := s.setBoth()
			var unkept []string
			if back, ok := errors.AsType[*UndoneError](err); ok {
				for _, why := range back.Unkept {
					unkept = append(unkept, strings.Split(why, `"`)[1])
				}
				if said := strings.Contains(err.Error(), `the new content of "b" could not be kept`); said == room {
					t.Errorf("room %t: error is %v", room, err)
				}
			}
			want := []string{"a", "b"}
			switch {
			case room, stuck: // texts are saved in .mdck/refused, or in the journal if undoing fails
				want = nil
			}
			if slices.Sort(unkept); !slices.Equal(unkept, want) {
				t.Errorf("stuck %t, room %t: unkept are %q, want %q: %v", stuck, room, unkept, want, err)
			}
		}
	}
}

func TestRefusedModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes here")
	}
	s := dirWith(t, map[string]string{"a": "a"})
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o600))
	_, err := s.Update(func(old Old) (Change, error) {
		_, _, err := old("a")
		s.write(t, "a", "mine")
		return Change{Files: []File{{"a", "A"}, {"n", "N"}}}, err
	})
	back, ok := errors.AsType[*UndoneError](err)
	if !ok || len(back.Kept) != 2 {
		t.Fatalf("error is %v", err)
	}
	for _, kept := range back.Kept {
		info, err := os.Stat(filepath.Join(s.Dir, kept.Path))
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%q has mode %v", kept.Path, info.Mode())
		}
	}
}

// Other versions of mdck read these files, so their names must not change.
func TestBackupNamesStay(t *testing.T) {
	a := strings.Repeat("a", 200)
	for name, want := range map[string]string{
		"x/50%.md": "x%2F50%25.md",
		a:          a,
		a + "a":    a[:182] + "%~a92efd82109373e5",
	} {
		if got := flat(name); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
