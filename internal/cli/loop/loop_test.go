package loop

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/lock"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

const plainTrack = `{"loop_state": {"current_step": "PLAN", "step_status": "IN_PROGRESS", "checkpoints": {}}}`

func trackHere(t *testing.T, text string) *workspace.Target {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "conductor", "tracks", "t")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	clitest.WriteText(t, filepath.Join(dir, loop.MetadataFile), text)
	target, ok := clitest.Known().Within(dir)
	if !ok {
		t.Fatal("no track")
	}
	return &target
}

func TestTrackChangedMeanwhile(t *testing.T) {
	target := trackHere(t, plainTrack)
	const theirs = `{"theirs": 1}`
	var out, talk bytes.Buffer
	flags := &trackFlags{}
	flags.Pick.Table = protocols.Default()
	if err := flags.Load(); err != nil {
		t.Fatal(err)
	}
	config, err := flags.Pick.ConfigFor(target)
	if err != nil {
		t.Fatal(err)
	}
	w := flags.Writer(app.Streams{Out: &out, Err: &talk}, "loop pass", *target, &workspace.Settings{Config: config})
	err = w.Write(func(read *protocol.Reader) (*protocol.Change, error) {
		if !app.Exists(filepath.Join(target.Dir(), loop.LockDir, loop.OwnerFile)) {
			t.Error("the lock is not held")
		}
		change, err := loop.Edit(target.Main, loop.Request{Verb: "pass"})(read)
		clitest.WriteText(t, target.File(target.Main), theirs)
		return change, err
	})
	if got := app.PrintErrors(err, app.Streams{Err: &talk}); got != app.Findings || out.Len() > 0 || !strings.Contains(talk.String(), "changed by another program in the meantime") {
		t.Errorf("status %d\n%s%s", got, out.String(), talk.String())
	}
	if clitest.TextOf(target.File(target.Main)) != theirs {
		t.Error("the text of the other program was overwritten")
	}
	if app.Exists(filepath.Join(target.Dir(), loop.LockDir)) {
		t.Error("the lock is left")
	}
}

func TestTrackStore(t *testing.T) {
	target := trackHere(t, plainTrack)
	if err := os.Mkdir(filepath.Join(target.Dir(), loop.LockDir), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := change.For(target, change.Options{Clock: time.Now, Wait: -1}).Update(nil)
	if _, ok := errors.AsType[*lock.LockedError](err); !ok {
		t.Errorf("error %v", err)
	}
	if name := target.InStore(target.Main); name != loop.MetadataFile {
		t.Errorf("in the store the metadata is %q", name)
	}
}
