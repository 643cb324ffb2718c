package hook

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFindingsAbove checks names that start at the root of the repository.
func TestFindingsAbove(t *testing.T) {
	name := "epics/KAI-7/agent_checkpoints/secondary_a.json"
	dir := put(t, t.TempDir(), ".git/HEAD", "ref: refs/heads/main\n", "src/a.go", "a", name, `{"agent_id": "Secondary-A", "files_modified": ["src/a.go", "src/gone.go"]}`)
	in := `{"tool_input":{"file_path":` + quoteJSON(filepath.Join(dir, filepath.FromSlash(name))) + `}}`
	got := shaped(t, Claude, "PostToolUse", ask(Claude, "PostToolUse", at(dir), in))
	if strings.Contains(got, "src/a.go") || !strings.Contains(got, "src/gone.go") {
		t.Errorf("got %s", got)
	}
}
