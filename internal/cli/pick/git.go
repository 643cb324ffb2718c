package pick

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Git is the repository for the claims of a checkpoint.
type Git struct {
	claim.Outside
	Repo    *gitrepo.Repo // nil outside a repository
	shallow func() bool   // the clone is shallow; runs git
}

// Gits opens the repository of each checkpoint once. It is safe for concurrent use.
type Gits struct {
	asking sync.Mutex
	all    map[string]*Git
}

// ForTarget returns the repository of t for claims about team.
func (a *Gits) ForTarget(t *workspace.Target, team string) *Git {
	root := cmp.Or(workspace.Repository(t.Root), t.Root)
	a.asking.Lock()
	defer a.asking.Unlock()
	if a.all == nil {
		a.all = map[string]*Git{}
	}
	if a.all[root] == nil {
		a.all[root] = OpenGit(t, "")
	}
	s := *a.all[root]
	s.Team = team
	s.setFacts(t)
	return &s
}

func (a *Gits) Close() {
	for _, s := range a.all {
		s.Close()
	}
}

// OpenGit opens the repository of t, if any. The caller must close it.
func OpenGit(t *workspace.Target, team string) *Git {
	s := &Git{Outside: claim.Outside{Team: team}}
	repo, err := gitrepo.Open(context.Background(), t.Root)
	if err != nil {
		return s
	}
	s.Repo, s.Commit = repo, s.commitExists
	s.shallow = sync.OnceValue(func() bool {
		shallow, err := repo.Shallow()
		return shallow && err == nil
	})
	s.Branch, _ = repo.Branch() // unknown if HEAD is unreadable
	s.setFacts(t)
	return s
}

func (s *Git) setFacts(t *workspace.Target) {
	if s.Repo != nil {
		s.Facts = func(was claim.Facts) (claim.Facts, error) {
			return t.RepositoryFacts(context.Background(), &was, time.Now())
		}
	}
}

// commitExists returns an error for a commit that a shallow clone lacks, because the full one may
// have it.
func (s *Git) commitExists(hash string) (bool, error) {
	is, err := s.Repo.CommitExists(hash)
	if err == nil && !is && s.shallow() {
		return false, gitrepo.ErrShallow
	}
	return is, err
}

// Warnings returns unusual states of the repository, such as an unfinished merge.
func (s *Git) Warnings() []string {
	if s.Repo == nil {
		return nil
	}
	var all []string
	if at, err := s.Repo.Detached(); err == nil && at != "" {
		all = append(all, "HEAD is detached, at "+at+": a commit would be on no branch")
	}
	if what, err := s.Repo.Unfinished(); err == nil && what != "" {
		all = append(all, what+" is not finished: see git status")
	}
	return all
}

func (s *Git) Close() {
	if s.Repo != nil {
		s.Repo.Close()
	}
}

// Uncommitted returns a function that reports uncommitted changes, or nil without a repository.
func (s *Git) Uncommitted(t *workspace.Target) func(string) (bool, error) {
	if s.Repo == nil {
		return nil
	}
	changes := sync.OnceValues(func() (map[string]bool, error) {
		all, err := s.Repo.Changed()
		changed := map[string]bool{}
		for _, rel := range all {
			for ; rel != "." && !changed[rel]; rel = path.Dir(rel) { // a directory changes with its files
				changed[rel] = true
			}
		}
		return changed, err
	})
	return func(name string) (bool, error) {
		changed, fault := changes()
		rel, ok := s.Repo.Rel(t.File(name))
		if !ok || fault != nil || changed[rel] {
			return ok && changed[rel], fault
		}
		if s.Repo.Nested(rel) {
			return false, errors.New("the file is in another repository")
		}
		ignored, err := s.Repo.Ignored(rel)
		if len(ignored) > 0 {
			err = errors.New("git ignores it")
		}
		return false, err
	}
}

// maxFates limits the searches in the history for missing files.
const maxFates, costOfFailure = 50, 10

// Fate returns [claim.Outside.Fate] for t, or nil without a repository.
func (s *Git) Fate(t *workspace.Target) func(string) (claim.Fate, error) {
	if s.Repo == nil {
		return nil
	}
	tracked := sync.OnceValues(s.Repo.Files)
	asked := 0
	return func(name string) (f claim.Fate, err error) {
		rel, ok := s.Repo.Rel(t.File(name))
		if !ok {
			return f, errors.New("the file is outside of the repository")
		}
		if asked++; asked > maxFates {
			return f, errors.New("there are too many missing files to look up in git")
		}
		files, err := tracked()
		if err == nil {
			f, err = s.fateOf(rel, files)
		}
		if err != nil {
			asked += costOfFailure
		}
		return f, err
	}
}

// fateOf returns what happened to rel; files lists all tracked files.
func (s *Git) fateOf(rel string, files []string) (f claim.Fate, err error) {
	if slices.Contains(files, rel) {
		f.Lost, err = s.Repo.Differs(rel) // false for files outside a sparse checkout
		return f, err
	}
	f.Instead = instead(rel, files)
	if f.Removed, err = s.Repo.Removed(rel); err != nil || f.Removed != "" {
		return f, err
	}
	if s.shallow() && f.Instead == "" {
		return f, gitrepo.ErrShallow
	}
	ignored, err := s.Repo.Ignored(rel)
	f.Ignored = len(ignored) > 0
	return f, err
}

// instead returns a path that may be the new one of rel, or "".
func instead(rel string, files []string) string {
	base, only := path.Base(rel), ""
	for _, name := range files {
		for at := name; strings.Contains(at, "/"); at = path.Dir(at) {
			switch {
			case strings.HasSuffix(at, "/"+rel):
				return at
			case path.Base(at) == base && at != only && only != "":
				only = "/" // several paths fit
			case path.Base(at) == base:
				only = at
			}
		}
	}
	return strings.TrimPrefix(only, "/")
}

// CommittedText returns the checkpoint in the last commit; ok is false without one.
func CommittedText(t *workspace.Target) (text string, ok bool, err error) {
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
	text, ok, err = CommittedFile(repo, "HEAD", rel)
	return text, ok, app.IgnoreError(err, gitrepo.ErrNoCommit)
}

// CommittedFile returns a file in a revision; ok is false without one.
func CommittedFile(repo *gitrepo.Repo, rev, name string) (text string, ok bool, err error) {
	files, err := repo.Rev(rev, name)
	if err != nil {
		return "", false, err
	}
	text, err = source.ReadFile(files, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", false, fmt.Errorf("%s:%s: %w", rev, name, app.WithoutPath(err))
	}
	return text, err == nil, nil
}
