package agentdir

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mdck/mdcheckpoint/agents"
)

// linked makes dir of the epic a link to a directory elsewhere, and gives that.
func linked(t *testing.T, e *Epic, dir string) (outside string) {
	t.Helper()
	outside = t.TempDir()
	if err := os.Symlink(outside, filepath.Join(e.Root, filepath.FromSlash(dir))); err != nil {
		t.Skip(err) // no links here
	}
	return outside
}

// TestBackupsElsewhere holds that no backups are taken away where a link leads out of
// the epic.
func TestBackupsElsewhere(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample})
	outside := linked(t, e, agents.BackupDir)
	for i := range 15 {
		must(t, os.WriteFile(filepath.Join(outside, fmt.Sprintf("secondary_a_20260115_1400%02d.json", i)), []byte(sample), 0o644))
	}
	_, err := e.Do(job(), func(d *Draft) error {
		if d.surplus = agents.Surplus("secondary_a.json", d.backups); len(d.surplus) == 0 {
			t.Error("none is too many")
		}
		return nil
	})
	must(t, err)
	if left, err := os.ReadDir(outside); err != nil || len(left) != 15 {
		t.Errorf("%d backups are left, %v", len(left), err)
	}
}

// TestLockElsewhere holds that the lock of the protocol is not taken where a link leads.
func TestLockElsewhere(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
	outside := linked(t, e, agents.LockDir)
	_, err := e.Do(job(), func(d *Draft) error { return d.holdEpic(t.Context(), "id", "test") })
	if err == nil {
		t.Error("a lock is taken elsewhere")
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
