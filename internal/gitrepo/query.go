package gitrepo

import (
	"errors"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
)

// Staged lists the files that differ between HEAD and the index, as sorted slash
// paths relative to the root: added, copied, modified, deleted, renamed (by both
// names), of a changed type. Before the first commit that is all of the index.
// Submodules that are not deleted, files in conflict, and new files of which
// nothing is staged but the intent to add them are not listed.
func (r *Repo) Staged() ([]string, error) {
	base, err := r.base()
	if err != nil {
		return nil, err
	}
	// renames are not looked for: without that, the new name is an added file and the old one a deleted file
	changed, err := r.git.raw("diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames",
		"--ita-invisible-in-index", "--diff-filter=ACDMRT", base, "--")
	maps.DeleteFunc(changed, func(_ string, p pair) bool { return strings.HasPrefix(p.to, submodule+" ") })
	return slices.Sorted(maps.Keys(changed)), err
}

// base returns the id that the index is compared with: that of HEAD, or before the first commit
// that of the empty tree, which every repository has.
func (r *Repo) base() (string, error) {
	id, err := r.objects.commit("HEAD")
	if !errors.Is(err, ErrNoCommit) {
		return id, err
	}
	out, err := r.git.output("hash-object", "-t", "tree", "--stdin")
	return strings.TrimSuffix(out, "\n"), err
}

// Ignored returns the set of those of the slash paths that git ignores. A path need not exist.
// Tracked files are not ignored, whatever the patterns are. A path below a symbolic link, in a
// submodule or outside of the work tree is an error.
func (r *Repo) Ignored(paths ...string) (map[string]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var in strings.Builder
	for _, p := range paths {
		in.WriteString("./" + p + "\x00") // a colon at the start would be magic
	}
	out, err := r.git.filter(in.String(), "check-ignore", "-z", "--stdin")
	if status(err) == 1 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ignored := map[string]bool{}
	for _, p := range records(out) {
		ignored[strings.TrimPrefix(p, "./")] = true
	}
	return ignored, nil
}

// Tracked reports whether the index has a file with this slash path.
func (r *Repo) Tracked(path string) (bool, error) {
	found, err := r.git.list("--literal-pathspecs", "ls-files", "-z", "--", path)
	return slices.Contains(found, path), err
}

// Files returns the slash paths of the files in the index, sorted.
func (r *Repo) Files() ([]string, error) { return r.git.list("ls-files", "-z") }

// Nested reports whether a slash path is in another repository: a submodule or any other that is
// in the work tree.
func (r *Repo) Nested(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if tree.IsRepository(filepath.Join(r.git.dir, filepath.FromSlash(dir))) {
			return true
		}
	}
	return false
}

// CommitExists reports whether id, 4 to 64 hex digits, is the id of a commit of the repository
// or its beginning. The name of a branch is not an id. The beginning of several ids is an
// error.
func (r *Repo) CommitExists(id string) (bool, error) {
	id = strings.ToLower(id)
	if len(id) < 4 || len(id) > 64 || strings.Trim(id, "0123456789abcdef") != "" {
		return false, nil
	}
	full, err := r.objects.commit(id)
	if errors.Is(err, ErrNoCommit) {
		return false, nil
	}
	return err == nil && strings.HasPrefix(full, id), err
}
