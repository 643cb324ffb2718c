package cli

import (
	"cmp"
	"context"
	"errors"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A surrounding is what the repository of a session says of its claims.
type surrounding struct {
	ccc.Outside
	repo    *gitrepo.Repo   // nil if there is none
	known   map[string]bool // whether it has the commits that were asked for
	shallow *bool           // whether it is shallow; nil until that is asked for
}

// surroundings are those of several checkpoints: each repository is asked once.
type surroundings map[string]*surrounding

// of is the surrounding of t, and what a team has to do with it.
func (all surroundings) of(t *workspace.Target, team string) *surrounding {
	root := cmp.Or(workspace.Repository(t.Root), t.Root)
	if all[root] == nil {
		all[root] = outside(t, "")
	}
	s := *all[root]
	s.Team = team
	return &s
}

func (all surroundings) close() {
	for _, s := range all {
		s.close()
	}
}

// outside asks the repository of t, if it lies in one. Whoever is done with the
// claims closes it.
func outside(t *workspace.Target, team string) *surrounding {
	s := &surrounding{Outside: ccc.Outside{Team: team}}
	repo, err := gitrepo.Open(context.Background(), t.Root)
	if err != nil {
		return s
	}
	s.repo, s.Commit, s.known = repo, s.hasCommit, map[string]bool{}
	s.Branch, _ = repo.Branch() // a HEAD that cannot be read is no branch
	return s
}

var errShallow = errors.New("it is not in this repository, which is shallow: git fetch --unshallow gets the rest")

// hasCommit reports whether the repository has a commit. One that a shallow repository
// has not may exist. What was asked already is not asked again.
func (s *surrounding) hasCommit(hash string) (bool, error) {
	there, asked := s.known[hash]
	if !asked {
		var err error
		if there, err = s.repo.CommitExists(hash); err != nil {
			return there, err
		}
		s.known[hash] = there
	}
	if !there && s.isShallow() {
		return false, errShallow
	}
	return there, nil
}

// isShallow reports whether the repository is known to be shallow. It takes a process
// to find out, which all commits share.
func (s *surrounding) isShallow() bool {
	if s.shallow == nil {
		shallow, err := s.repo.Shallow()
		shallow = shallow && err == nil
		s.shallow = &shallow
	}
	return *s.shallow
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
