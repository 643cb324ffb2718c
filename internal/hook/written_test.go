package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/tree"
)

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

func TestUnchecked(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/rfc.md", "x", ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md"), ".ohrfc/x/.mdck/ledger.jsonl", "{\n{\n")
	if got := wrote(t, dir, ".ohrfc/x/checkpoint.md"); !strings.Contains(got, "\nnot checked: .ohrfc/x/checkpoint.md: \"ohrfc/version-not-bumped: line 1 is not a ledger entry") {
		t.Errorf("a broken ledger: %s", got)
	}
	put(t, dir, ".ohrfc/x/evidence.json/f", "")
	if got := wrote(t, dir, ".ohrfc/x/checkpoint.md"); !strings.Contains(got, "\nnot checked: .ohrfc/x/checkpoint.md: \"read .ohrfc/x/evidence.json: ") {
		t.Errorf("a directory in place of a file: %s", got)
	}
	if err := os.Truncate(filepath.Join(dir, ".ohrfc", "x", "checkpoint.md"), tree.MaxRead+1); err != nil {
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
