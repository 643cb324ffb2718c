package gitrepo

import (
	"errors"
	"slices"
	"strings"
)

// Since lists what commits changed after the last one that changed the file at a slash
// path relative to the root: slash paths, sorted. There are none if no commit has the
// file.
func (r *Repo) Since(path string) ([]string, error) {
	if _, err := r.objects.commit("HEAD"); errors.Is(err, ErrNoCommit) {
		return nil, nil
	}
	last, err := r.git.output("--literal-pathspecs", "log", "-1", "--format=%H", "--no-show-signature", "--", path)
	if last = strings.TrimSpace(last); err != nil || last == "" {
		return nil, err
	}
	names, err := r.git.list("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules", last, "HEAD", "--")
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	return names, err
}
