// Package gitrepo reads repositories through the git command. It provides the index and commits as
// trees of io/fs, and can commit files.
//
// It uses no shell, no prompt and no network. Only [Repo.CommitFiles] writes and runs hooks. Other
// methods run no programs of the user, except the user's filters for changed files. Paths have
// slashes, are relative to the root of the work tree and are taken literally. Objects of "git
// replace" are not used. Errors have the messages of git on one line.
//
// The variables that git sets for a hook (GIT_DIR, GIT_INDEX_FILE, …) apply. So in a pre-commit
// hook of "git commit -a" or "git commit FILE", the index is the one that will be committed.
package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"mdck/internal/tree"
)

var (
	// ErrNoGit means that PATH has no git command.
	ErrNoGit = errors.New("git is not installed")

	// ErrNotRepo means that a directory is not in a work tree. It may be in a bare repository.
	ErrNotRepo = errors.New("not in a git work tree")

	// ErrBroken means that git does not accept a repository, such as one that was moved.
	ErrBroken = errors.New("git cannot open the repository")

	// ErrNoCommit means that a revision names no commit, such as HEAD before the first commit.
	ErrNoCommit = errors.New("there is no commit")
)

// A Repo is a git work tree with its index and commits. It is safe for concurrent use. Call
// [Repo.Close] at the end.
type Repo struct {
	git        git // runs in the root
	real       string
	objects    *objects
	unfiltered func() (git, error)
}

// Open opens the work tree of dir. The error wraps [ErrNoGit], [ErrNotRepo] or [ErrBroken], or has
// git's message. The Repo and its trees can be used until ctx ends.
func Open(ctx context.Context, dir string) (*Repo, error) {
	exe, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	g, err := git{ctx: ctx, exe: exe, env: environ(os.Environ()), patience: answerTime}.find(dir)
	if err != nil {
		return nil, err
	}
	return &Repo{g, tree.RealPath(g.dir), &objects{git: g}, sync.OnceValues(g.unfiltered)}, nil
}

// Close ends the process that reads objects. Reading a stored file then returns [io/fs.ErrClosed].
//
//go:noinline
func (r *Repo) Close() { r.objects.close() }

// Rest ends the process that reads objects. The next question starts a new one.
func (r *Repo) Rest() { r.objects.rest() }

// Root returns the absolute path of the work tree, with links resolved. [Repo.Rel] converts the
// user's paths.
func (r *Repo) Root() string { return r.git.dir }

// Rel returns the slash path of a file in the repository; "." is the root. ok is false outside the
// work tree. Rel does not follow a link at the end of path, because git treats it as a file.
func (r *Repo) Rel(path string) (slash string, ok bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	slash, ok = tree.Within(r.real, filepath.Join(tree.RealPath(filepath.Dir(abs)), filepath.Base(abs)))
	if !ok && tree.RealPath(abs) == r.real { // a link from outside to the root
		return ".", true
	}
	return slash, ok
}

// Below returns the names below dir, relative to dir. names are relative to the root.
func (r *Repo) Below(dir string, names []string) (below []string) {
	rel, ok := r.Rel(filepath.Join(dir, "x")) // "x", because dir itself may be a link
	for _, name := range names {
		if name, is := strings.CutPrefix(name, strings.TrimSuffix(rel, "x")); ok && is {
			below = append(below, name)
		}
	}
	return below
}

// Branch returns the current branch, such as "topic/x"; "" if HEAD is detached.
func (r *Repo) Branch() (string, error) { return r.git.branch() }

func (g git) branch() (string, error) {
	out, err := g.output("symbolic-ref", "--quiet", "HEAD")
	if status(err) == 1 {
		return "", nil
	}
	return strings.TrimPrefix(strings.TrimSuffix(out, "\n"), "refs/heads/"), err
}
