package change

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

func linked(t *testing.T, e *agentsEpic, dir string) (outside string) {
	t.Helper()
	outside = t.TempDir()
	symlink(t, outside, filepath.Join(e.Root, filepath.FromSlash(dir)))
	return outside
}

func TestBackupsElsewhere(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	outside := linked(t, e, agents.BackupDir)
	for i := range 15 {
		must(t, os.WriteFile(filepath.Join(outside, fmt.Sprintf("secondary_a_20260115_1400%02d.json", i)), []byte(agentSample), 0o644))
	}
	_, err := e.Update(func(*protocol.Reader) (*protocol.Change, error) {
		return &protocol.Change{Surplus: []string{agents.BackupDir + "/secondary_a_20260115_140000.json"}}, nil
	})
	must(t, err)
	if left, err := os.ReadDir(outside); err != nil || len(left) != 15 {
		t.Errorf("%d backups are left, %v", len(left), err)
	}
}

func TestLockElsewhere(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
	outside := linked(t, e, agents.LockDir)
	_, err := e.do(escalate("id"))
	if err == nil {
		t.Error("a lock is taken elsewhere")
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestArchiveLink checks that a link is not archived. Its target may belong to another agent.
func TestArchiveLink(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	link := filepath.Join(e.Root, agents.CheckpointDir, "secondary_z.json")
	symlink(t, filepath.Base(file), link)
	for what, do := range map[string]func(d *agents.Draft){
		"abort": func(d *agents.Draft) { d.Abort("secondary_z.json", "", true) },
		"takeover": func(d *agents.Draft) {
			d.Takeover("secondary_z.json", agents.Takeover{As: "Secondary-Y", Session: "s"})
		},
	} {
		_, err := e.do(do)
		if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused {
			t.Errorf("%s: want a refusal, found %v", what, err)
		}
		if raw, err := os.ReadFile(filepath.Join(e.Root, filepath.FromSlash(file))); err != nil || string(raw) != agentSample {
			t.Errorf("%s: the file that the link leads to: %v", what, err)
		}
	}
}
