package cli

import (
	"context"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A surrounding is what the repository of a session says of its claims.
type surrounding struct {
	ccc.Outside
	repo *gitrepo.Repo // nil if there is none
}

// outside asks the repository of t, if it lies in one. Whoever is done with the
// claims closes it.
func outside(t *workspace.Target, team string) *surrounding {
	s := &surrounding{Outside: ccc.Outside{Team: team}}
	repo, err := gitrepo.Open(context.Background(), t.Root)
	if err != nil {
		return s
	}
	s.repo, s.Commit = repo, repo.CommitExists
	s.Branch, _ = repo.Branch() // a HEAD that cannot be read is no branch
	return s
}

func (s *surrounding) close() {
	if s.repo != nil {
		s.repo.Close()
	}
}
