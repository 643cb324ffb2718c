package spelling

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzNameFault(f *testing.F) {
	for _, name := range []string{"rfc-20261104-sync", "..", "a/b", `C:\x`, "nul.txt", "é", "com¹", "x."} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if NameFault(name) == "" && (!fs.ValidPath(name) || !filepath.IsLocal(name) || strings.ContainsAny(name, "/\\:") || name[0] == '.') {
			t.Errorf("%q is taken for a name", name)
		}
	})
}

func TestNameFault(t *testing.T) {
	for _, name := range []string{"rfc-20261104-sync", "feature_02", "Überprüfung", "console", "nullable", "com10", "a b", "a.b.md", "x~1", "communication", "lpt"} {
		if why := NameFault(name); why != "" {
			t.Errorf("%q: %s", name, why)
		}
	}
	for _, name := range []string{
		"", ".", "..", ".git", "a/b", `a\b`, "C:x", "CON", "nul", "com1.txt", "LPT9", "aux .md", "CONIN$", "x.", " x", "x ", "~", "~x", "$HOME", "%2e", "a\x00b", "a\nb", "a\u202eb", "a\xffb", "-rf", strings.Repeat("n", 300),
	} {
		if NameFault(name) == "" {
			t.Errorf("%q is taken for a name", name)
		}
	}
}

func TestLengths(t *testing.T) {
	for length, want := range map[int]bool{200: true, 201: false} {
		if got := NameFault(strings.Repeat("n", length)) == ""; got != want {
			t.Errorf("a name of %d bytes: %v", length, got)
		}
	}
	for length, want := range map[int]bool{64: true, 65: false} {
		if got := isID(strings.Repeat("1", length)); got != want {
			t.Errorf("an id of %d bytes: %v", length, got)
		}
	}
}

func TestDevices(t *testing.T) {
	for _, port := range []string{"com", "lpt"} {
		for n := range 10 {
			if NameFault(port+string(rune('0'+n))+".md") == "" {
				t.Errorf("%s%d is taken for a name", port, n)
			}
		}
	}
}
