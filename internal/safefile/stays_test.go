package safefile

import (
	"strings"
	"testing"
)

// Another version of mdck reads what lies on disk, while we write and years later: names
// and places stay.

// TestBackupNamesStay holds the names of copies, of short and of long names of files.
func TestBackupNamesStay(t *testing.T) {
	a := strings.Repeat("a", 200)
	for name, want := range map[string]string{
		"x/50%.md": "x%2F50%25.md",
		a:          a,
		a + "a":    a[:182] + "%~a92efd82109373e5",
	} {
		if got := flat(name); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
