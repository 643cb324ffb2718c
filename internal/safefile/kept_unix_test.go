//go:build unix

package safefile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mdck/mdcheckpoint/source"
)

func TestPlantedCopies(t *testing.T) {
	for name, plant := range map[string]func(path string) error{
		"pipe":    func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"endless": func(path string) error { return os.Symlink("/dev/zero", path) },
		"itself":  func(path string) error { return os.Symlink(filepath.Join("..", "..", "a"), path) },
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "a", "b": "b"})
			_, err := s.set("b", "B") // creates .mdck
			must(t, err)
			_, err = s.set("b", "")
			must(t, err)
			for _, own := range []string{backupsDir + "/" + backupName("a", 1, hash("a")), archiveDir + "/0001-x", backupsDir + "/" + backupName("b", 9, hash("b"))} {
				must(t, plant(filepath.Join(s.Dir, home, filepath.FromSlash(own))))
			}
			r, err := s.Update(func(Old) (Change, error) {
				return Change{Files: []File{{"a", "A"}, {"b", "b"}}, Archive: []source.Named{{Name: "x", Text: "a"}}}, nil
			})
			must(t, err)
			for _, rel := range append(r.Backups, r.Archived...) {
				if info, err := os.Lstat(filepath.Join(s.Dir, filepath.FromSlash(rel))); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%q is no copy (%v)", rel, err)
				}
			}
			if len(r.Backups) != 2 || len(r.Archived) != 1 {
				t.Errorf("copies are %q and %q", r.Backups, r.Archived)
			}
		})
	}
}
