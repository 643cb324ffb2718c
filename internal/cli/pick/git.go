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
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Git is the repository for the claims of a checkpoint.
type Git struct {
	claim.Outside
	*workspace.Git
}

// Gits opens each repository once. It is safe for concurrent use.
type Gits struct{ all sync.Map } // by root of the repository or of a target

// ForTarget returns the repository of t for claims about team.
func (a *Gits) ForTarget(t *workspace.Target, team string) *Git {
	known, ok := a.all.Load(t.Root)
	if !ok {
		known, _ = a.all.LoadOrStore(cmp.Or(workspace.Repository(t.Root), t.Root), t.Git())
		known, _ = a.all.LoadOrStore(t.Root, known)
	}
	git := newGit(t, team, known.(*workspace.Git))
	git.Expect = func(hash string) {
		if repo := git.Repo(); repo != nil {
			repo.Expect(hash)
		}
	}
	return git
}

func (a *Gits) Close() {
	for _, known := range a.all.Range {
		known.(*workspace.Git).Close()
	}
}

// OpenGit returns the repository of t, if any. Questions about commits start a process that Close
// ends.
func OpenGit(t *workspace.Target, team string) *Git { return newGit(t, team, t.Git()) }

func newGit(t *workspace.Target, team string, repository *workspace.Git) *Git {
	s := &Git{t.Outside(repository, claim.Outside{Team: team}), repository}
	s.Commit = s.commitExists
	if t.Folder != "" && s.Repo() != nil {
		s.Changed, s.Fate = uncommitted(s.Repo(), t), fate(s.Repo(), t)
	}
	if row := t.Row(); (row.Branch || row.Facts != nil) && s.Repo() != nil {
		if row.Branch {
			s.Branch = repository.CurrentBranch()
		}
		s.Facts = func(was claim.Facts) (claim.Facts, error) { return t.FactsIn(s.Repo(), &was, time.Now()) }
	}
	return s
}

// commitExists returns an error if a commit is missing in a shallow clone, because the full
// repository may have it.
func (s *Git) commitExists(hash string) (bool, error) {
	repo := s.Repo()
	if repo == nil {
		return false, errors.New("there is no git repository")
	}
	is, err := repo.CommitExists(hash)
	if err == nil && !is {
		err = repo.Shallow()
	}
	return is, err
}

// Warnings returns unusual states of the repository, such as an unfinished merge, if the protocol
// records its state.
func (s *Git) Warnings() []string {
	if s.Facts == nil {
		return nil
	}
	var all []string
	if s.Branch == "" {
		if at, err := s.Repo().Detached(); err == nil && at != "" {
			all = append(all, "HEAD is detached, at "+at+": a commit would be on no branch")
		}
	}
	if what, err := s.Repo().Unfinished(); err == nil && what != "" {
		all = append(all, what+" is not finished: see git status")
	}
	return all
}

// uncommitted returns a function that reports uncommitted changes to a file.
func uncommitted(repo *gitrepo.Repo, t *workspace.Target) func(string) (bool, error) {
	changes := sync.OnceValues(func() (map[string]bool, error) {
		all, err := repo.Changed()
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
		rel, ok := repo.Rel(t.File(name))
		if !ok || fault != nil || changed[rel] {
			return ok && changed[rel], fault
		}
		if repo.Nested(rel) {
			return false, errors.New("the file is in another repository")
		}
		ignored, err := repo.Ignored(rel)
		if len(ignored) > 0 {
			err = errors.New("git ignores it")
		}
		return false, err
	}
}

// maxFates limits the lookups of missing files in the history. A failed lookup counts as several.
const maxFates, costOfFailure = 50, 10

func fate(repo *gitrepo.Repo, t *workspace.Target) func(string) (claim.Fate, error) {
	tracked := sync.OnceValues(repo.Files)
	asked := 0
	return func(name string) (f claim.Fate, err error) {
		rel, ok := repo.Rel(t.File(name))
		if !ok {
			return f, errors.New("the file is outside of the repository")
		}
		if asked++; asked > maxFates {
			return f, errors.New("too many files are missing, so mdck did not look them up in git")
		}
		files, err := tracked()
		if err == nil {
			f, err = fateOf(repo, rel, files)
		}
		if err != nil {
			asked += costOfFailure
		}
		return f, err
	}
}

// fateOf returns what happened to rel; files lists all tracked files.
func fateOf(repo *gitrepo.Repo, rel string, files []string) (f claim.Fate, err error) {
	if slices.Contains(files, rel) {
		f.Lost, err = repo.Differs(rel) // false for files outside a sparse checkout
		return f, err
	}
	f.Instead = instead(rel, files)
	if f.Removed, err = repo.Removed(rel); err == nil && f.Instead == "" && f.Removed == "" {
		err = repo.Shallow()
	}
	if err != nil || f.Removed != "" {
		return f, err
	}
	ignored, err := repo.Ignored(rel)
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

// CommittedText returns the checkpoint in the last commit. ok is false if there is none.
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

// CommittedFile returns a file in a revision. ok is false if there is none.
func CommittedFile(repo *gitrepo.Repo, rev, name string) (text string, ok bool, err error) {
	files, err := repo.Rev(rev, name)
	if err != nil {
		return "", false, err
	}
	text, err = source.ReadFile(files, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", false, fmt.Errorf("%s:%s: %w", rev, name, tree.Cause(err))
	}
	return text, err == nil, nil
}
