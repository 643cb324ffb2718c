package change

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func TestBegins(t *testing.T) {
	for _, e := range []struct{ state, branch, want string }{
		{"", "", "**Issue:** none\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** none\n"},
		{"", "me/cia-7-x", "**Issue:** CIA-7\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** none\n"},
		{`{"linearIssue": "CIA-9", "executionMode": "tdd"}`, "cia-7", "**Issue:** CIA-9\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** exec:tdd\n"},
		{`{"linearIssue": "the header", "executionMode": "turbo"}`, "", "**Issue:** none\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** (none)\n"},
		{`{"linearIssue": 9`, "cia-7", "**Issue:** CIA-7\n**Session:** 2026-11-21T08:00:00Z\n**Execution Mode:** none\n"},
	} {
		dir := t.TempDir()
		if e.state != "" {
			if err := os.WriteFile(filepath.Join(dir, ccc.StateFile), []byte(e.state), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		target := workspace.Finder{Table: protocols.Default()}.Target(protocol.Target{Protocol: ccc.Name, Root: dir, Main: ccc.ProgressFile, State: ccc.StateFile})
		w := queue(&target, "a")
		w.edit.Branch = e.branch
		made, err := w.update()
		if err != nil || made.Files[0].Exists || !strings.Contains(made.Files[0].After, e.want) {
			t.Errorf("state %s, branch %q: %v, %+v, want %q", e.state, e.branch, err, made, e.want)
		}
	}
}
