package bootstrap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/loop"
)

func longAgent(files, steps int) string {
	var names, done []string
	for i := range files {
		names = append(names, fmt.Sprintf(`"src/f%d.go"`, i))
	}
	for i := range steps {
		done = append(done, fmt.Sprintf(`"step %d"`, i))
	}
	text := inAgent(`"feature_02/spec.md", "EPIC_README.md"`, strings.Join(names, ", "))
	return strings.Replace(text, `"S2.P1 complete", "sections 1 to 4"`, strings.Join(done, ", "), 1)
}

func TestLongAgent(t *testing.T) {
	asked := 0
	s := agents.Restart(bootstrap.Input{Tree: epic(agentPath, longAgent(12_000, 18_000)), Path: agentPath, Repository: bootstrap.Repository{ChangedAfter: func(_ time.Time, names []string) []string {
		asked = len(names)
		return nil
	}}})
	text := s.Text(asIs)
	for _, want := range []string{"Note: 2000 claims not verified: mdck verifies at most 10000 claims per file\n", "and 9800 more: mdck verify\n", "  - and 11800 more in files_modified\n", "    and 17800 more\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if len(text) > 64<<10 || asked > bootstrap.MaxFiles+5 || len(s.Missing()) != bootstrap.MaxFiles {
		t.Errorf("%d bytes, %d files asked for, %d missing", len(text), asked, len(s.Missing()))
	}
}

func TestSmallPack(t *testing.T) {
	pack := agents.Restart(bootstrap.Input{Tree: epic(agentPath, longAgent(50, 3)), Path: agentPath}).Pack(bootstrap.MinPackBytes, asIs)
	if !strings.Contains(pack, "\nGo on with section 5.\n") || strings.Count(pack, "\n- stale: ") != 1 || !strings.Contains(pack, "- and 49 more: mdck verify\n") {
		t.Errorf("got\n%s", pack)
	}
}

func TestTrackRecorded(t *testing.T) {
	metadata := `{"version": 3, "track_id": "login_20260213", "loop_state": {"current_step": "FIX", "step_status": "IN_PROGRESS", "checkpoints": {
		"EVALUATE_EXECUTION": {"status": "FAILED", "notes": "ERROR: two tests fail\n# heading", "failure_items": ["the header is cut"]},
		"FIX": {"status": "IN_PROGRESS", "issues_total": 3, "issues_fixed": 1, "current_issue": "the header is cut"}}}}`
	s := loop.Restart(bootstrap.Input{Tree: track(trackPath, metadata), Path: trackPath})
	for _, form := range []string{s.Text(asIs), s.Pack(bootstrap.DefaultPackBytes, asIs)} {
		for _, want := range []string{"- current_issue the header is cut\n", "- issues_fixed 1 of 3\n", "- the header is cut\n", "- EVALUATE_EXECUTION noted: ERROR: two tests fail # heading\n"} {
			if !strings.Contains(form, want) {
				t.Errorf("want %q in\n%s", want, form)
			}
		}
	}
	checkForms(t, s)
}

// TestDrives checks that a path of another operating system is not looked up.
func TestDrives(t *testing.T) {
	text := agents.Restart(bootstrap.Input{Tree: epic(agentPath, inAgent(`"EPIC_README.md"`, `"C:\\x\\y"`)), Path: agentPath}).Text(asIs)
	if !strings.Contains(text, "  C:/x/y (outside the epic)\n") || !strings.Contains(text, "- unverifiable: file \"C:\\\\x\\\\y\", because the path is outside the tree\n") {
		t.Errorf("got\n%s", text)
	}
}
