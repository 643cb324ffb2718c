package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mdck/internal/gitrepo"
)

// visible returns what reports whether git has a file of t, or lists it as untracked. Git
// runs when that is first called, and once for all copies of the main file in a directory.
// Outside of any repository no file is visible.
func (t *Target) visible() func(string) bool {
	var repo func() *gitrepo.Repo
	known := map[string]bool{} // by path in the repository
	return func(name string) bool {
		if repo == nil {
			repo = t.repository()
		}
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

// repository returns what opens the repository of t when it is first called; nil outside of any.
func (t *Target) repository() func() *gitrepo.Repo {
	return sync.OnceValue(func() *gitrepo.Repo {
		repo, err := gitrepo.Open(context.Background(), t.Root)
		if err != nil {
			return nil
		}
		return repo
	})
}

// uncommitted is when a file was changed that has changes which no commit has: after all commits.
var uncommitted = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Committed returns what tells when the last commit that changed a file of t was made: the zero
// time if no commit has it, a time after all others if it has changes of its own. Git runs when
// that is first called.
func (t *Target) Committed() func(string) time.Time {
	return t.timeOf(func(r *gitrepo.Repo, path string) (time.Time, error) {
		if differs, err := r.Differs(path); err == nil && differs {
			return uncommitted, nil
		}
		return r.LastChange(path)
	})
}

// Added is Committed of the commit that added a file. One without any was added after all others.
func (t *Target) Added() func(string) time.Time {
	return t.timeOf(func(r *gitrepo.Repo, path string) (time.Time, error) {
		at, err := r.LastAdded(path)
		if err == nil && at.IsZero() {
			at = uncommitted
		}
		return at, err
	})
}

func (t *Target) timeOf(ask func(*gitrepo.Repo, string) (time.Time, error)) func(string) time.Time {
	repo := t.repository()
	return func(name string) time.Time {
		r := repo()
		if r == nil {
			return time.Time{}
		}
		rel, ok := r.Rel(t.File(name))
		if !ok {
			return time.Time{}
		}
		at, _ := ask(r, rel) // what git does not say is not known
		return at
	}
}

// After returns what bootstrap.Repository has of that name for the files of t.
func (t *Target) After() func(string) (int, []string, []string) {
	repo := t.repository()
	return func(name string) (int, []string, []string) {
		r := repo()
		if r == nil {
			return 0, nil, nil
		}
		rel, ok := r.Rel(t.File(name))
		root, is := r.Rel(t.Root)
		if !ok || !is {
			return 0, nil, nil
		}
		commits, all, subjects, _ := r.After(rel) // what git does not say is not known
		var changed []string
		for _, n := range all {
			if below, ok := strings.CutPrefix(n, strings.TrimPrefix(root+"/", "./")); ok || root == "." || root == "" {
				changed = append(changed, below)
			}
		}
		return commits, changed, subjects
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
