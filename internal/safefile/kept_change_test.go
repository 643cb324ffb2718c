package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/source"
)

func TestKept(t *testing.T) {
	for name, c := range map[string]struct {
		change  Change
		backups int
	}{
		"a copy":           {Change{Files: []File{{"b/copy", "old"}, {"a", "new"}}, Kept: []string{"a"}}, 0},
		"a copy, and gone": {Change{Files: []File{{"b/copy", "old"}}, Gone: []string{"a"}, Kept: []string{"a"}}, 0},
		"the archive":      {Change{Files: []File{{"a", "new"}}, Archive: []source.Named{{Name: "a", Text: "old"}}, Kept: []string{"a"}}, 0},
		"another text":     {Change{Files: []File{{"b/copy", "older"}, {"a", "new"}}, Kept: []string{"a"}}, 1},
		"too late":         {Change{Files: []File{{"a", "new"}, {"b/copy", "old"}}, Kept: []string{"a"}}, 1},
		"nothing":          {Change{Files: []File{{"a", "new"}}, Kept: []string{"a"}}, 1},
		"not asked for":    {Change{Files: []File{{"b/copy", "old"}, {"a", "new"}}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "old"})
			_, err := s.Update(func(Old) (Change, error) { return c.change, nil })
			must(t, err)
			found, err := s.Backups("a")
			must(t, err)
			if len(found) != c.backups {
				t.Errorf("%d backups, want %d: %v", len(found), c.backups, found)
			}
		})
	}
}

func TestGoneLink(t *testing.T) {
	s := dirWith(t, map[string]string{"real": "old"})
	link := filepath.Join(s.Dir, "a")
	symlink(t, "real", link)
	_, err := s.Update(func(Old) (Change, error) { return Change{Gone: []string{"a"}}, nil })
	must(t, err)
	for _, name := range []string{"a", "real"} {
		if _, err := os.Lstat(filepath.Join(s.Dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

type noRename struct {
	disk.System
	name string
}

func (s noRename) Swap(one, other string) error {
	if filepath.Base(other) == s.name {
		return errors.New("stuck")
	}
	return s.System.Swap(one, other)
}

func TestEarlierUnfinished(t *testing.T) {
	s := interrupted(t)
	s.FS = noRename{name: "b"}
	_, err := s.Update(func(Old) (Change, error) { return Change{Files: []File{{"c", "new"}}}, nil })
	if e, ok := errors.AsType[*UnfinishedError](err); !ok || !e.Earlier || !strings.HasPrefix(e.Error(), "nothing was done") || !strings.Contains(e.Error(), `"b"`) || e.Journal == "" {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "c")); err == nil {
		t.Error("c was made")
	}
}
