package workspace

import (
	"cmp"
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

// inRepository returns a function that returns the repository of t, or nil, and the path of a file
// in it. The first call opens the repository.
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

// uncommitted is the commit time of a changed file: later than all commits.
var uncommitted = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Repository returns functions about the history of the files of t. They return nothing outside a
// repository or if git fails. A changed or new file has a time after all commits.
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
	}
}

// maxSince limits the commits that Since looks up, because each runs git three times.
const maxSince = 100

// Outside returns o with Since set to the commits in the repository of t.
func (t *Target) Outside(o claim.Outside) claim.Outside {
	if Repository(t.Root) == "" {
		return o
	}
	at := t.inRepository()
	type answer struct {
		claim.Since
		err error
	}
	known := map[string]answer{} // by commit
	o.Since = func(hash string) (claim.Since, error) {
		r, _ := at(t.Main)
		if r == nil {
			return claim.Since{}, errNoRepository
		}
		a, ok := known[hash]
		if !ok && len(known) >= maxSince {
			return claim.Since{}, errors.New("there are too many commits to look up in git")
		}
		if !ok {
			a.Since, a.err = t.since(r, hash)
			known[hash] = a
		}
		return a.Since, a.err
	}
	return o
}

func (t *Target) since(r *gitrepo.Repo, hash string) (claim.Since, error) {
	commits, known, follows, err := r.Since(hash)
	for i := range commits {
		commits[i] = r.Below(t.Root, commits[i])
	}
	return claim.Since{Known: known, Follows: follows, Commits: commits}, err
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
	rels := map[string]string{} // name -> path in the repository
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

// visible returns a function that reports whether git sees a copy of the main file.
func (t *Target) visible() func(string) bool {
	at := t.inRepository()
	ignored := sync.OnceValues(func() (map[string]bool, error) {
		dir, isCopy := filepath.Dir(t.File(t.Main)), t.Row().IsCopy
		entries, err := os.ReadDir(dir)
		repo, _ := at(t.Main)
		if err != nil || repo == nil || isCopy == nil {
			return nil, cmp.Or(err, errNoRepository)
		}
		var rels []string
		for _, e := range entries {
			if rel, ok := repo.Rel(filepath.Join(dir, e.Name())); ok && isCopy(e.Name()) {
				rels = append(rels, rel)
			}
		}
		return repo.Ignored(rels...)
	})
	return func(name string) bool {
		_, rel := at(name)
		all, err := ignored()
		return err == nil && rel != "" && !all[rel]
	}
}
