package safefile

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile/disk"
)

// deadProcess is one of this host that has ended.
func deadProcess(t *testing.T) lock.Process {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	must(t, cmd.Run())
	id := lock.Self()
	id.PID = cmd.Process.Pid
	return id
}

// TestAbandoned checks which temporary files of those who take no lock go: those of a
// process that is gone, and old ones. It is so for all who come by.
func TestAbandoned(t *testing.T) {
	dead, self := deadProcess(t), lock.Self()
	elsewhere := dead
	elsewhere.Host += "x"
	file := func(id lock.Process) string { return aloneName(id) + "01234567.tmp" }
	files := map[string]bool{ // whether they stay
		file(dead): false, file(self): true, file(elsewhere): true, "old" + file(elsewhere): true,
		strings.Replace(file(elsewhere), "01234567", "76543210", 1):                false, // of yesterday
		strings.Replace(file(dead), "01234567", "0123456", 1):                      true,
		strings.TrimSuffix(file(dead), ".tmp"):                                     true,
		fmt.Sprintf("%s%s-0%d-01234567.tmp", alonePrefix, hash("x")[:8], dead.PID): true,
	}
	for name, by := range map[string]func(s Store) (Found, error){
		"Create": func(s Store) (Found, error) { return Create(filepath.Join(s.Dir, "new"), "x") },
		"Update": func(s Store) (Found, error) { r, err := s.set("a", "b"); return r.Found, err },
	} {
		s := dirWith(t, map[string]string{"a": "a"})
		for file := range files {
			s.write(t, file, "x")
			if strings.Contains(file, "76543210") {
				past := time.Now().Add(-longest - time.Hour)
				must(t, os.Chtimes(filepath.Join(s.Dir, file), past, past))
			}
		}
		if found, err := by(s); err != nil || !found.Dropped {
			t.Errorf("%s: it found %+v (%v)", name, found, err)
		}
		for file, stays := range files {
			if _, err := os.Lstat(filepath.Join(s.Dir, file)); (err == nil) != stays {
				t.Errorf("%s: %q is there: %v, want %v", name, file, err == nil, stays)
			}
		}
	}
}

// A besides has an Update run in the same directory just before a file gets its name.
type besides struct {
	disk.System
	update func()
}

func (m besides) Rename(from, to string) error { m.update(); return m.System.Rename(from, to) }

// TestAloneBesideUpdate checks that an Update takes nothing away which somebody without a
// lock writes at that moment, in any of the directories that it cleans.
func TestAloneBesideUpdate(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	_, err := s.set("a", "b")
	must(t, err)
	turn := 0
	update := func() {
		turn++
		_, err := s.set("a", fmt.Sprint(turn))
		must(t, err)
	}
	noting := s
	noting.FS = besides{update: update}
	must(t, noting.Note("note", "x"))
	beside := &txn{fs: noting.FS, root: s.Dir, alone: true}
	for _, name := range []string{"b", home + "/b", home + "/" + backupsDir + "/b", home + "/" + archiveDir + "/b"} {
		temp := beside.tempName(filepath.Join(s.Dir, filepath.FromSlash(name)))
		must(t, beside.fill(temp, "x", attributes{}))
		must(t, noting.FS.Rename(temp, filepath.Join(s.Dir, filepath.FromSlash(name))))
		s.wantText(t, name, "x")
	}
	if turn != 5 {
		t.Errorf("%d updates came between, want 5", turn)
	}
}

// TestCreateHere checks that nothing is written in the directory above that of the file.
func TestCreateHere(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	must(t, os.Mkdir(inner, 0o755))
	one := &txn{fs: OS(), root: inner, alone: true}
	if got := filepath.Dir(one.tempName(filepath.Join(inner, "a"))); got != inner {
		t.Errorf("the temporary file lies in %q, want %q", got, inner)
	}
	before, err := os.Stat(dir)
	must(t, err)
	_, err = Create(filepath.Join(inner, "a"), "x")
	must(t, err)
	if after, err := os.Stat(dir); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the directory above was changed (%v)", err)
	}
}
