package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

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

// changedIn reports of files of t whether they have changes that are not committed. Git is
// asked once, and only if that is asked for; nil without a repository.
func (s *surrounding) changedIn(t *workspace.Target) func(string) (bool, error) {
	if s.repo == nil {
		return nil
	}
	var changed map[string]bool
	var fault error
	return func(name string) (bool, error) {
		if changed == nil {
			var all []string
			all, fault = s.repo.Changed()
			changed = map[string]bool{}
			for _, rel := range all {
				for ; rel != "." && !changed[rel]; rel = path.Dir(rel) { // a directory has what lies in it
					changed[rel] = true
				}
			}
		}
		rel, ok := s.repo.Rel(t.File(name))
		if !ok || fault != nil || changed[rel] {
			return ok && changed[rel], fault
		}
		if ignored, err := s.repo.Ignored(rel); err != nil || len(ignored) > 0 {
			return false, errors.Join(err, errors.New("git ignores it"))
		}
		return false, nil
	}
}

// lostFrom reports of files of t whether they are tracked, and gone from the work tree
// alone; nil without a repository.
func (s *surrounding) lostFrom(t *workspace.Target) func(string) (bool, error) {
	if s.repo == nil {
		return nil
	}
	return func(name string) (bool, error) {
		rel, ok := s.repo.Rel(t.File(name))
		if !ok {
			return false, nil
		}
		if _, err := os.Lstat(t.File(name)); !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
		if tracked, err := s.repo.Tracked(rel); err != nil || !tracked {
			return false, err
		}
		return s.repo.Differs(rel) // else it was left out of the work tree by design
	}
}

// committedSince asks the repository of t which files a commit changed after a time; nil
// where there is none to ask.
func committedSince(t *workspace.Target, repo *gitrepo.Repo) func(time.Time, []string) []string {
	if repo == nil {
		return nil
	}
	return func(after time.Time, names []string) []string {
		paths := map[string]string{} // names by path in the repository
		var asked []string
		for _, name := range names {
			if rel, ok := repo.Rel(t.File(name)); ok {
				paths[rel] = name
				asked = append(asked, rel)
			}
		}
		changed, _ := repo.Committed(after, asked...) // what git does not tell is not known
		var found []string
		for _, rel := range changed {
			if name, ok := paths[rel]; ok {
				found = append(found, name)
			}
		}
		return found
	}
}

// committed is the text of the checkpoint in the last commit; ok is false where
// there is no repository that git can open, no commit or no such file in it.
func committed(t *workspace.Target) (text string, ok bool, err error) {
	repo, err := gitrepo.Open(context.Background(), t.Dir())
	if errors.Is(err, gitrepo.ErrNotRepo) || errors.Is(err, gitrepo.ErrBroken) || errors.Is(err, gitrepo.ErrNoGit) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	defer repo.Close()
	rel, ok := repo.Rel(t.File(t.Main))
	if !ok {
		return "", false, nil
	}
	head, err := repo.Rev("HEAD", rel)
	if errors.Is(err, gitrepo.ErrNoCommit) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	raw, err := fs.ReadFile(head, rel)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(raw), err == nil, err
}
