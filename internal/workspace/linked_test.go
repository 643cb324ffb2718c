package workspace

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestLinkedPlans(t *testing.T) {
	dir := makeFiles(t, "real/STATE.md", "real/phases/01-a/01-01-PLAN.md", "real/.ccc-progress.md", "loose/01-01-PLAN.md", "a/", "b/")
	for name, to := range map[string]string{".planning": "real", ".autopilot": ".", "a/.planning": "../b", "b/.planning": "../a"} {
		switch err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(name))); {
		case err != nil && runtime.GOOS == "windows": // links need a privilege
			t.Skip(err)
		case err != nil:
			t.Fatal(err)
		}
	}
	found, err := known().Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range found {
		rel, err := filepath.Rel(dir, found[i].File(found[i].Main))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	slices.Sort(got)
	want := []string{".planning/STATE.md", ".planning/phases/01-a/01-01-PLAN.md", "loose/01-01-PLAN.md", "real/.ccc-progress.md"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
