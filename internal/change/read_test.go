package change

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestReaderFacts(t *testing.T) {
	w := limitsWith(t, map[string]string{"x": "1", "y": "1"})
	if f, err := w.Reader().Facts(); err == nil {
		t.Errorf("outside of any repository: %+v", f)
	}
	cmd := exec.Command("git", "init", "--quiet", "-b", "topic", filepath.Clean(w.Store.Dir))
	must(t, cmd.Run())
	f, err := w.Reader().Facts()
	must(t, err)
	if f.Branch != "topic" || f.Head != "" || !slices.Equal(f.Dirty, []string{"y"}) || !f.Time.Equal(time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)) {
		t.Errorf("got %+v", f)
	}
}
