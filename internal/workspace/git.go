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

// A Git is the repository of a checkpoint, opened when needed.
type Git struct {
	root       string
	brief      bool // each question ends its process, because nobody calls Close
	once, head sync.Once
	repo       *gitrepo.Repo
	branch     string
}

// Git returns the repository of t. Call Close at the end.
func (t *Target) Git() *Git { return &Git{root: t.Root} }

// Repo returns nil outside a repository or if git fails.
func (g *Git) Repo() *gitrepo.Repo {
	g.once.Do(func() { g.repo, _ = gitrepo.Open(context.Background(), g.root) })
	return g.repo
}

// CurrentBranch returns "" if HEAD is detached or git fails.
func (g *Git) CurrentBranch() string {
	g.head.Do(func() {
		if r := g.Repo(); r != nil {
			g.branch, _ = r.Branch()
		}
	})
	return g.branch
}

// Close ends the process that reads objects, if any.
func (g *Git) Close() {
	if g.repo != nil {
		g.repo.Close()
	}
}

func (g *Git) rest() {
	if g.brief && g.repo != nil {
		g.repo.Rest()
	}
}

// rel returns the path in the repository of a file of t, or "".
func (g *Git) rel(t *Target, name string) (rel string) {
	if r := g.Repo(); r != nil {
		rel, _ = r.Rel(t.File(name))
	}
	return rel
}

// Differs reports whether the file of t differs from the last commit; false if git fails.
func (g *Git) Differs(t *Target, name string) (is bool) {
	defer g.rest()
	if rel := g.rel(t, name); rel != "" {
		is, _ = g.repo.Differs(rel)
	}
	return is
}

// uncommitted is the commit time of a changed or new file: later than all commits.
var uncommitted = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Repository returns functions about the history of the files of t. They return nothing outside a
// repository or if git fails.
func (t *Target) Repository(git *Git) bootstrap.Repository {
	last := once(func(name string) (v gitrepo.Revision) {
		defer git.rest()
		if rel := git.rel(t, name); rel != "" {
			v, _ = git.repo.LastChange(rel)
		}
		return v
	})
	subjects := once(func(id string) (all []string) {
		defer git.rest()
		if id != "" {
			all, _ = git.repo.After(id)
		}
		return all
	})
	return bootstrap.Repository{
		ChangedAfter: func(after time.Time, names []string) []string { return git.changedAfter(t, after, names) },
		Committed: once(func(name string) time.Time {
			if git.Differs(t, name) {
				return uncommitted
			}
			return last(name).Time
		}),
		Added: once(func(name string) time.Time { return git.added(t, name) }),
		After: func(name string) []string { return subjects(last(name).Commit) },
		ChangedSince: func(name string) (changed []string) {
			if id := last(name).Commit; id != "" {
				changed, _ = git.repo.ChangedAfter(id)
				changed = git.repo.Below(t.Root, changed)
			}
			return changed
		},
	}
}

// once returns ask with a cache.
func once[T any](ask func(question string) T) func(question string) T {
	known := map[string]T{}
	return func(question string) T {
		answer, ok := known[question]
		if !ok {
			answer = ask(question)
			known[question] = answer
		}
		return answer
	}
}

func (g *Git) added(t *Target, name string) time.Time {
	defer g.rest()
	rel := g.rel(t, name)
	if rel == "" {
		return time.Time{}
	}
	added, err := g.repo.LastAdded(rel)
	if err == nil && added.Commit == "" {
		return uncommitted
	}
	return added.Time
}

func (g *Git) changedAfter(t *Target, after time.Time, names []string) []string {
	defer g.rest()
	var asked []string
	for _, name := range names {
		if rel := g.rel(t, name); rel != "" {
			asked = append(asked, rel)
		}
	}
	if asked == nil {
		return nil
	}
	changed, _ := g.repo.Committed(after, asked...)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(changed, g.rel(t, name)) })
}

// maxSince limits the commits that Since looks up, because each takes two runs of git.
const maxSince = 100

var errNoRepository = errors.New("git cannot open the repository")

// Outside returns o with Since set to the commits in the repository of t if the protocol records
// facts.
func (t *Target) Outside(git *Git, o claim.Outside) claim.Outside {
	if t.Row().Facts == nil || Repository(t.Root) == "" {
		return o
	}
	type answer struct {
		claim.Since
		err error
	}
	known := map[string]answer{} // by commit
	o.Since = func(hash string) (claim.Since, error) {
		defer git.rest()
		a, ok := known[hash]
		switch {
		case git.rel(t, t.Main) == "":
			return a.Since, errNoRepository
		case !ok && len(known) >= maxSince:
			return a.Since, errors.New("there are too many commits to look up in git")
		case !ok:
			a.Since, a.err = t.since(git.repo, hash)
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

// visible returns a function that reports whether git sees, and does not ignore, a copy of the main
// file.
func (t *Target) visible(git *Git) func(string) bool {
	ignored := sync.OnceValues(func() (map[string]bool, error) {
		dir, isCopy := filepath.Dir(t.File(t.Main)), t.Row().IsCopy
		entries, err := os.ReadDir(dir)
		if err != nil || git.Repo() == nil || isCopy == nil {
			return nil, cmp.Or(err, errNoRepository)
		}
		var rels []string
		for _, e := range entries {
			if rel, ok := git.repo.Rel(filepath.Join(dir, e.Name())); ok && isCopy(e.Name()) {
				rels = append(rels, rel)
			}
		}
		return git.repo.Ignored(rels...)
	})
	return func(name string) bool {
		rel := git.rel(t, name)
		all, err := ignored()
		return err == nil && rel != "" && !all[rel]
	}
}
