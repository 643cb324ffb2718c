package workspace

import (
	"context"
	"slices"
	"strings"
	"time"

	"mdck/internal/gitrepo"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

// RepositoryFacts returns the state of the repository of t at the time now. Dirty leaves out the
// files of t. Commits is the number of commits after the commit of recorded, without those that it
// covers. They are only counted if recorded is not nil and its commit differs from HEAD and still exists.
// The error is that of [gitrepo.Open] or [gitrepo.Repo.State], for example if ctx ends first. If
// only the commits cannot be read, they are not counted and the error is nil.
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
	f = claim.Facts{Branch: state.Branch, Head: state.Head, Worktree: state.Linked, Time: spelling.FormatTime(now)}
	own := t.pathsIn(repo)
	f.Dirty = slices.DeleteFunc(state.Changed, func(rel string) bool { return slices.Contains(own, rel) })
	if recorded == nil || f.Head == "" || recorded.Head != "" && strings.HasPrefix(f.Head, recorded.Head) {
		return f, nil
	}
	commits, known, follows, err := repo.Since(recorded.Head)
	if err == nil && known { // skipped if the old commit no longer exists
		f.Counted, f.From, f.Apart = true, recorded.Head, !follows
		f.Commits = len(slices.DeleteFunc(commits, func(files []string) bool { return knows(*recorded, own, files) }))
	}
	return f, nil
}

// knows reports whether the checkpoint with the paths own already covers a commit that changed
// files. Such a commit contains a file of the checkpoint. Its other files are files that the
// checkpoint lists as dirty.
func knows(recorded claim.Facts, own, files []string) bool {
	isOwn := func(name string) bool { return slices.Contains(own, name) }
	return slices.ContainsFunc(files, isOwn) && !slices.ContainsFunc(files, func(name string) bool { return !isOwn(name) && !slices.Contains(recorded.Dirty, name) })
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
