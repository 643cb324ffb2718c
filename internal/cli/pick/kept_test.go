package pick

import (
	"slices"
	"testing"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

// TestReplacedBy checks that each backup is told its own command, also where a
// text came back and was replaced again.
func TestReplacedBy(t *testing.T) {
	backup := func(hash string) workspace.Backup { return workspace.Backup{Hash: hash} }
	entry := func(path, before, command string) claim.Entry {
		return claim.Entry{Path: path, Before: before, After: "x", Command: command}
	}
	const a, b = "aaaaaaaa", "bbbbbbbb"
	entries := []claim.Entry{
		entry("checkpoint.md", "", "append"), entry("checkpoint.md", a+"00", "stamp"), entry("state.json", b+"00", "advance"),
		entry("checkpoint.md", b+"00", "prune"), entry("checkpoint.md", a+"00", "restore\x1b"),
	}
	backups := []workspace.Backup{backup(a), backup("cccccccc"), backup(b), backup(a)}
	if got, want := ReplacedBy("checkpoint.md", backups, entries), []string{`restore\x1b`, "", "prune", "stamp"}; !slices.Equal(got, want) {
		t.Errorf("replaced by %q, want %q", got, want)
	}
	if got := ReplacedBy("state.json", backups, entries); !slices.Equal(got, []string{"", "", "advance", ""}) {
		t.Errorf("state.json was replaced by %q", got)
	}
}
