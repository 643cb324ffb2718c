package gitrepo

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// lastCommit returns the newest commit that changed path, in a format of git log, or "".
func (r *Repo) lastCommit(path, format string, options ...string) (string, error) {
	args := []string{"--literal-pathspecs", "log", "-1", "--format=" + format, "--no-show-signature"}
	out, err := r.git.output(slices.Concat(args, options, []string{"--", path})...)
	return strings.TrimSpace(out), err
}

func (r *Repo) unborn() bool {
	_, err := r.objects.commit("HEAD")
	return errors.Is(err, ErrNoCommit)
}

// LastChange returns the id and the time of the last commit that changed path; zero if none did.
func (r *Repo) LastChange(path string) (Revision, error) { return r.last(path) }

// LastAdded is LastChange for the commit that added path.
func (r *Repo) LastAdded(path string) (Revision, error) {
	return r.last(path, "--diff-filter=A", "--no-renames")
}

func (r *Repo) last(path string, options ...string) (v Revision, err error) {
	if r.unborn() {
		return v, nil
	}
	out, err := r.lastCommit(path, "%H %ct", options...)
	id, seconds, _ := strings.Cut(out, " ")
	if n, parse := strconv.ParseInt(seconds, 10, 64); parse == nil {
		v.Commit, v.Time = id, time.Unix(n, 0).UTC()
	}
	return v, err
}

// MaxCommits limits the commits that [Repo.After] and [Repo.Since] read.
const MaxCommits = 500

// After returns the subjects of the commits after id, newest first, at most [MaxCommits].
func (r *Repo) After(id string) ([]string, error) {
	if head, err := r.objects.commit("HEAD"); err != nil || id == head {
		return nil, err
	}
	return r.git.list("log", "-z", "--format=%s", "--no-show-signature", "--max-count="+strconv.Itoa(MaxCommits), id+"..HEAD", "--")
}

// ChangedAfter returns the paths that differ between the commits id and HEAD.
func (r *Repo) ChangedAfter(id string) ([]string, error) {
	return r.git.list("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules", id, "HEAD", "--")
}

// Since returns the paths that each commit after id changed, newest first, at most [MaxCommits]
// commits; all commits for id "". known is false if there is no such commit. follows is false if
// HEAD does not contain the commit. The error may be [ErrShallow].
func (r *Repo) Since(id string) (commits [][]string, known, follows bool, err error) {
	if id == "" {
		if err = r.Shallow(); err == nil {
			commits, err = r.changes("HEAD")
		}
		return commits, err == nil, err == nil, err
	}
	id = strings.ToLower(id)
	if !isID(id) {
		return nil, false, false, nil
	}
	full, err := r.objects.commit(id)
	switch head, _ := r.objects.commit("HEAD"); {
	case err != nil && !errors.Is(err, ErrNoCommit) && !errors.Is(err, errAmbiguous):
		return nil, false, false, err
	case err != nil, !strings.HasPrefix(full, id): // a branch may be called id
		return nil, false, false, r.Shallow()
	case full == head:
		return nil, true, true, nil
	}
	if _, err = r.git.output("merge-base", "--is-ancestor", id, "HEAD"); err != nil {
		if status(err) == 1 {
			err = r.Shallow()
		}
		return nil, true, false, err
	}
	commits, err = r.changes(id + "..HEAD")
	return commits, true, true, err
}

// changes returns the paths that each commit in a range changed, newest first.
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

// Removed returns the newest commit that removed path, such as "0abcdef of 2026-01-31", or "".
func (r *Repo) Removed(path string) (string, error) {
	removed, err := r.lastCommit(path, "%h of %as", "--diff-filter=D", "--no-renames")
	if err != nil && r.unborn() {
		err = nil
	}
	return removed, err
}

// Committed returns the files at or below paths that commits after the given time changed, sorted.
func (r *Repo) Committed(after time.Time, paths ...string) ([]string, error) {
	if len(paths) == 0 || r.unborn() {
		return nil, nil
	}
	all, err := r.git.listEach([]string{
		"log", "--format=", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-show-signature",
		"--since=" + after.Add(time.Second).UTC().Format(time.RFC3339), // --since includes its own second
	}, paths)
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	slices.Sort(all)
	return slices.Compact(all), err
}
