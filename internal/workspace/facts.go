package workspace

import (
	"context"
	"slices"
	"strings"
	"time"

	"mdck/internal/gitrepo"
	"mdck/mdcheckpoint/claim"
)

// RepositoryFacts returns the state of the repository at the time now, and the number of commits
// since recorded. Dirty omits the files of t. CountErr means that the commits could not be counted.
func (t *Target) RepositoryFacts(ctx context.Context, recorded *claim.Facts, now time.Time) (f claim.Facts, err error) {
	repo, err := gitrepo.Open(ctx, t.Root)
	if err != nil {
		return f, err
	}
	defer repo.Close()
	return t.FactsIn(repo, recorded, now)
}

// FactsIn is [Target.RepositoryFacts] in an open repository.
func (t *Target) FactsIn(repo *gitrepo.Repo, recorded *claim.Facts, now time.Time) (f claim.Facts, err error) {
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
	if err == nil && known {
		f.Counted, f.From, f.Apart, f.AtLeast = true, recorded.Head, !follows, len(commits) == gitrepo.MaxCommits
		f.Commits = len(slices.DeleteFunc(commits, func(files []string) bool { return knows(recorded, own, files) }))
	}
	return f, nil
}

// knows reports whether the checkpoint covers a commit that changed files. own has the files of the
// checkpoint.
func knows(recorded *claim.Facts, own, files []string) bool {
	isOwn := func(name string) bool { return slices.Contains(own, name) }
	others := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return isOwn(name) || slices.Contains(recorded.Dirty, name) })
	return slices.ContainsFunc(files, isOwn) && len(others) <= recorded.More
}

func (t *Target) pathsIn(repo *gitrepo.Repo) (all []string) {
	for _, name := range t.Files() {
		if rel, ok := repo.Rel(t.File(name)); ok {
			all = append(all, rel)
		}
	}
	return all
}
