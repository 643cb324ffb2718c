package change

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/source"
)

type reader struct {
	disk.System
	read *int
}

func (r reader) ReadFile(name string) ([]byte, error) {
	text, err := r.System.ReadFile(name)
	*r.read += len(text)
	return text, err
}

func TestLargeIsNotRead(t *testing.T) {
	large := strings.Repeat("x", 4*source.MaxSize)
	e := epicWith(t, map[string]string{file: large, agents.BackupDir + "/secondary_a_20260115_140000.json": agentSample})
	read := 0
	e.Store.FS = reader{read: &read}
	if _, err := e.do(beat("more")); !errors.Is(err, source.ErrTooLarge) || read > source.MaxSize {
		t.Errorf("%d bytes were read, and the error is %v", read, err)
	}
	if e.text(t, file) != large {
		t.Error("the file changed")
	}
	made, err := e.do(func(d *agents.Draft) { d.Restore("secondary_a.json", "") })
	must(t, err)
	if e.text(t, file) != agentSample || len(made.Archived) != 1 {
		t.Errorf("restored %.60q, with %v aside", e.text(t, file), made.Archived)
	}
}

func TestLargeLock(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: strings.Repeat("{", 4*source.MaxSize)})
	e.Store.Wait = -1
	path := filepath.Join(e.Root, agents.EpicLock)
	if _, err := e.do(escalate("me")); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("got %v", err)
	}
	must(t, os.Chtimes(path, agentsNow.Add(-agents.LockLasts), agentsNow.Add(-agents.LockLasts)))
	if _, err := e.do(escalate("me")); err != nil {
		t.Errorf("got %v", err)
	}
}
