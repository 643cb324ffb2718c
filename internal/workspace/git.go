package workspace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"mdck/bootstrap"
	"mdck/internal/gitrepo"
	"mdck/mdcheckpoint/claim"
)

// inRepository returns a function that opens the repository of t at its first call. For a file of
// t, the function returns the repository and the path of the file in it. It returns nil if there is
// no repository, or if the file is outside it.
func (t *Target) inRepository() func(name string) (r *gitrepo.Repo, rel string) {
	open := sync.OnceValues(func() (*gitrepo.Repo, error) { return gitrepo.Open(context.Background(), t.Root) })
	return func(name string) (*gitrepo.Repo, string) {
		r, err := open()
		if err != nil {
			return nil, ""
		}
		rel, ok := r.Rel(t.File(name))
		if !ok {
			return nil, ""
		}
		return r, rel
	}
}

// uncommitted is the commit time of a file with uncommitted changes. It is later than all commits.
var uncommitted = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Repository returns functions about the history of the files of t. Outside a repository, they
// return nothing. A file with uncommitted changes counts as committed after all others, and a file
// in no commit as added after all others. The first call runs git. If git fails, the history is
// unknown.
func (t *Target) Repository() bootstrap.Repository {
	at := t.inRepository()
	return bootstrap.Repository{
		ChangedAfter: func(after time.Time, names []string) []string { return changedAfter(at, after, names) },
		Committed:    func(name string) time.Time { return timeOf(at, name, lastCommitted) },
		Added:        func(name string) time.Time { return timeOf(at, name, lastAdded) },
		After: func(name string) (commits int, changed, subjects []string) {
			if r, rel := at(name); r != nil {
				commits, changed, subjects, _ = r.After(rel)
				changed = r.Below(t.Root, changed)
			}
			return commits, changed, subjects
		},
		CountCommits: func(name, pattern string) (n int) {
			if r, rel := at(name); r != nil {
				n, _ = r.NamedSince(rel, pattern)
			}
			return n
		},
	}
}

// Outside returns o with its field Since set, which lists the commits of the repository of t. The
// first call of Since runs git. Outside a repository, the result is o unchanged.
func (t *Target) Outside(o claim.Outside) claim.Outside {
	if Repository(t.Root) == "" {
		return o
	}
	at := t.inRepository()
	o.Since = func(hash string) (claim.Since, error) {
		r, _ := at(t.Main)
		if r == nil {
			return claim.Since{}, errNoRepository
		}
		commits, known, follows, err := r.Since(hash)
		for i := range commits {
			commits[i] = r.Below(t.Root, commits[i])
		}
		return claim.Since{Known: known, Follows: follows, Commits: commits}, err
	}
	return o
}

var errNoRepository = errors.New("git cannot open the repository")

func timeOf(at func(string) (*gitrepo.Repo, string), name string, ask func(*gitrepo.Repo, string) (time.Time, error)) time.Time {
	r, rel := at(name)
	if r == nil {
		return time.Time{}
	}
	asked, _ := ask(r, rel)
	return asked
}

func lastCommitted(r *gitrepo.Repo, rel string) (time.Time, error) {
	if differs, err := r.Differs(rel); err == nil && differs {
		return uncommitted, nil
	}
	return r.LastChange(rel)
}

func lastAdded(r *gitrepo.Repo, rel string) (time.Time, error) {
	added, err := r.LastAdded(rel)
	if err == nil && added.IsZero() {
		added = uncommitted
	}
	return added, err
}

func changedAfter(at func(string) (*gitrepo.Repo, string), after time.Time, names []string) []string {
	var repo *gitrepo.Repo
	var asked []string
	rels := map[string]string{} // path in the repository, by name
	for _, name := range names {
		if r, rel := at(name); r != nil {
			repo, rels[name], asked = r, rel, append(asked, rel)
		}
	}
	if repo == nil {
		return nil
	}
	changed, _ := repo.Committed(after, asked...)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(changed, rels[name]) })
}

// visible returns a function that reports whether git tracks a file of t or lists it as untracked.
// For copies of the main file in one directory, the function runs git only once. Outside a
// repository no file is visible.
func (t *Target) visible() func(string) bool {
	at := t.inRepository()
	known := map[string]bool{} // by path in the repository
	return func(name string) bool {
		r, rel := at(name)
		if r == nil {
			return false
		}
		if _, ok := known[rel]; !ok {
			askVisible(r, append(t.copiesBeside(r, t.File(name)), rel), known)
		}
		return known[rel]
	}
}

// askVisible records in known which paths git does not ignore. If git fails, it records that no
// path is visible.
func askVisible(r *gitrepo.Repo, paths []string, known map[string]bool) {
	ignored, err := r.Ignored(paths...)
	for _, p := range paths {
		known[p] = err == nil && !ignored[p]
	}
}

func (t *Target) copiesBeside(r *gitrepo.Repo, file string) []string {
	isCopy := t.Row().IsCopy
	if isCopy == nil {
		return nil
	}
	entries, _ := os.ReadDir(filepath.Dir(file)) // if this fails, git is asked about each copy separately
	var paths []string
	for _, e := range entries {
		if rel, ok := r.Rel(filepath.Join(filepath.Dir(file), e.Name())); ok && isCopy(e.Name()) {
			paths = append(paths, rel)
		}
	}
	return paths
}
