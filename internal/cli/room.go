package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
)

// A surrounding is what the repository of a session says of its claims.
type surrounding struct {
	claim.Outside
	repo    *gitrepo.Repo   // nil if there is none
	asking  *sync.Mutex     // held while what follows is used
	known   map[string]bool // whether it has the commits that were asked for
	shallow *bool           // whether it is shallow; nil until that is asked for
}

// surroundings are those of several checkpoints: each repository is asked once. They are
// for use by several goroutines; the zero value has asked none.
type surroundings struct {
	asking sync.Mutex
	all    map[string]*surrounding
}

// of is the surrounding of t, and what a team has to do with it.
func (a *surroundings) of(t *workspace.Target, team string) *surrounding {
	root := cmp.Or(workspace.Repository(t.Root), outsideOfAny(t))
	a.asking.Lock()
	defer a.asking.Unlock()
	if a.all == nil {
		a.all = map[string]*surrounding{}
	}
	if a.all[root] == nil {
		a.all[root] = outside(t, "")
	}
	s := *a.all[root]
	s.Team = team
	return &s
}

// outsideOfAny is what the targets have in common that have no repository above them:
// git says the same of all, unless variables tell it where to look.
func outsideOfAny(t *workspace.Target) string {
	if os.Getenv("GIT_DIR") != "" || os.Getenv("GIT_WORK_TREE") != "" {
		return t.Root
	}
	return filepath.VolumeName(t.Root) + string(filepath.Separator)
}

func (a *surroundings) close() {
	for _, s := range a.all {
		s.close()
	}
}

// outside asks the repository of t, if it lies in one. Whoever is done with the
// claims closes it.
func outside(t *workspace.Target, team string) *surrounding {
	s := &surrounding{Outside: claim.Outside{Team: team}, asking: &sync.Mutex{}}
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
	s.asking.Lock()
	defer s.asking.Unlock()
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
