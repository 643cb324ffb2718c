package safefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// TestDayOld checks that a temporary file of a process which cannot be asked stays for a
// day, in which it may still be written.
func TestDayOld(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	other := strings.Repeat("0", 8)
	young, old := alonePrefix+other+"-17-01234567.tmp", alonePrefix+other+"-17-76543210.tmp"
	for name, age := range map[string]time.Duration{young: 24*time.Hour - time.Minute, old: 24*time.Hour + time.Minute} {
		s.write(t, name, "x")
		then := time.Now().Add(-age)
		must(t, os.Chtimes(filepath.Join(s.Dir, name), then, then))
	}
	if _, err := s.set("a", "new"); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{young: true, old: false} {
		if _, err := os.Lstat(filepath.Join(s.Dir, name)); (err == nil) != stays {
			t.Errorf("%s is there: %v, want %v", name, err == nil, stays)
		}
	}
}
