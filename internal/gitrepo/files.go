package gitrepo

import (
	"slices"
	"strings"
)

// Modified returns the tracked files that differ from HEAD, in the index or in the work tree,
// as sorted slash paths: added, changed, deleted, in conflict, of another type, but not
// submodules. Before the first commit these are all files of the index. Filters that the
// repository's own configuration names are not run: a file with a filter whose time has
// changed counts as different.
func (r *Repo) Modified() ([]string, error) {
	g, err := r.git.unfiltered()
	if err != nil {
		return nil, err
	}
	changes, err := g.changes()
	var paths []string
	for _, c := range changes {
		if !c.submodule {
			paths = append(paths, c.path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), err
}

// Changed returns the files that differ from the last commit: those of Modified, and those that
// are neither tracked nor ignored, in one sorted list. Repositories within this one are not
// entered.
func (r *Repo) Changed() ([]string, error) {
	modified, err := r.Modified()
	if err != nil {
		return nil, err
	}
	untracked, err := r.git.untracked([]string{"."})
	all := append(modified, untracked...)
	slices.Sort(all)
	return slices.Compact(all), err
}

// A change is a tracked file that differs from HEAD. The letters are those of "git status" for
// the difference between HEAD and the index (staged), and between the index and the work tree
// (unstaged); '.' means no difference.
type change struct {
	path             string
	staged, unstaged byte
	submodule        bool
	conflict         bool
}

// changes returns the changes of the whole work tree. The index is not written.
func (g git) changes() ([]change, error) {
	out, err := g.list("status", "--porcelain=v2", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules=dirty")
	var all []change
	for _, line := range out {
		if c, ok := parseChange(line); ok {
			all = append(all, c)
		}
	}
	return all, err
}

// parseChange reads a record of "git status --porcelain=v2":
//
//	1 XY SUB MODE-HEAD MODE-INDEX MODE-TREE ID-HEAD ID-INDEX PATH
//	u XY SUB MODE-1 MODE-2 MODE-3 MODE-TREE ID-1 ID-2 ID-3 PATH
func parseChange(line string) (change, bool) {
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

// untracked returns the untracked files at or below paths, sorted.
func (g git) untracked(paths []string) ([]string, error) {
	found, err := g.listEach([]string{"ls-files", "--others", "--exclude-standard", "-z"}, paths)
	found = slices.DeleteFunc(found, func(f string) bool { return strings.HasSuffix(f, "/") }) // a repository
	slices.Sort(found)
	return slices.Compact(found), err
}

// atOnce is how many paths one command line has at most.
const atOnce = 200

// listEach returns the records that a command prints for paths, which are literal. Without
// paths there are none.
func (g git) listEach(args, paths []string) ([]string, error) {
	var all []string
	for some := range slices.Chunk(paths, atOnce) {
		out, err := g.list(slices.Concat([]string{"--literal-pathspecs"}, args, []string{"--"}, some)...)
		if err != nil {
			return nil, err
		}
		all = append(all, out...)
	}
	return all, nil
}
