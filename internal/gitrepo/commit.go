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
	"strings"
	"time"
)

// A Commit is what [Repo.Snapshot] made.
type Commit struct {
	Hash  string   // the full id
	Files []string // the files it changes, sorted; a hook may have added some that were not named
	Left  []Left   // named files that are not in it, sorted
	Note  string   // problems after the commit was made, and what is not known of it, on one line; mostly ""
}

// Snapshot commits the changes of files in the work tree, and no others, with the given
// message. A file is named by its slash path, or by that of a directory above it, but not by
// the root of the work tree. Deletions are changes. A rename is a deletion and an addition, so
// both names have to be given.
//
// It is "git commit --only": what else is staged stays staged, hooks, filters and the signing of
// commits run as for a commit of the user, but without a terminal. A file that is staged with
// other contents than it has in the work tree is not committed, as the staged contents would be
// lost; nor are untracked files and submodules. They are [Left] behind. If a hook changes a file
// and stages it, the change is in the commit, as with git, and in the index. When ctx ends, git
// and all programs that it started are stopped.
//
// The commit is the one that git made here, even if HEAD moves at the same time. Once it is
// made, Snapshot returns no error.
//
// If no commit was made, the error is a [*SnapshotError], the Commit has only what was left, and
// the index and the work tree are as before, except for what a hook did. The error is another one if the message is blank or a
// name is not a slash path below the root; then nothing was tried.
func (r *Repo) Snapshot(ctx context.Context, files []string, message string) (Commit, error) {
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
		return Commit{}, &SnapshotError{Reason: InProgress, Detail: "GIT_INDEX_FILE is set, as in a commit hook"}
	}
	picked, left, err := g.pick(files)
	commit := Commit{Left: left}
	if err == nil {
		err = g.commit(picked, message, &commit)
	}
	return commit, snapshotError(ctx, err)
}

// Left is a file or directory that was named for a Snapshot and is not in it, although it
// differs from HEAD.
type Left struct {
	Path string `json:"path"`
	Why  Why    `json:"why"`
}

// Why is the reason why a path is not in a Snapshot.
type Why string

// The reasons.
const (
	LeftUntracked    Why = "not tracked"
	LeftMissing      Why = "no such file"
	LeftPartlyStaged Why = "staged with other content than in the work tree"
	LeftSubmodule    Why = "a submodule"
	LeftDirectory    Why = "a directory with that name exists"
)

// pick returns the changed files that files name and that can be committed, and those
// that cannot, sorted.
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
			return nil, nil, &SnapshotError{Reason: InConflict, Detail: fmt.Sprintf("%q", c.path)}
		}
		if why := g.whyLeft(c); why != "" {
			left = append(left, Left{c.path, why})
		} else {
			picked = append(picked, c.path)
		}
	}
	unknown, err := g.unknown(files, changes)
	left = append(left, unknown...)
	slices.SortStableFunc(left, func(a, b Left) int { return strings.Compare(a.Path, b.Path) })
	left = slices.CompactFunc(left, func(a, b Left) bool { return a.Path == b.Path }) // a file may be deleted in the index and untracked
	if err != nil || len(picked) > 0 {
		return picked, left, err
	}
	return nil, left, g.nothing(left)
}

// nothing returns why there is nothing to commit.
func (g git) nothing(left []Left) error {
	if len(left) == 0 {
		changes, err := g.changes("--untracked-files=no", ".")
		if err == nil && len(changes) == 0 {
			err = &SnapshotError{Reason: Clean}
		}
		return cmp.Or(err, error(&SnapshotError{Reason: Unchanged}))
	}
	detail := fmt.Sprintf("%q is %s", left[0].Path, left[0].Why)
	if more := len(left) - 1; more > 0 {
		detail += fmt.Sprintf(", and %d more", more)
	}
	return &SnapshotError{Reason: OutOfScope, Detail: detail}
}

// whyLeft returns why c cannot be committed from the work tree; "" if it can.
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
		return LeftPartlyStaged // as by "git rm --cached": to commit it would add it again
	}
	return ""
}

// unknown returns those of files at or below which there are neither changes nor tracked files.
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

// commit makes a commit of picked, and describes it.
func (g git) commit(picked []string, message string, made *Commit) error {
	parent, dir, err := g.ready()
	if err != nil {
		return err
	}
	said, failure := g.run(dir, picked, message)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(g.ctx), time.Minute) // as the other may have ended
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
	case now != made.Hash: // whoever moved it updated the index
		notes = append(notes, "HEAD has moved since then, to "+now[:min(len(now), 7)])
	default:
		if err := g.restage(made, picked); err != nil {
			notes = append(notes, "the index lacks the changes of a hook: "+printable(err.Error()))
		}
	}
	made.Note = strings.Join(notes, "; ")
	return nil
}

// ready returns the commit that HEAD is and the directory of the repository, or why no commit can
// be made on top of it now.
func (g git) ready() (head, dir string, err error) {
	if dir, err = g.gitDir(); err != nil {
		return "", "", err
	}
	if what := operation(dir); what != "" {
		return "", "", &SnapshotError{Reason: InProgress, Detail: what}
	}
	if head, err = g.commitOf("HEAD"); err != nil {
		return "", "", &SnapshotError{Reason: Unborn}
	}
	if branch, err := g.branch(); err == nil && branch == "" {
		return "", "", &SnapshotError{Reason: Detached, Detail: "at " + head[:7]}
	}
	return head, dir, nil
}

// restage stages what hooks put into the commit, which they staged in an index of that commit
// alone. It leaves out files that were not picked and for which the user staged other contents.
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

// A Reason is why no commit was made.
type Reason string

// The reasons.
const (
	Clean       Reason = "the work tree is clean"
	Unchanged   Reason = "nothing in scope has changed"
	OutOfScope  Reason = "none of the named files can be committed"
	Detached    Reason = "HEAD is detached, so no branch would have the commit"
	Unborn      Reason = "the branch has no commit yet"
	InProgress  Reason = "another git operation is not finished"
	InConflict  Reason = "a file is in conflict"
	Locked      Reason = "another git process has locked the index"
	NoIdentity  Reason = "git does not know who you are: user.name and user.email are not set"
	HookRefused Reason = "a hook rejected the commit"
	Moved       Reason = "HEAD was moved in the meantime"
	Stopped     Reason = "git was stopped before it finished"
	Failed      Reason = "git could not commit"
)

// A SnapshotError is returned by [Repo.Snapshot] if it made no commit.
type SnapshotError struct {
	Reason Reason
	Detail string // one printable line; may be ""
	err    error
}

// snapshotError returns the error of a Snapshot that made no commit because of err, which may be
// of git or of the system.
func snapshotError(ctx context.Context, err error) error {
	_, ok := errors.AsType[*SnapshotError](err)
	switch ended := ctx.Err(); {
	case err == nil:
		return nil
	case ended != nil: // which may be why git did not answer
		return &SnapshotError{Reason: Stopped, err: ended}
	case ok:
		return err
	}
	return &SnapshotError{Failed, printable(err.Error()), err}
}

func (e *SnapshotError) Error() string {
	return strings.TrimSuffix(string(e.Reason)+": "+e.Detail, ": ")
}

// Unwrap returns why the context ended, if that was the reason, or the error of a command.
func (e *SnapshotError) Unwrap() error { return e.err }

// Skipped reports whether there was nothing to commit.
func (e *SnapshotError) Skipped() bool {
	return e.Reason == Clean || e.Reason == Unchanged || e.Reason == OutOfScope
}
