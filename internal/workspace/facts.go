package workspace

import (
	"context"
	"slices"
	"time"

	"mdck/internal/gitrepo"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/spelling"
)

// RepositoryFacts returns the state of the repository of t at now, with its commits counted from an id that
// may be empty, and without the files of t among those that are dirty. The error is that of
// [gitrepo.Open], or says why git does not answer before ctx ends.
func (t *Target) RepositoryFacts(ctx context.Context, from string, now time.Time) (f claim.Facts, err error) {
	repo, err := gitrepo.Open(ctx, t.Root)
	if err != nil {
		return f, err
	}
	defer repo.Close()
	state, err := repo.State()
	if err != nil {
		return f, err
	}
	f = claim.Facts{Branch: state.Branch, Head: state.Head, Worktree: state.Linked, Time: spelling.FormatTime(now)}
	own := t.pathsIn(repo)
	f.Dirty = slices.DeleteFunc(state.Changed, func(rel string) bool { return slices.Contains(own, rel) })
	if claim.IsCommit(from) && from != f.Head {
		f.From = from
		f.Commits, _ = repo.CountSince(from) // a commit that is gone is not counted from
	}
	return f, nil
}

// pathsIn returns the paths of the files of t in the repository.
func (t *Target) pathsIn(repo *gitrepo.Repo) []string {
	var all []string
	for _, name := range t.Files() {
		if rel, ok := repo.Rel(t.File(name)); ok {
			all = append(all, rel)
		}
	}
	return all
}
