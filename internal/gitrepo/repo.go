// Package gitrepo reads repositories through the git command, has the index and commits as
// trees of io/fs, and commits named files.
//
// It uses no shell, no prompt and no network. Only [Repo.Snapshot] writes, and only that runs
// hooks or other programs of the user, except filters of changed files. Paths have slashes, are
// relative to the root of the work tree, and are literal, whatever characters they have. Objects of
// "git replace" are not used. Errors have the messages of git on one line.
//
// The variables that git sets for a hook (GIT_DIR, GIT_INDEX_FILE, …) count: in a pre-commit
// hook of "git commit -a" or "git commit FILE" the index is the one that will be committed.
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

	// ErrNotRepo means that a directory is in no work tree of git: it is in no repository, in a
	// bare one, or in the .git directory.
	ErrNotRepo = errors.New("not in a git work tree")

	// ErrBroken means that there is a repository that git does not accept: its HEAD cannot be
	// read, or it has moved away from its linked work tree.
	ErrBroken = errors.New("git cannot open the repository")

	// ErrNoCommit means that a revision is not the name of a commit, such as HEAD before the first
	// commit.
	ErrNoCommit = errors.New("no such commit")
)

// A Repo is a work tree of git with its index and its commits. [Open] returns one, and
// [Repo.Close] ends it. It is safe for concurrent use.
type Repo struct {
	git     git // in the root
	real    string
	objects *objects
}

// Open finds the work tree of the directory dir, which may be a linked one or that of a
// submodule. The error is, or wraps, [ErrNoGit], [ErrNotRepo] or [ErrBroken], or has the
// message of git, such as that the repository belongs to another user. The Repo and its trees
// can be used until ctx ends.
func Open(ctx context.Context, dir string) (*Repo, error) {
	exe, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoGit, err)
	}
	g, err := git{ctx: ctx, exe: exe, env: environ(os.Environ()), patience: answerTime}.find(dir)
	if err != nil {
		return nil, err
	}
	return &Repo{git: g, real: tree.RealPath(g.dir), objects: &objects{git: g}}, nil
}

// Close ends the process that reads objects. After it, reading a stored file of a tree of r
// returns [io/fs.ErrClosed]. Further calls do nothing.
func (r *Repo) Close() { r.objects.close() }

// Root returns the absolute path of the work tree as git has it, with symbolic links resolved
// and the separators of the system. The current directory or a path of the user may be another
// path of the same directory; [Repo.Rel] converts it to one of the repository.
func (r *Repo) Root() string { return r.git.dir }

// Rel returns the slash path, relative to the root, of the file at path, which is absolute or
// relative to the current directory; "." is the root itself. It returns false for a file
// outside the work tree. The file need not exist.
//
// Links among the directories of path are resolved, but not the last element: to git a link is
// a file, with nothing below it.
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

// Below returns those of names, slash paths relative to the root, that are below a directory on disk,
// relative to that.
func (r *Repo) Below(dir string, names []string) (below []string) {
	rel, ok := r.Rel(filepath.Join(dir, "x")) // of a file, as links among the directories are resolved
	for _, name := range names {
		if name, is := strings.CutPrefix(name, strings.TrimSuffix(rel, "x")); ok && is {
			below = append(below, name)
		}
	}
	return below
}

// Branch returns the name of the current branch, such as "main" or "topic/x", even before its
// first commit; "" if HEAD is detached.
func (r *Repo) Branch() (string, error) { return r.git.branch() }

func (g git) branch() (string, error) {
	out, err := g.output("symbolic-ref", "--quiet", "HEAD")
	if status(err) == 1 {
		return "", nil
	}
	return strings.TrimPrefix(strings.TrimSuffix(out, "\n"), "refs/heads/"), err
}
