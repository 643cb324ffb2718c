package gitrepo

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

func (r *Repo) lastCommit(path string, options ...string) (string, error) {
	if r.unborn() {
		return "", nil
	}
	args := []string{"--literal-pathspecs", "log", "-1", "--format=%H", "--no-show-signature"}
	out, err := r.git.output(slices.Concat(args, options, []string{"--", path})...)
	return strings.TrimSpace(out), err
}

func (r *Repo) unborn() bool {
	_, err := r.objects.commit("HEAD")
	return errors.Is(err, ErrNoCommit)
}

// LastChange returns when a commit last changed path; the zero time if none did.
func (r *Repo) LastChange(path string) (time.Time, error) { return r.lastTime(path) }

// LastAdded returns when a commit last added path; the zero time if none did.
func (r *Repo) LastAdded(path string) (time.Time, error) {
	return r.lastTime(path, "--diff-filter=A", "--no-renames")
}

func (r *Repo) lastTime(path string, options ...string) (time.Time, error) {
	out, err := r.lastCommit(path, append(options, "--format=%ct")...)
	seconds, parse := strconv.ParseInt(out, 10, 64)
	if err != nil || parse != nil {
		return time.Time{}, err
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// MaxCommits limits the commits that [Repo.After] and [Repo.Since] read.
const MaxCommits = 500

// After describes the commits after the last one that changed path: how many (at most 500), the
// changed paths, the subjects.
func (r *Repo) After(path string) (commits int, changed, subjects []string, err error) {
	last, err := r.lastCommit(path)
	if err != nil || last == "" {
		return 0, nil, nil, err
	}
	subjects, err = r.git.list("log", "-z", "--format=%s", "--no-show-signature", "--max-count="+strconv.Itoa(MaxCommits), last+"..HEAD", "--")
	if err != nil || len(subjects) == 0 {
		return 0, nil, nil, err
	}
	changed, err = r.git.list("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules", last, "HEAD", "--")
	return len(subjects), changed, subjects, err
}

// Since returns the paths that each commit after id changed, newest first, at most 500 commits. If
// id is "", all commits count. known is false if there is no such commit, and follows is false if
// HEAD does not contain the commit. The error may be [ErrShallow].
func (r *Repo) Since(id string) (commits [][]string, known, follows bool, err error) {
	if id == "" {
		if err = r.unlessShallow(); err == nil {
			commits, err = r.changes("HEAD")
		}
		return commits, err == nil, err == nil, err
	}
	id = strings.ToLower(id)
	if !isID(id) {
		return nil, false, false, nil
	}
	full, err := r.git.commitOf(id)
	if status(err) == 1 || status(err) == 128 || err == nil && !strings.HasPrefix(full, id) { // the last condition is true if id names a branch
		return nil, false, false, r.unlessShallow()
	}
	if err != nil {
		return nil, false, false, err
	}
	if _, err = r.git.output("merge-base", "--is-ancestor", id, "HEAD"); err != nil {
		if status(err) == 1 {
			err = r.unlessShallow()
		}
		return nil, true, false, err
	}
	commits, err = r.changes(id + "..HEAD")
	return commits, true, true, err
}

// changes returns the slash paths that each commit in a range changed, newest first.
func (r *Repo) changes(commitRange string) (commits [][]string, err error) {
	all, err := r.git.list("log", "--format=%x01", "--name-only", "-z", "-m", "--first-parent", "--no-renames", "--no-ext-diff", "--no-show-signature",
		"--max-count="+strconv.Itoa(MaxCommits), commitRange, "--")
	for _, name := range all {
		switch name = strings.TrimPrefix(name, "\n"); {
		case name == "\x01":
			commits = append(commits, []string{})
		case name != "" && len(commits) > 0:
			commits[len(commits)-1] = append(commits[len(commits)-1], name)
		}
	}
	return commits, err
}

func (r *Repo) unlessShallow() error {
	if shallow, err := r.Shallow(); err == nil && shallow {
		return ErrShallow
	}
	return nil
}

// Removed returns the newest commit that removed path, such as "0abcdef of 2026-01-31", or "".
func (r *Repo) Removed(path string) (string, error) {
	return r.lastCommit(path, "--diff-filter=D", "--no-renames", "--format=%h of %as")
}

// Committed returns the files at or below paths that commits changed after the given time, sorted.
func (r *Repo) Committed(after time.Time, paths ...string) ([]string, error) {
	if len(paths) == 0 || r.unborn() {
		return nil, nil
	}
	all, err := r.git.listEach([]string{
		"log", "--format=", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-show-signature",
		"--since=" + after.Add(time.Second).UTC().Format(time.RFC3339), // --since includes the second itself
	}, paths)
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	slices.Sort(all)
	return slices.Compact(all), err
}
