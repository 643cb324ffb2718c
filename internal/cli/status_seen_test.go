package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mdck/internal/workspace"
)

// TestWatchedPaths holds that all files of a checkpoint are watched, and those beside it,
// the directories up to the root of the repository and no further, and where
// configurations may lie.
func TestWatchedPaths(t *testing.T) {
	for _, repository := range []bool{true, false} {
		top := t.TempDir()
		rfc := filepath.Join(top, "sub", ".ohrfc", "rfc-1")
		if err := errors.Join(os.MkdirAll(rfc, 0o755), os.WriteFile(filepath.Join(rfc, "notes.md"), nil, 0o644), os.WriteFile(filepath.Join(rfc, "state.json"), nil, 0o644)); err != nil {
			t.Fatal(err)
		}
		want := []string{"sub", "sub/.mdck.yaml", "sub/.ohrfc", "sub/.ohrfc/.mdck.yaml", "sub/.ohrfc/rfc-1", "sub/.ohrfc/rfc-1/.mdck.yaml",
			"sub/.ohrfc/rfc-1/.reviews/summary.json", "sub/.ohrfc/rfc-1/checkpoint.md", "sub/.ohrfc/rfc-1/evidence.json", "sub/.ohrfc/rfc-1/notes.md", "sub/.ohrfc/rfc-1/state.json", "own.yaml"}
		if repository {
			want = append(want, ".", ".mdck.yaml")
			if err := os.Mkdir(filepath.Join(top, ".git"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		found, err := workspace.Below(top)
		if err != nil || len(found) != 1 {
			t.Fatalf("%d targets, %v", len(found), err)
		}
		var got []string
		for _, name := range watchedPaths(append(found, found...), filepath.Join(top, "own.yaml")) {
			rel, err := filepath.Rel(top, name)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, filepath.ToSlash(rel))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("repository %v:\ngot  %q\nwant %q", repository, got, want)
		}
	}
}
