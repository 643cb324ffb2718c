package change

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

var agentsNow = time.Date(2026, 1, 15, 15, 0, 0, 0, time.UTC)

const (
	file        = "agent_checkpoints/secondary_a.json"
	agentSample = `{
  "agent_id": "Secondary-A",
  "feature": "feature_02",
  "stage": "S2.P1",
  "last_checkpoint": "2026-01-15T14:00:00Z",
  "status": "IN_PROGRESS",
  "completed_steps": ["one"],
  "mine": 1.50
}
`
	statusFile = "feature_02/STATUS"
	status     = "STAGE: none\nUPDATED: never\n"
	readme     = "# Epic\n<!-- BEGIN SECONDARY-A PROGRESS -->\n<!-- END SECONDARY-A PROGRESS -->\n"
)

type agentsEpic struct {
	Writer
	Root string
}

func agentsAt(root string) *agentsEpic {
	t := workspace.Finder{Table: protocols.Default()}.Target(protocol.Target{Protocol: agents.Name, Root: root, Main: agents.CheckpointDir, Path: agents.CheckpointDir})
	store := t.Store()
	store.RestoresText, store.FS = true, quick()
	return &agentsEpic{Writer{Store: store, target: t, Options: Options{Clock: func() time.Time { return agentsNow }}}, root}
}

func epicWith(t *testing.T, files map[string]string) *agentsEpic {
	t.Helper()
	e := agentsAt(t.TempDir())
	must(t, os.Mkdir(filepath.Join(e.Root, agents.CheckpointDir), 0o755))
	for name, text := range files {
		e.set(t, name, text)
	}
	return e
}

func (e *agentsEpic) do(build func(*agents.Draft)) (*Made, error) {
	return e.Update(agents.Edit(build))
}

func (e *agentsEpic) list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(e.Root, filepath.FromSlash(dir)))
	if !errors.Is(err, fs.ErrNotExist) {
		must(t, err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func (e *agentsEpic) set(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(e.Root, filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func (e *agentsEpic) text(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(e.Root, filepath.FromSlash(name)))
	if !errors.Is(err, fs.ErrNotExist) {
		must(t, err)
	}
	return string(raw)
}

func beat(done string) func(*agents.Draft) {
	return func(d *agents.Draft) {
		d.Beat("secondary_a.json", agents.Beat{ID: "Secondary-A", Session: "s", Done: []string{done}}, false)
	}
}

func takeover(d *agents.Draft) {
	d.Takeover("secondary_a.json", agents.Takeover{As: "Secondary-C", Session: "s2", Notes: "it is gone"})
}

func leftOver(t *testing.T, e *agentsEpic) (found []string) {
	t.Helper()
	must(t, filepath.WalkDir(e.Root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && (filepath.Ext(name) == ".tmp" || d.Name() == "txn") {
			found = append(found, name)
		}
		return err
	}))
	return found
}

func symlink(t testing.TB, target, name string) {
	t.Helper()
	err := os.Symlink(target, name)
	if err != nil && runtime.GOOS == "windows" {
		t.Skip(err)
	}
	must(t, err)
}
