package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wrote is what an agent is told after it wrote files of dir.
func wrote(t *testing.T, dir string, files ...string) string {
	t.Helper()
	patch := ""
	for _, f := range files {
		patch += "*** Update File: " + f + "\n"
	}
	answer := ask(Codex, "PostToolUse", at(dir), `{"tool_input":{"command":`+quoteJSON(patch)+`}}`)
	checkAnswer(t, Codex, "PostToolUse", answer)
	if len(answer) == 0 {
		return ""
	}
	return shaped(t, Codex, "PostToolUse", answer)
}

// TestUnchecked checks that what could not be checked is told.
func TestUnchecked(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/rfc.md", "x", ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md"), ".ohrfc/x/.mdck/ledger.jsonl", "{\n{\n")
	if got := wrote(t, dir, ".ohrfc/x/checkpoint.md"); !strings.Contains(got, "\nnot checked: .ohrfc/x/checkpoint.md: \"ohrfc/version-not-bumped: ledger, line 1: ") {
		t.Errorf("a broken ledger: %s", got)
	}
	put(t, dir, ".ohrfc/x/evidence.json/f", "")
	if got := wrote(t, dir, ".ohrfc/x/checkpoint.md"); !strings.Contains(got, "\nnot checked: .ohrfc/x/checkpoint.md: \"read .ohrfc/x/evidence.json: ") {
		t.Errorf("a directory in place of a file: %s", got)
	}
	if err := os.Truncate(filepath.Join(dir, ".ohrfc", "x", "checkpoint.md"), maxFile+1); err != nil {
		t.Fatal(err)
	}
	if got := wrote(t, dir, ".ohrfc/x/checkpoint.md"); !strings.Contains(got, "[any/too-large]") {
		t.Errorf("a large file: %s", got)
	}
	put(t, dir, ".ohrfc/y/checkpoint.md/f", "")
	if got := wrote(t, dir, ".ohrfc/y/checkpoint.md"); !strings.HasPrefix(got, "not checked: .ohrfc/y/checkpoint.md: ") {
		t.Errorf("a directory: %s", got)
	}
	if got := wrote(t, dir, ".ohrfc/z/checkpoint.md"); got != "" {
		t.Errorf("no file: %s", got)
	}
}

// TestJudgedBytes checks that no more is judged than there is time for, and that the
// rest is told.
func TestJudgedBytes(t *testing.T) {
	dir := t.TempDir()
	large := demo(t, "checkpoint.md") + strings.Repeat("- one line of a long list with *marks* in it\n", 5000)
	var files []string
	for i := range maxFiles {
		files = append(files, fmt.Sprintf(".ohrfc/rfc-%02d/checkpoint.md", i))
		put(t, dir, files[i], large, fmt.Sprintf(".ohrfc/rfc-%02d/state.json", i), demo(t, "state.json"))
	}
	begun := time.Now()
	got := wrote(t, dir, files...)
	t.Logf("%v", time.Since(begun))
	judged := maxChecked / (len(large) + len(demo(t, "state.json")))
	if n := strings.Count(got, "\nnot checked: .ohrfc/rfc-"); n != maxFiles-judged || judged < 1 || !strings.HasPrefix(got, "mdck lint finds ") {
		t.Errorf("%d of %d not judged, want %d: %.300s", n, maxFiles, maxFiles-judged, got)
	}
}
