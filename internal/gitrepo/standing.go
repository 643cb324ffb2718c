package gitrepo

import (
	"slices"
	"strings"
)

// Shallow reports whether the repository was cloned without all of its history: a
// commit that it does not have may exist all the same.
func (r *Repo) Shallow() (bool, error) {
	out, err := r.git.output("rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(out) == "true", err
}

// UserName returns user.name of git's configuration; "" if it is not set.
func (r *Repo) UserName() string {
	out, err := r.git.output("config", "--get", "user.name")
	if err != nil {
		return "" // it is not set, or git does not say
	}
	return strings.TrimSuffix(out, "\n")
}

// LastChanged lists the files that the last commit added or changed, as sorted slash
// paths. There are none before the first commit, and none of a merge.
func (r *Repo) LastChanged() ([]string, error) {
	head, err := r.git.head()
	if err != nil {
		return nil, nil // the branch has no commit yet
	}
	names, err := r.git.list("diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "--no-renames", "--diff-filter=d", "--ignore-submodules", "-z", head, "--")
	slices.Sort(names)
	return names, err
}

// Unfinished returns the name of an operation of git that has not ended, such as "a merge"; ""
// if there is none.
func (r *Repo) Unfinished() (string, error) {
	dir, err := r.git.gitDir()
	if err != nil {
		return "", err
	}
	return operation(dir), nil
}

// Detached returns the beginning of the id of the commit that HEAD is if it is on no branch;
// "" on a branch.
func (r *Repo) Detached() (string, error) {
	if branch, err := r.git.branch(); err != nil || branch != "" {
		return "", err
	}
	head, err := r.git.head()
	return head[:min(len(head), 7)], err
}
