package workspace

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"mdck/internal/gitrepo"
)

// visible returns what reports whether git has a file of t, or lists it as untracked. Git
// runs when that is first called, and once for all copies of the main file in a directory.
// Outside of any repository no file is visible.
func (t *Target) visible() func(string) bool {
	repo := sync.OnceValue(func() *gitrepo.Repo {
		repo, err := gitrepo.Open(context.Background(), t.Root)
		if err != nil {
			return nil
		}
		return repo
	})
	known := map[string]bool{} // by path in the repository
	return func(name string) bool {
		r := repo()
		if r == nil {
			return false
		}
		rel, ok := r.Rel(t.File(name))
		if !ok {
			return false
		}
		if _, ok := known[rel]; !ok {
			askVisible(r, append(t.copiesBeside(r, t.File(name)), rel), known)
		}
		return known[rel]
	}
}

// askVisible notes which of the paths git sees; none where it does not answer.
func askVisible(r *gitrepo.Repo, paths []string, known map[string]bool) {
	ignored, err := r.Ignored(paths...)
	for _, p := range paths {
		known[p] = err == nil && !ignored[p]
	}
}

// copiesBeside are the paths in the repository of the copies of the main file that are in
// the directory of file.
func (t *Target) copiesBeside(r *gitrepo.Repo, file string) []string {
	isCopy := t.Row().IsCopy
	if isCopy == nil {
		return nil
	}
	entries, _ := os.ReadDir(filepath.Dir(file)) // what cannot be listed is asked about one by one
	var paths []string
	for _, e := range entries {
		if rel, ok := r.Rel(filepath.Join(filepath.Dir(file), e.Name())); ok && isCopy(e.Name()) {
			paths = append(paths, rel)
		}
	}
	return paths
}
