package gitrepo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
)

// A Commit is the result of [Repo.CommitFiles].
type Commit struct {
	Hash  string   // full id
	Files []string // changed files, sorted; a hook may have added some
	Left  []Left   // named files that are not in the commit
	Note  string   // problems after the commit, on one line
}

// CommitFiles commits the changes of files, and no others. A name is a file or a directory below the
// root. For a rename, give both names.
//
// CommitFiles runs "git commit --only", so other staged changes stay staged. Hooks run without a
// terminal. It leaves out untracked files, submodules and partly staged files; see [Left]. When ctx
// ends, git and its child processes are stopped.
//
// If there is no commit, the error is a [*CommitError], and the Commit has only the files that
// were left out. A blank message or an invalid name is another error. If there is a commit, there
// is no error.
func (r *Repo) CommitFiles(ctx context.Context, files []string, message string) (Commit, error) {
	if strings.TrimSpace(message) == "" || strings.ContainsRune(message, 0) {
		return Commit{}, fmt.Errorf("expected a commit message, found %.80q", message)
	}
	for _, f := range files {
		if !fs.ValidPath(strings.ToValidUTF8(f, "")) || f == "." || strings.ContainsRune(f, 0) {
			return Commit{}, fmt.Errorf("expected slash paths below the root of the repository, found %.80q", f)
		}
	}
	g := r.git
	g.ctx = ctx
	if g.lookup("GIT_INDEX_FILE") != "" {
		return Commit{}, &CommitError{Reason: InProgress, Detail: "GIT_INDEX_FILE is set, as in a commit hook"}
	}
	picked, left, err := g.pick(files)
	commit := Commit{Left: left}
	if err == nil {
		err = g.commit(picked, message, &commit)
	}
	return commit, snapshotError(ctx, err)
}

// A Left is a changed path that CommitFiles left out.
type Left struct {
	Path string `json:"path"`
	Why  Why    `json:"why"`
}

// A Why says why a path was left out.
type Why string

const (
	LeftUntracked    Why = "not tracked"
	LeftMissing      Why = "missing"
	LeftPartlyStaged Why = "staged with content that differs from the work tree"
	LeftSubmodule    Why = "a submodule"
	LeftDirectory    Why = "now a directory"
)

func (g git) pick(files []string) (picked []string, left []Left, err error) {
	changes, err := g.changes("--untracked-files=all", files...)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range changes {
		if c.conflict {
			if _, _, err := g.ready(); err != nil {
				return nil, nil, err
			}
			return nil, nil, &CommitError{Reason: InConflict, Detail: fmt.Sprintf("%q", c.path)}
		}
		if why := g.whyLeft(c); why != "" {
			left = append(left, Left{c.path, why})
		} else {
			picked = append(picked, c.path)
		}
	}
	unknown, err := g.unknown(files, changes)
	left = append(left, unknown...)
	sort.SliceStable(left, func(i, j int) bool { return left[i].Path < left[j].Path })
	left = slices.CompactFunc(left, func(a, b Left) bool { return a.Path == b.Path }) // a file deleted only from the index is in left twice
	if err != nil || len(picked) > 0 {
		return picked, left, err
	}
	return nil, left, nothing(left)
}

func nothing(left []Left) error {
	if len(left) == 0 {
		return &CommitError{Reason: Unchanged}
	}
	detail := fmt.Sprintf("%q is %s", left[0].Path, left[0].Why)
	if more := len(left) - 1; more > 0 {
		detail += fmt.Sprintf(", and %d more", more)
	}
	return &CommitError{Reason: OutOfScope, Detail: detail}
}

func (g git) whyLeft(c change) Why {
	info, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(c.path)))
	switch {
	case c.submodule:
		return LeftSubmodule
	case c.staged == '?':
		return LeftUntracked
	case c.staged != '.' && c.unstaged != '.':
		return LeftPartlyStaged
	case err == nil && info.IsDir():
		return LeftDirectory
	case err == nil && c.staged == 'D':
		return LeftPartlyStaged // a commit of the path would undo "git rm --cached"
	}
	return ""
}

// unknown returns the paths that git neither tracks nor reports as changed.
func (g git) unknown(files []string, changes []change) (left []Left, err error) {
	files = slices.DeleteFunc(slices.Clone(files), func(f string) bool {
		return slices.ContainsFunc(changes, func(c change) bool { return under(f, c.path) })
	})
	tracked, err := g.listEach([]string{"ls-files", "-z"}, files)
	for _, f := range files {
		why := LeftUntracked
		if _, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(f))); err != nil {
			why = LeftMissing
		}
		if !slices.ContainsFunc(tracked, func(name string) bool { return under(f, name) }) {
			left = append(left, Left{f, why})
		}
	}
	return left, err
}

