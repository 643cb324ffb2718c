package gitrepo

import (
	"errors"
	"strconv"
	"strings"
)

// NamedSince counts the commits after the one that added the file at a slash path
// relative to the root, on the way to HEAD, that have a line which fits an extended
// regular expression. There are none if no commit has the file.
func (r *Repo) NamedSince(path, pattern string) (int, error) {
	if _, err := r.objects.commit("HEAD"); errors.Is(err, ErrNoCommit) {
		return 0, nil
	}
	added, err := r.git.output("--literal-pathspecs", "log", "-1", "--format=%H", "--diff-filter=A", "--no-renames", "--no-show-signature", "--", path)
	if added = strings.TrimSpace(added); err != nil || added == "" {
		return 0, err
	}
	out, err := r.git.output("rev-list", "--count", "--extended-regexp", "--grep="+pattern, added+"..HEAD", "--")
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(out))
}
