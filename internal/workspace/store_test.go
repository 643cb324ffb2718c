package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mdck/internal/change"
	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func target(t *testing.T, name string) *workspace.Target {
	t.Helper()
	file := filepath.Join(t.TempDir(), filepath.FromSlash(name))
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte("{}\n"), 0o644))
	found, ok := known().Detect(file)
	if !ok {
		t.Fatalf("%s is no checkpoint", name)
	}
	return &found
}

func TestOwns(t *testing.T) {
	never := []string{"README.md", ".git/config", ".git/hooks/post-commit", ".mdck/txn", "../metadata.json", "x/state.json", ".claude/settings.json", ""}
	for _, e := range []struct {
		file      string
		owns, not []string
	}{
		{".ohrfc/rfc-1/checkpoint.md", []string{"checkpoint.md", "state.json", "rfc.md", "evidence.json", ".reviews/summary.json"}, []string{"metadata.json", "EPIC_README.md", "x/STATUS"}},
		{".ccc-progress.md", []string{".ccc-progress.md", ".ccc-state.json"}, []string{"checkpoint.md", "state.json", "metadata.json", "EPIC_README.md"}},
		{"conductor/tracks/t/metadata.json", []string{"metadata.json", "plan.md", "spec.md"}, []string{"state.json", "evaluation-report.md", "x/STATUS"}},
		{"agent_checkpoints/secondary_a.json", []string{"agent_checkpoints/primary.json", "EPIC_README.md", "feature/STATUS", ".ccc-state.json"}, []string{"metadata.json", "agent_checkpoints/x.sh"}},
	} {
		owns := target(t, e.file).Store().Owns
		for _, name := range e.owns {
			if !owns(name) {
				t.Errorf("%s: %s does not change with it", e.file, name)
			}
		}
		for _, name := range append(e.not, never...) {
			if owns(name) {
				t.Errorf("%s: %s changes with it", e.file, name)
			}
		}
	}
}

func TestShared(t *testing.T) {
	epic := target(t, "agent_checkpoints/secondary_a.json")
	session, err := known().At(&ccc.Protocol, epic.Root)
	must(t, err)
	for _, s := range []safefile.Store{epic.Store(), session.Store(), known().Store(epic.Root)} {
		if !s.Owns("agent_checkpoints/secondary_a.json") || !s.Owns(session.Main) {
			t.Error("the files of the other do not change there")
		}
	}
}

func TestNamedByHand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.md")
	must(t, os.WriteFile(file, nil, 0o644))
	for _, protocol := range known().Protocols() {
		found, err := known().As(file, protocol)
		must(t, err)
		rel, err := filepath.Rel(found.Dir(), file)
		must(t, err)
		if s := found.Store(); !s.Owns(filepath.ToSlash(rel)) || s.Owns("README.md") {
			t.Errorf("%s: owns %s: %t, README.md: %t", protocol, rel, s.Owns(filepath.ToSlash(rel)), s.Owns("README.md"))
		}
	}
}

// TestTrack checks that only a track takes the lock of its scripts.
func TestTrack(t *testing.T) {
	if s := change.For(target(t, ".ohrfc/rfc-1/checkpoint.md"), change.Options{}).Store; s.Also != nil {
		t.Error("a second lock without a track")
	}
	track := target(t, "conductor/tracks/t/metadata.json")
	_, err := change.For(track, change.Options{}).Store.Update(func(safefile.Old) (safefile.Change, error) {
		_, err := os.Stat(change.LockOf(track).Path)
		return safefile.Change{}, err
	})
	must(t, err)
	must(t, os.MkdirAll(filepath.Join(track.Dir(), ".mdck"), 0o755))
	must(t, os.WriteFile(filepath.Join(track.Dir(), ".mdck", "txn"), []byte("x"), 0o644))
	must(t, os.Mkdir(filepath.Join(track.Dir(), loop.LockDir), 0o755))
	began := time.Now()
	_, err = change.Recover(track, change.Options{})
	locked, ok := errors.AsType[*lock.LockedError](err)
	if !ok || locked.Waited != 0 || time.Since(began) > 5*time.Second {
		t.Errorf("error %v after %v", err, time.Since(began))
	}
}

func known() workspace.Finder { return workspace.Finder{Table: protocols.Default()} }

func epicAt(root string) *workspace.Target {
	t := known().Target(protocol.Target{Protocol: agents.Name, Root: root, Main: agents.CheckpointDir, Path: agents.CheckpointDir})
	return &t
}
