package safefile

import (
	"testing"
)

// TestKept holds that a file gets no backup whose text the change keeps elsewhere,
// and one that the change only says it keeps.
func TestKept(t *testing.T) {
	for name, c := range map[string]struct {
		change  Change
		backups int
	}{
		"a copy":           {Change{Files: []File{{"b/copy", "old"}, {"a", "new"}}, Kept: []string{"a"}}, 0},
		"a copy, and gone": {Change{Files: []File{{"b/copy", "old"}}, Gone: []string{"a"}, Kept: []string{"a"}}, 0},
		"the archive":      {Change{Files: []File{{"a", "new"}}, Archive: []Archived{{"a", "old"}}, Kept: []string{"a"}}, 0},
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