func under(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, dir) && path[len(dir)] == '/'
}

func (g git) commit(picked []string, message string, made *Commit) error {
	parent, dir, err := g.ready()
	if err != nil {
		return err
	}
	said, failure := g.run(dir, picked, message)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(g.ctx), time.Minute) // the caller's context may have ended
	defer cancel()
	g.ctx = ctx
	if made.Hash = g.madeBy(said, parent, picked); made.Hash == "" {
		return cmp.Or(failure, errors.New("git did not print which commit it made"))
	}
	var notes []string
	if failure != nil {
		notes = append(notes, "git was stopped or failed after the commit")
	}
	made.Files, err = g.changedBy(made.Hash)
	switch now, _ := g.commitOf("HEAD"); {
	case err != nil:
		notes = append(notes, "the files of the commit are unknown: "+printable(err.Error()))
	case len(made.Files) == 0:
		notes = append(notes, "the commit is empty, because a hook removed its changes")
	case now != made.Hash: // whoever moved HEAD has updated the index
		notes = append(notes, "after the commit, HEAD moved to "+now[:min(len(now), 7)])
	default:
		if err := g.restage(made, picked); err != nil {
			notes = append(notes, "the index lacks the changes that a hook made: "+printable(err.Error()))
		}
	}
	made.Note = strings.Join(notes, "; ")
	return nil
}

func (g git) ready() (head, dir string, err error) {
	if dir, err = g.gitDir(); err != nil {
		return "", "", err
	}
	if what := operation(dir); what != "" {
		return "", "", &CommitError{Reason: InProgress, Detail: what}
	}
	if head, err = g.commitOf("HEAD"); err != nil {
		return "", "", &CommitError{Reason: Unborn}
	}
	if branch, err := g.branch(); err == nil && branch == "" {
		return "", "", &CommitError{Reason: Detached, Detail: "HEAD is at " + head[:7]}
	}
	return head, dir, nil
}

// restage copies changes of hooks to the user's index. Hooks stage them in a temporary index.
func (g git) restage(made *Commit, picked []string) error {
	stale, err := g.stagedSince(made.Hash)
	if err != nil || len(stale) == 0 {
		return err
	}
	staged, err := g.stagedSince(made.Hash + "^1")
	stale = slices.DeleteFunc(stale, func(name string) bool {
		return !slices.Contains(made.Files, name) || !slices.Contains(picked, name) && slices.Contains(staged, name)
	})
	if err != nil || len(stale) == 0 {
		return err
	}
	_, err = g.filter(strings.Join(stale, "\x00"), "--literal-pathspecs", "reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul", made.Hash)
	return err
}

// A Reason says why no commit was made.
type Reason string

const (
	Unchanged   Reason = "the files to commit have not changed"
	OutOfScope  Reason = "none of the named files can be committed"
	Detached    Reason = "HEAD is detached, so the commit would be on no branch"
	Unborn      Reason = "the branch has no commit yet"
	InProgress  Reason = "another git operation is not finished"
	InConflict  Reason = "a file is in conflict"
	Locked      Reason = "another git process has locked the index"
	NoIdentity  Reason = "git does not know who you are: user.name and user.email are not set"
	HookRefused Reason = "a hook rejected the commit"
	Moved       Reason = "another process moved HEAD"
	Stopped     Reason = "git was stopped before it finished"
	Failed      Reason = "git could not commit"
)

// A CommitError is the error of [Repo.CommitFiles] without a commit.
type CommitError struct {
	Reason Reason
	Detail string // one printable line, or ""
	err    error
}

func snapshotError(ctx context.Context, err error) error {
	_, ok := errors.AsType[*CommitError](err)
	switch ended := ctx.Err(); {
	case err == nil:
		return nil
	case ended != nil: // git may have failed because the context ended
		return &CommitError{Reason: Stopped, err: ended}
	case ok:
		return err
	}
	return &CommitError{Failed, printable(err.Error()), err}
}

func (e *CommitError) Error() string {
	return strings.TrimSuffix(string(e.Reason)+": "+e.Detail, ": ")
}

// Unwrap returns the error of the ended context or of the command.
func (e *CommitError) Unwrap() error { return e.err }

// Skipped reports whether there was nothing to commit.
func (e *CommitError) Skipped() bool {
	return e.Reason == Unchanged || e.Reason == OutOfScope
}
