package gitrepo

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
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
// Staged changes stay staged. A file that is staged with other contents than it has in the
// work tree is not committed, as the staged contents would be lost; nor are untracked files
// and submodules. They are [Left] behind.
//
// Hooks, filters and the signing of commits run as for a commit of the user, but without a
// terminal. When ctx ends, git and all programs that it started are stopped. If a hook changes
// a file and stages it, the change is in the commit, as with git, and in the index.
//
// The commit is the one that git made here, even if HEAD moves at the same time. Once it is
// made, Snapshot returns no error.
//
// If no commit was made, the error is a [*SnapshotError], and the index and the work tree are
// as before, except for what a hook did. The error is another one if the message is blank or a
// name is not a slash path below the root; then nothing was tried.
func (r *Repo) Snapshot(ctx context.Context, files []string, message string) (Commit, error) {
	if err := checkSnapshot(files, message); err != nil {
		return Commit{}, err
	}
	g := r.git
	g.ctx = ctx
	s := &saving{git: g}
	commit, err := s.save(files, message)
	if err != nil {
		return Commit{}, s.failed(err)
	}
	return commit, nil
}

// checkSnapshot returns an error for arguments that are wrong in any repository.
func checkSnapshot(files []string, message string) error {
	if strings.TrimSpace(message) == "" || strings.ContainsRune(message, 0) {
		return fmt.Errorf("want the message of a commit, found %.80q", message)
	}
	for _, f := range files {
		if f == "" || f == "." || f == ".." || path.Clean(f) != f || path.IsAbs(f) || strings.HasPrefix(f, "../") || strings.ContainsRune(f, 0) {
			return fmt.Errorf("want slash paths below the root of the repository, found %.80q", f)
		}
	}
	return nil
}

// saving is one Snapshot.
type saving struct {
	git      git
	dir      string // of the repository, with HEAD and the index
	parent   string // the commit that HEAD is before
	left     []Left
	conflict string // a file in conflict; "" if there is none
}

func (s *saving) save(files []string, message string) (Commit, error) {
	if s.git.lookup("GIT_INDEX_FILE") != "" {
		return Commit{}, &SnapshotError{Reason: InProgress, Detail: "GIT_INDEX_FILE is set, as in a hook of a commit"}
	}
	picked, err := s.pick(files)
	if err != nil {
		return Commit{}, err
	}
	if err := s.ready(); err != nil {
		return Commit{}, err
	}
	done, err := s.commit(picked, message)
	if err != nil {
		return Commit{}, err
	}
	return s.result(picked, done), nil
}

// result updates the index and describes the commit that was made. The context of the commit
// may have ended.
func (s *saving) result(picked []string, done outcome) Commit {
	ctx, cancel := s.freshContext()
	defer cancel()
	s.git.ctx = ctx
	commit := Commit{Hash: done.head, Left: s.left}
	notes := []string{done.note()}
	changed, err := s.git.changedBy(done.head)
	switch {
	case err != nil:
		notes = append(notes, "the files of the commit are not known: "+printable(err.Error()))
	case len(changed) == 0:
		notes = append(notes, "the commit is empty, because a hook took the changes out of it")
	}
	commit.Files = slices.Sorted(maps.Keys(changed))
	if done.now != done.head {
		notes = append(notes, "HEAD has moved on since, to "+done.now[:7])
	} else if err := s.updateIndex(picked, done.head, changed); err != nil {
		notes = append(notes, "the index does not hold what a hook changed: "+printable(err.Error()))
	}
	commit.Note = strings.Join(slices.DeleteFunc(notes, func(n string) bool { return n == "" }), "; ")
	return commit
}

// updateIndex stages what hooks put into the commit, which they staged in an index of that
// commit alone. It leaves out files that were not picked and for which the user staged other
// contents. If HEAD has moved on, whoever moved it updated the index.
func (s *saving) updateIndex(picked []string, head string, changed map[string]pair) error {
	staged, err := s.git.raw("diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", head, "--")
	if err != nil {
		return err
	}
	var info strings.Builder
	for _, name := range slices.Sorted(maps.Keys(staged)) {
		c, ok := changed[name]
		_, mine := slices.BinarySearch(picked, name)
		if ok && (mine || staged[name].to == c.from) {
			fmt.Fprintf(&info, "%s\t%s\x00", c.to, name)
		}
	}
	if info.Len() == 0 {
		return nil
	}
	_, err = s.git.filter(info.String(), "update-index", "-z", "--index-info")
	return err
}

// pair has the two sides of a comparison, each "MODE ID"; a mode of zeros is no file.
type pair struct{ from, to string }

// raw reads the output of a command that compares with --raw -z, by path.
func (g git) raw(args ...string) (map[string]pair, error) {
	out, err := g.list(args...)
	changed := map[string]pair{}
	for i := 0; i+1 < len(out); i += 2 {
		// :100644 100644 ID ID M
		if f := strings.Fields(strings.TrimPrefix(out[i], ":")); len(f) >= 4 {
			changed[out[i+1]] = pair{f[0] + " " + f[2], f[1] + " " + f[3]}
		}
	}
	return changed, err
}
