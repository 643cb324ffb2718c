package gitrepo

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
	LeftPartlyStaged Why = "staged otherwise than it is in the work tree"
	LeftInConflict   Why = "in conflict"
	LeftSubmodule    Why = "a submodule"
	LeftDirectory    Why = "a directory stands in its place"
)

// pick returns the changed files that files name and that can be committed, sorted, and adds
// the others to s.left.
func (s *saving) pick(files []string) ([]string, error) {
	changes, err := s.git.changes()
	if err != nil {
		return nil, err
	}
	var picked []string
	for _, c := range changes {
		if !named(files, c.path) {
			continue
		}
		if why := s.git.whyLeft(c); why != "" {
			s.left = append(s.left, Left{c.path, why})
		} else {
			picked = append(picked, c.path)
		}
	}
	if err := s.addUnknown(files, changes); err != nil {
		return nil, err
	}
	slices.Sort(picked)
	slices.SortFunc(s.left, func(a, b Left) int { return cmp.Compare(a.Path, b.Path) })
	return picked, s.checkPicked(len(files), picked, changes)
}

// checkPicked returns an error if there is nothing to commit. A file in conflict is for ready
// to report, as git commits nothing then.
func (s *saving) checkPicked(files int, picked []string, changes []change) error {
	if i := slices.IndexFunc(changes, func(c change) bool { return c.conflict }); i >= 0 {
		s.conflict = changes[i].path
	}
	switch {
	case len(picked) > 0 || s.conflict != "":
		return nil
	case len(changes) == 0 && len(s.left) == 0:
		return &SnapshotError{Reason: Clean, Left: s.left}
	case files == 0:
		return &SnapshotError{Reason: OutOfScope, Detail: "no files are named"}
	}
	return &SnapshotError{Reason: OutOfScope, Left: s.left}
}

// named reports whether one of files is path or a directory above it.
func named(files []string, path string) bool {
	return slices.ContainsFunc(files, func(f string) bool { return under(f, path) })
}

func under(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, dir) && path[len(dir)] == '/'
}

// whyLeft returns why c cannot be committed from the work tree; "" if it can.
func (g git) whyLeft(c change) Why {
	switch {
	case c.submodule:
		return LeftSubmodule
	case c.conflict:
		return LeftInConflict
	case c.staged != '.' && c.unstaged != '.':
		return LeftPartlyStaged
	}
	info, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(c.path)))
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return LeftDirectory
	case c.staged == 'D':
		return LeftPartlyStaged // as by "git rm --cached": to commit it would add it again
	}
	return ""
}

// addUnknown adds those of files to s.left that are not tracked or do not exist.
func (s *saving) addUnknown(files []string, changes []change) error {
	unknown := slices.DeleteFunc(slices.Clone(files), func(f string) bool {
		return slices.ContainsFunc(changes, func(c change) bool { return c.path == f })
	})
	untracked, err := s.git.untracked(files)
	if err != nil {
		return err
	}
	known, err := s.git.listEach([]string{"ls-files", "-z"}, unknown)
	if err != nil {
		return err
	}
	for _, f := range untracked {
		if !slices.ContainsFunc(s.left, func(l Left) bool { return l.Path == f }) {
			s.left = append(s.left, Left{f, LeftUntracked})
		}
	}
	known = append(known, untracked...)
	for _, c := range changes {
		known = append(known, c.path) // a deleted directory is named by what was in it
	}
	for _, f := range unknown {
		if !slices.ContainsFunc(known, func(k string) bool { return under(f, k) }) {
			s.left = append(s.left, Left{f, s.git.whyUnknown(f)})
		}
	}
	return nil
}

// whyUnknown returns why git does not know a path.
func (g git) whyUnknown(name string) Why {
	if _, err := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(name))); err != nil {
		return LeftMissing
	}
	return LeftUntracked
}
