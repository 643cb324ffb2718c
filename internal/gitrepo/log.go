package gitrepo

import (
	"errors"
	"slices"
	"time"
)

// Committed lists those of the slash paths, relative to the root, that a commit on
// the way to HEAD changed after that time, sorted, each once. Merges count by the
// commits that they bring, not by themselves. Of a directory it lists the files below
// that were changed. Before the first commit there are none.
func (r *Repo) Committed(after time.Time, paths ...string) ([]string, error) {
	if _, err := r.objects.commit("HEAD"); errors.Is(err, ErrNoCommit) || len(paths) == 0 {
		return nil, nil
	}
	all, err := r.git.listEach([]string{
		"log", "--format=", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-show-signature",
		"--since=" + after.Add(time.Second).UTC().Format(time.RFC3339), // which counts that second itself
	}, paths)
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	slices.Sort(all)
	return slices.Compact(all), err
}
