package cli

import (
	"context"
	"errors"

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
	s.repo, s.Commit = repo, s.hasCommit
	s.Branch, _ = repo.Branch() // a HEAD that cannot be read is no branch
	return s
}

var errShallow = errors.New("it is not in this repository, which is shallow: git fetch --unshallow gets the rest")

// hasCommit reports whether the repository has a commit. One that a shallow repository
// has not may exist.
func (s *surrounding) hasCommit(hash string) (bool, error) {
	there, err := s.repo.CommitExists(hash)
	if there || err != nil {
		return there, err
	}
	if shallow, err := s.repo.Shallow(); err == nil && shallow {
		return false, errShallow
	}
	return false, nil
}

// standing says what is unusual about the repository, for people: that no branch is
// checked out, or that an operation of git waits for its end.
func (s *surrounding) standing() []string {
	if s.repo == nil {
		return nil
	}
	var all []string
	if at, err := s.repo.Detached(); err == nil && at != "" {
		all = append(all, "HEAD is detached, at "+at+": a commit would be on no branch")
	}
	if what, err := s.repo.Unfinished(); err == nil && what != "" {
		all = append(all, what+" is not finished: git status says how to end it")
	}
	return all
}

func (s *surrounding) close() {
	if s.repo != nil {
		s.repo.Close()
	}
}
