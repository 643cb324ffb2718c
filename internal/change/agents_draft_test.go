package change

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

func TestUpdates(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, statusFile: status})
	e.Store.Wait = time.Minute
	var all sync.WaitGroup
	const writers = 20
	for i := range writers {
		all.Go(func() {
			if _, err := e.do(beat(fmt.Sprint("step ", i))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	c, err := agents.Parse(file, e.text(t, file))
	must(t, err)
	if got := len(c.Items(agents.CompletedKey)); got != writers+1 {
		t.Errorf("%d steps are completed, want %d", got, writers+1)
	}
	names := e.list(t, agents.BackupDir)
	if len(names) != agents.KeptBackups {
		t.Errorf("backups are %q", names)
	}
	newest, err := agents.Parse(file, e.text(t, agents.BackupDir+"/"+agents.Backups("secondary_a.json", names)[0]))
	must(t, err)
	if got := len(newest.Items(agents.CompletedKey)); got != writers {
		t.Errorf("the newest backup has %d steps, want %d", got, writers)
	}
	if found := leftOver(t, e); len(found) > 0 {
		t.Errorf("left over: %q", found)
	}
}

func TestModeOfCopies(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	must(t, os.Chmod(filepath.Join(e.Root, file), 0o600))
	_, err := e.do(beat("two"))
	must(t, err)
	_, err = e.do(takeover)
	must(t, err)
	for _, pattern := range []string{"agent_checkpoints/backups/*", "agent_checkpoints/*_crashed_*"} {
		found, _ := filepath.Glob(filepath.Join(e.Root, pattern))
		for _, name := range found {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: mode %v (%v)", name, info.Mode(), err)
			}
		}
		if len(found) != 1 {
			t.Errorf("%s: %q", pattern, found)
		}
	}
}

func TestAgentsPreview(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, statusFile: status})
	was := visible(t, &e.Writer)
	seen, err := e.Preview(agents.Edit(beat("two")))
	must(t, err)
	if got := visible(t, &e.Writer); len(got) != len(was) || got[file] != agentSample {
		t.Errorf("the files are %v", got)
	}
	if _, err := os.Stat(filepath.Join(e.Root, ".mdck")); err == nil {
		t.Error("a dry job makes .mdck")
	}
	made, err := e.do(beat("two"))
	must(t, err)
	for i, f := range made.Reported() {
		if got := seen.Reported()[i]; got.Name != f.Name || got.After != f.After || e.text(t, f.Name) != f.After {
			t.Errorf("%s would be %q, and is %q", got.Name, got.After, e.text(t, f.Name))
		}
	}
}

func TestAborted(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample})
	_, err := e.do(func(d *agents.Draft) {
		beat("two")(d)
		e.set(t, file, "{}")
	})
	if !errors.Is(err, safefile.ErrChanged) || e.text(t, file) != "{}" {
		t.Errorf("got %v and %q", err, e.text(t, file))
	}
}

func TestName(t *testing.T) {
	e := epicWith(t, map[string]string{
		file: agentSample, "agent_checkpoints/secondary-h.json": `{"agent_id": "Secondary-H"}`, "agent_checkpoints/secondary-x.json": "{",
		"agent_checkpoints/helper.json": `{"agent_id": "Secondary-Q"}`,
	})
	for asked, want := range map[string]string{
		"Secondary-A": "secondary_a.json", "secondary_a": "secondary_a.json", "SECONDARY A": "secondary_a.json", "secondary_a.json": "secondary_a.json",
		"Secondary-H": "secondary-h.json", "Secondary-X": "secondary-x.json", "secondary-x.json": "secondary-x.json", "Secondary-Q": "helper.json",
		"Secondary-B": "secondary_b.json", "Primary": "primary.json", "Agent-Primary": "primary.json",
		"": "", "..": "", "secondary_a_crashed_1.json": "", "secondary_a_20260115_140000.json": "secondary_a.json", "ä": "",
	} {
		got, err := agents.FindName(tree.Dir(e.Root), asked)
		_, refused := errors.AsType[*protocol.RequestError](err)
		if got != want || refused != (want == "") {
			t.Errorf("Name(%q) is %q, %v, want %q", asked, got, err, want)
		}
	}
}

func TestIDOf(t *testing.T) {
	for asked, want := range map[string]string{
		"secondary_a.json": "Secondary-A", "secondary_a": "Secondary-A", "Secondary-AB": "Secondary-AB", "primary": "Agent-Primary", "Primary": "Agent-Primary", "primary.json": "Agent-Primary",
	} {
		if got := agents.ParseID(asked); got != want {
			t.Errorf("IDOf(%q) is %q, want %q", asked, got, want)
		}
	}
}

// TestLocalTime checks that messages have local time, and checkpoints UTC (D3 row 15).
func TestLocalTime(t *testing.T) {
	zone := time.Local
	time.Local = time.FixedZone("", 3600)
	defer func() { time.Local = zone }()
	e := epicWith(t, map[string]string{file: agentSample})
	_, err := e.do(func(d *agents.Draft) { d.Warn("secondary_a.json", false) })
	must(t, err)
	if text := e.text(t, "agent_comms/primary_to_secondary_a.md"); !strings.Contains(text, "## Message 1 (2026-01-15 16:00) ⏳ UNREAD") || !strings.Contains(text, "at 2026-01-15 15:00 (60 minutes ago)") {
		t.Error(text)
	}
	_, err = e.do(beat("two"))
	must(t, err)
	if e.text(t, "agent_checkpoints/backups/secondary_a_20260115_160000.json") != agentSample {
		t.Error("no backup of that name")
	}
	if text := e.text(t, file); !strings.Contains(text, `"last_checkpoint": "2026-01-15T15:00:00Z"`) {
		t.Error(text)
	}
}
