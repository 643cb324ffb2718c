package agents

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func TestIntervalIsShort(t *testing.T) {
	c := watchCommand{Interval: time.Nanosecond}
	if err := c.Run(app.Streams{}); err == nil || !strings.Contains(err.Error(), "expected 1s or more") {
		t.Errorf("got %v", err)
	}
}

func TestWatchEndsAsList(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	var out strings.Builder
	c := watchCommand{Interval: time.Minute}
	err := c.watch(ctx, app.Streams{Out: &out, Err: &out}, epicAt(clitest.Known(), t.TempDir(), ""))
	if err == nil || !strings.Contains(err.Error(), "no agents in") || !strings.Contains(out.String(), "no agents\n") {
		t.Errorf("got %v and %q", err, out.String())
	}
}

// TestTooLargeHint checks that the error does not suggest a backup.
func TestTooLargeHint(t *testing.T) {
	e := epicAt(clitest.Known(), t.TempDir(), "")
	backup := filepath.Join(e.target.Root, filepath.FromSlash(agents.BackupDir), "secondary_a_20260115_140000.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(backup), 0o755), os.WriteFile(backup, []byte(`{"agent_id":"Secondary-A"}`), 0o644)); err != nil {
		t.Fatal(err)
	}
	for cause, want := range map[error]bool{jsondoc.ErrTooLarge: false, jsondoc.ErrSyntax: true} {
		file := source.NewFile("agent_checkpoints/secondary_a.json", "x")
		err := e.explain(file.Errorf(0, "%w", cause), "secondary_a.json")
		hints, ok := errors.AsType[*app.Hint](err)
		if ok != want || ok && !strings.Contains(hints.Lines[0], "restore") {
			t.Errorf("%v: %v", cause, err)
		}
	}
}
