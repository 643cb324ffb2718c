package pick

import (
	"slices"
	"testing"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

func TestReplacedBy(t *testing.T) {
	backup := func(file, hash string) KeptText { return KeptText{Backup: workspace.Backup{Hash: hash}, File: file} }
	entry := func(path, before, command string) claim.Entry {
		return claim.Entry{Path: path, Before: before, After: "x", Command: command}
	}
	const a, b = "aaaaaaaa", "bbbbbbbb"
	entries := []claim.Entry{
		entry("checkpoint.md", "", "append"), entry("checkpoint.md", a+"00", "stamp"), entry("state.json", b+"00", "advance"),
		entry("checkpoint.md", b+"00", "prune"), entry("checkpoint.md", a+"00", "restore\x1b"),
	}
	var backups []KeptText
	for _, hash := range []string{a, "cccccccc", b, a} {
		backups = append(backups, backup("checkpoint.md", hash))
	}
	for _, hash := range []string{a, "cccccccc", b, a} {
		backups = append(backups, backup("state.json", hash))
	}
	if got, want := ReplacedBy(backups, entries), []string{`restore\x1b`, "", "prune", "stamp", "", "", "advance", ""}; !slices.Equal(got, want) {
		t.Errorf("replaced by %q, want %q", got, want)
	}
}
