package cli

import (
	"context"
	"sync"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
)

// visible reports whether git has a file of t, or lists it as untracked. Git is
// asked when it is called first; where there is no repository, nothing is visible.
func visible(t *workspace.Target) func(string) bool {
	repo := sync.OnceValue(func() *gitrepo.Repo {
		repo, err := gitrepo.Open(context.Background(), t.Root)
		if err != nil {
			return nil
		}
		return repo
	})
	return func(name string) bool {
		r := repo()
		if r == nil {
			return false
		}
		rel, ok := r.Rel(t.File(name))
		if !ok {
			return false
		}
		ignored, err := r.Ignored(rel)
		return err == nil && !ignored[rel]
	}
}
