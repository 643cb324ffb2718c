package change

import (
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/ccc"
)

type elsewhere struct{ disk.System }

func (e elsewhere) ReadFile(name string) ([]byte, error) {
	raw, err := e.System.ReadFile(name)
	if filepath.Base(name) == progress {
		raw = []byte(strings.Replace(string(raw), "- a", "- z", 1))
	}
	return raw, err
}

func TestReadsFromStore(t *testing.T) {
	target := project(t, map[string]string{progress: sample})
	w := queue(target, "c")
	w.Store.FS = elsewhere{}
	var before string
	build := w.edit.Build
	w.edit.Build = func(s *ccc.Session) (*ccc.Change, error) {
		before = s.Progress.Text()
		return build(s)
	}
	_, err := w.update()
	if !strings.Contains(before, "- z") {
		t.Errorf("the text is %q (%v)", before, err)
	}
}
