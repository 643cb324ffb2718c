package safefile

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
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
		"sub/" + one.tempPrefix(s.Dir) + "0123456789abcdef.tmp", // of a Store in sub
	}
	for _, name := range slices.Concat(ours, others) {
		s.write(t, name, "x")
	}
	_, err := s.set("sub/b", "B")
	must(t, err)
	for i, name := range slices.Concat(ours, others) {
		_, err := os.Stat(filepath.Join(s.Dir, name))
		if is, want := err == nil, i >= len(ours); is != want {
			t.Errorf("%q is there: %v, want %v", name, is, want)
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
			return Change{Archive: []Archived{{"round-1.md", strconv.Itoa(i)}, {"round-1.md", "the same"}}, Ledger: []Entry{{Path: "p"}}}, nil
		})
		must(t, err)
		s.wantText(t, r.Archived[0], strconv.Itoa(i))
		s.wantText(t, r.Archived[1], "the same")
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir, home, archiveDir))
	if err != nil || len(entries) != 14 || entries[0].Name() != "0041-of-old.md" || entries[1].Name() != "0042-round-1.md" {
		t.Errorf("archive holds %v (%v)", entries, err)
	}
	if lines, err := s.Ledger(); err != nil || len(lines) != 12 {
		t.Errorf("the ledger has %d equal lines (%v), want one for each write", len(lines), err)
	}
	for _, name := range []string{"", ".", "..", "a/b", "../x", "/x"} {
		_, err := s.Update(func(Old) (Change, error) { return Change{Archive: []Archived{{name, "x"}}}, nil })
		var wrong *FileError
		if !errors.As(err, &wrong) {
			t.Errorf("archive name %q: error is %v", name, err)
		}
	}
}

// TestNothingThroughLink checks that a directory of ours which is a link, as it may come with a
// repository, is not written through.
func TestNothingThroughLink(t *testing.T) {
	for _, class := range []string{backupsDir, archiveDir} {
		s := dirWith(t, map[string]string{"a": "old"})
		elsewhere := t.TempDir()
		must(t, os.Mkdir(filepath.Join(s.Dir, home), 0o755))
		must(t, os.Symlink(elsewhere, filepath.Join(s.Dir, home, class)))
		if _, err := s.Update(func(Old) (Change, error) {
			return Change{Files: []File{{"a", "new"}}, Archive: []Archived{{"x", "old"}}}, nil
		}); err == nil || !strings.Contains(err.Error(), "is not a directory") {
			t.Errorf("%s: error is %v", class, err)
		}
		s.wantText(t, "a", "old")
		if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
			t.Errorf("%s: there is %v elsewhere (%v)", class, entries, err)
		}
	}
}

// TestBackupTwice checks that of two backups of one text, which a crash may leave, the older
// goes with the next write.
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

// Somebody tidied .mdck/backups away, and the power is cut after the next
// Update: the backup is there.
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
