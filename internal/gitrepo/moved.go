package gitrepo

import "errors"

// Moved is the path that the file at a slash path relative to the root has in HEAD, if the
// index has it under a new name, as after git mv; "" else. Contents that a partial clone
// lacks are not compared: what was changed besides is not found there.
func (r *Repo) Moved(path string) (from string, err error) {
	if _, err := r.past.commit("HEAD"); errors.Is(err, ErrNoCommit) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	all, err := r.renames("-M")
	if unfetched(err) {
		all, err = r.renames("-M100%")
	}
	for i := 0; i+2 < len(all); i += 3 {
		if all[i+2] == path {
			from = all[i+1]
		}
	}
	return from, err
}

// renames are three records for each file that the index has under another name than HEAD:
// a status, the old path, the new one. The index is asked, and not the work tree, as no
// filter of the repository has to run for that.
func (r *Repo) renames(how string) ([]string, error) {
	return r.git.with(noReplace, "1").list("diff-index", "--cached", how, "--diff-filter=R", "--name-status", "-z", "--no-ext-diff", "--no-textconv", "HEAD", "--")
}
