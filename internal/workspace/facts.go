package workspace

import (
	"context"
	"slices"
	"strings"
	"time"

	"mdck/internal/gitrepo"
	"mdck/mdcheckpoint/claim"
)

// RepositoryFacts returns the state of the repository of t at the time now. Its field Dirty leaves
// out the files of t.
//
// If recorded is not nil, RepositoryFacts also counts the commits after the commit of recorded. It
// does not count commits that recorded already covers. Nothing is counted if the commit of recorded
// is HEAD or no longer exists. If git cannot list the commits, CountErr is set.
//
// The error is that of [gitrepo.Open] or [gitrepo.Repo.State], for example if ctx ends first.
func (t *Target) RepositoryFacts(ctx context.Context, recorded *claim.Facts, now time.Time) (f claim.Facts, err error) {
	repo, err := gitrepo.Open(ctx, t.Root)
	if err != nil {
		return f, err
	}
	defer repo.Close()
	state, err := repo.State()
	if err != nil {
		return f, err
	}
	f = claim.Facts{Branch: state.Branch, Head: state.Head, Worktree: state.Linked, Time: now.UTC().Truncate(time.Second)}
	own := t.pathsIn(repo)
	f.Dirty = slices.DeleteFunc(state.Changed, func(rel string) bool { return slices.Contains(own, rel) })
	if recorded == nil || f.Head == "" || recorded.Head != "" && strings.HasPrefix(f.Head, recorded.Head) {
		return f, nil
	}
	commits, known, follows, err := repo.Since(recorded.Head)
	f.CountErr = err
	if err == nil && known { // skipped if the old commit no longer exists
		f.Counted, f.From, f.Apart, f.AtLeast = true, recorded.Head, !follows, len(commits) == gitrepo.MaxCommits
		f.Commits = len(slices.DeleteFunc(commits, func(files []string) bool { return knows(recorded, own, files) }))
	}
	return f, nil
}

// knows reports whether the checkpoint already covers a commit that changed files. The parameter
// own has the paths of the checkpoint's files. Such a commit contains one of them. All its other
// files were dirty when the checkpoint was written: the checkpoint lists them, or counts them in
// More.
func knows(recorded *claim.Facts, own, files []string) bool {
	isOwn := func(name string) bool { return slices.Contains(own, name) }
	others := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return isOwn(name) || slices.Contains(recorded.Dirty, name) })
	return slices.ContainsFunc(files, isOwn) && len(others) <= recorded.More
}

func (t *Target) pathsIn(repo *gitrepo.Repo) []string {
	var all []string
	for _, name := range t.Files() {
		if rel, ok := repo.Rel(t.File(name)); ok {
			all = append(all, rel)
		}
	}
	return all
}
