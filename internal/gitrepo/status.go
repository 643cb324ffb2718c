package gitrepo

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
)

// Modified returns the tracked files that differ from HEAD, sorted, without submodules.
func (r *Repo) Modified() ([]string, error) { return r.differing("--untracked-files=no") }

// Changed returns the files of Modified and the untracked files, sorted.
func (r *Repo) Changed() ([]string, error) { return r.differing("--untracked-files=all") }

func (r *Repo) differing(untracked string) ([]string, error) {
	g, err := r.unfiltered()
	if err != nil {
		return nil, err
	}
	changes, err := g.changes(untracked, ".")
	return pathsOf(changes), err
}

func pathsOf(changes []change) []string {
	var paths []string
	for _, c := range changes {
		if !c.submodule {
			paths = append(paths, c.path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// change is a file that differs from HEAD, with the letters of "git status": '.' means no
// difference, '?' untracked.
type change struct {
	path             string
	staged, unstaged byte
	submodule        bool
	conflict         bool
}

// changes returns the changes at or below paths. It does not write the index.
func (g git) changes(untracked string, paths ...string) ([]change, error) {
	out, err := g.status(paths, untracked)
	return parseStatus(out), err
}

func (g git) status(paths []string, options ...string) ([]string, error) {
	args := []string{"status", "--porcelain=v2", "-z", "--no-renames", "--ignore-submodules=dirty"}
	return g.listEach(append(args, options...), paths)
}

func parseStatus(out []string) []change {
	slices.Sort(out)
	var all []change
	for _, line := range slices.Compact(out) {
		if c, ok := parseChange(line); ok {
			all = append(all, c)
		}
	}
	return all
}

// parseChange parses a record of "git status --porcelain=v2":
//
//	1 XY SUB MODE-HEAD MODE-INDEX MODE-TREE ID-HEAD ID-INDEX PATH
//	u XY SUB MODE-1 MODE-2 MODE-3 MODE-TREE ID-1 ID-2 ID-3 PATH
//	? PATH
func parseChange(line string) (change, bool) {
	if path, ok := strings.CutPrefix(line, "? "); ok {
		return change{path: path, staged: '?', unstaged: '?'}, !strings.HasSuffix(path, "/") // a final slash means a repository
	}
	fields := map[byte]int{'1': 9, 'u': 11}[(line + " ")[0]]
	f := strings.SplitN(line, " ", max(fields, 1))
	if fields == 0 || len(f) != fields || len(f[1]) != 2 || f[2] == "" {
		return change{}, false
	}
	return change{
		path: f[fields-1], staged: f[1][0], unstaged: f[1][1],
		submodule: f[2][0] == 'S', conflict: line[0] == 'u',
	}, true
}

// Differs reports whether the file at path differs from HEAD, apart from conversions of git.
func (r *Repo) Differs(path string) (bool, error) {
	g, err := r.unfiltered()
	if err != nil {
		return false, err
	}
	head, err := r.objects.commit("HEAD")
	if err != nil && !errors.Is(err, ErrNoCommit) {
		return false, err
	}
	_, missing := os.Lstat(filepath.Join(g.dir, filepath.FromSlash(path)))
	if head == "" {
		return missing == nil, nil
	}
	_, err = g.output("--literal-pathspecs", "diff", "--quiet", "--no-ext-diff", "--no-textconv", head, "--", path)
	switch {
	case status(err) == 1:
		return true, nil
	case err != nil || missing != nil:
		return false, err
	case strings.Contains(path, "\n"):
		tracked, err := r.Tracked(path)
		return !tracked, err
	}
	_, err = r.objects.ask(head+":"+path, -1) // without a difference, the file is tracked if the commit has it
	if errors.Is(err, errMissing) {
		return true, nil
	}
	return false, err
}

// Staged returns the files that differ between HEAD and the index, sorted. Submodules, conflicts
// and "git add --intent-to-add" are left out.
func (r *Repo) Staged() ([]string, error) {
	return r.git.list("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "-O/dev/null",
		"--ita-invisible-in-index", "--diff-filter=ADMT", "--ignore-submodules", "--")
}

func (g git) stagedSince(base string) ([]string, error) {
	return g.list("diff-index", "--cached", "--name-only", "-z", "--no-renames", base, "--")
}

// changedBy returns the files that a commit changes, sorted; none for a merge.
func (g git) changedBy(commit string, options ...string) ([]string, error) {
	args := slices.Concat([]string{"diff-tree", "--root", "-r", "--no-commit-id", "--name-only", "-z", "--no-renames"}, options, []string{commit, "--"})
	return g.list(args...)
}

// LastChanged returns the files that the last commit added or changed, sorted; none for a merge.
// Before the first commit it returns an error.
func (r *Repo) LastChanged() ([]string, error) {
	return r.git.changedBy("HEAD", "--diff-filter=d", "--ignore-submodules")
}

// Ignored returns the paths that git ignores. It fails for a path below a link, in a submodule or
// outside the work tree.
func (r *Repo) Ignored(paths ...string) (map[string]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	in := "./" + strings.Join(paths, "\x00./") // a colon at the start has a meaning
	out, err := r.git.filter(in, "check-ignore", "-z", "--stdin")
	if status(err) == 1 {
		return nil, nil
	}
	ignored := map[string]bool{}
	for _, p := range records(out) {
		ignored[strings.TrimPrefix(p, "./")] = true
	}
	return ignored, err
}

// Tracked reports whether the index has a file at path.
func (r *Repo) Tracked(path string) (bool, error) {
	found, err := r.git.list("--literal-pathspecs", "ls-files", "-z", "--", path)
	return slices.Contains(found, path), err
}

// Files returns the files in the index, sorted.
func (r *Repo) Files() ([]string, error) { return r.git.list("ls-files", "-z") }

// Nested reports whether a path is in a submodule or another repository within the work tree.
func (r *Repo) Nested(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if tree.IsRepository(filepath.Join(r.git.dir, filepath.FromSlash(dir))) {
			return true
		}
	}
	return false
}

// CommitExists reports whether id, 4 to 64 hex digits, is a commit. An ambiguous id is an error.
func (r *Repo) CommitExists(id string) (bool, error) {
	name := strings.ToLower(id)
	if !isID(name) {
		return false, nil
	}
	found, err := r.objects.commit(name)
	if errors.Is(err, ErrNoCommit) {
		return false, nil
	}
	return err == nil && strings.HasPrefix(found, name), err
}

// Expect announces a call of CommitExists, so that git looks up the commit meanwhile.
func (r *Repo) Expect(id string) {
	if name := strings.ToLower(id); isID(name) {
		r.objects.expect(name)
	}
}

func isID(name string) bool {
	return len(name) >= 4 && len(name) <= 64 && strings.Trim(name, "0123456789abcdef") == ""
}

// ErrShallow means that a shallow clone does not have a commit or file.
var ErrShallow = errors.New("the commit or file is not in this shallow clone; to get the missing commits: git fetch --unshallow")

// Shallow returns [ErrShallow] for a shallow clone.
func (r *Repo) Shallow() error {
	if r.git.shallow {
		return ErrShallow
	}
	return nil
}

// UserName returns user.name of the git configuration; "" if not set or after an error.
func (r *Repo) UserName() string {
	out, _ := r.git.output("config", "--get", "user.name")
	return strings.TrimSuffix(out, "\n")
}

// Detached returns the abbreviated id of HEAD; "" on a branch.
func (r *Repo) Detached() (string, error) {
	if branch, err := r.git.branch(); err != nil || branch != "" {
		return "", err
	}
	head, err := r.git.commitOf("HEAD")
	return head[:min(len(head), 7)], err
}

// Unfinished returns an unfinished operation, such as "a merge", or "".
func (r *Repo) Unfinished() (string, error) {
	dir, err := r.git.gitDir()
	return operation(dir), err
}

// operations lists files that exist during an operation. Source: what "git status" looks for.
var operations = []struct{ file, name string }{
	{"rebase-merge", "a rebase"},
	{"rebase-apply", "a rebase, or git am"},
	{"MERGE_HEAD", "a merge"},
	{"CHERRY_PICK_HEAD", "a cherry-pick"},
	{"REVERT_HEAD", "a revert"},
	{"sequencer", "a series of cherry-picks or reverts"},
	{"BISECT_LOG", "a bisection"},
}

func operation(dir string) string {
	for _, o := range operations {
		if _, err := os.Lstat(filepath.Join(dir, o.file)); err == nil {
			return o.name
		}
	}
	return ""
}
