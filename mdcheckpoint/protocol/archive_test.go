package protocol

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestBackups(t *testing.T) {
	entries, err := fstest.MapFS{
		"HANDOFF.md.000001.1a2b3c4d": {}, "HANDOFF.md.000002.1a2b3c4e": {}, "HANDOFF.md.md.000003.1a2b3c4f": {}, "docs%2FHANDOFF.md.000004.1a2b3c5d": {},
	}.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"HANDOFF.md":      {"HANDOFF.md.000001.1a2b3c4d", "HANDOFF.md.000002.1a2b3c4e"},
		"HANDOFF.md.md":   {"HANDOFF.md.md.000003.1a2b3c4f"},
		"docs/HANDOFF.md": {"docs%2FHANDOFF.md.000004.1a2b3c5d"},
		"HANDOFF":         nil,
	} {
		if got := Backups(entries, name); !slices.Equal(got, want) {
			t.Errorf("backups of %s: %q, want %q", name, got, want)
		}
	}
}
