// Package gitrepo asks the few questions that mdck has for git, through the git
// command, shows the index and commits as trees of io/fs, and makes commits of
// files that are named.
//
// No shell is involved, nobody is prompted, and the network is not used. But for
// [Repo.Snapshot], nothing is written, and no hook, pager or other program of the
// user is run, filters of changed files excepted. Paths are
// separated by slashes, relative to the root of the work tree, and taken as they
// are, whatever characters they hold. Messages of git are part of the errors, on
// one line.
//
// The variables by which git tells a hook what it works on (GIT_DIR,
// GIT_INDEX_FILE, …) are respected: in a pre-commit hook of "git commit -a" or
// "git commit FILE" the index is the one that will be committed.
package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"mdck/internal/tree"
)

var (
	// ErrNoGit means that there is no git command in PATH.
	ErrNoGit = errors.New("git is not installed")

	// ErrNotRepo means that a directory lies in no work tree of git: it is in no
	// repository, in a bare one, or in the .git directory.
	ErrNotRepo = errors.New("not in a work tree of git")

	// ErrBroken means that there is a repository that git does not take for one: its
	// HEAD cannot be read, or it has moved away from its linked work tree.
	ErrBroken = errors.New("git cannot open the repository")

	// ErrNoCommit means that a revision names no commit of the repository, as HEAD
	// does before the first commit.
	ErrNoCommit = errors.New("no such commit")
)

// A Repo is a work tree of git with its index and its commits. Make one with
// [Open] and end it with [Repo.Close]. It is safe for concurrent use.
type Repo struct {
	git     git // in the root
	real    string
	objects *objects
	past    *objects // replaced ones as they were
}

// Open finds the work tree that the directory dir lies in, which may be a linked
// one or that of a submodule. Errors are, or wrap, [ErrNoGit], [ErrNotRepo], [ErrBroken], or
// what git says, such as that the repository belongs to another user. Work on
// the Repo and its trees ends when ctx does.
func Open(ctx context.Context, dir string) (*Repo, error) {
	exe, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	g, err := git{ctx: ctx, exe: exe, env: environ(os.Environ())}.find(dir)
	if err != nil {
		return nil, err
	}
	return &Repo{git: g, real: tree.RealPath(g.dir), objects: newObjects(g), past: newObjects(g.withVariable(noReplace, "1"))}, nil
}

// Close ends the process that reads objects. Trees of r cannot read stored files
// afterwards; such reads give [io/fs.ErrClosed]. Further calls do nothing.
func (r *Repo) Close() error { return errors.Join(r.objects.close(), r.past.close()) }

// Root is the absolute path of the work tree as git names it, with symbolic links
// resolved and the separators of the system. The current directory or a path of
// the user may name the same place differently; use [Repo.Rel] to get from such
// a path to one of the repository, not string operations.
func (r *Repo) Root() string { return r.git.dir }

// Rel is the slash path, relative to the root, of a file that the user names by
// path, relative to the current directory or absolute; "." is the root itself.
// It is false if the file lies outside the work tree. The file need not exist.
//
// Links among the directories of path are resolved, the last element is not: git
// too knows a link by its own name, and nothing below it.
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

// Branch is the name of the current branch, such as "main" or "topic/x", also
// before its first commit; "" if HEAD is detached.
func (r *Repo) Branch() (string, error) { return r.git.branch() }

func (g git) branch() (string, error) {
	out, err := g.output("symbolic-ref", "--quiet", "HEAD")
	if status(err) == 1 {
		return "", nil
	}
	return strings.TrimPrefix(strings.TrimSuffix(out, "\n"), "refs/heads/"), err
}
