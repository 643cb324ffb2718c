package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Index returns the tree of the staged files at or below the given slash paths; without any,
// of all. The list of files does not change afterwards; contents are read from git when they
// are needed, until [Repo.Close]. The tree is safe for concurrent use.
//
// Contents are the bytes that git has stored: line endings are not converted and no filter is
// run. Files that git ignores, and files of submodules by their names, are read from the work
// tree at that moment; submodules are not listed. The tree does not have untracked files that are
// not ignored, files in conflict, other nested repositories, and names that are not UTF-8; a file
// added with "git add --intent-to-add" is empty.
//
// Symbolic links are listed as links and followed when they are read, as in a directory on
// disk, but only within this tree: a link whose target is absolute or not in the tree does not
// exist.
func (r *Repo) Index(dirs ...string) (fs.FS, error) {
	dirs, err := pathspec(dirs)
	if err != nil {
		return nil, err
	}
	staged, err := r.git.list(slices.Concat([]string{"--literal-pathspecs", "ls-files", "--stage", "-z", "--"}, dirs)...)
	if err != nil {
		return nil, err
	}
	s := r.snapshot(staged, parseStaged)
	ignored, err := r.ignoredBelow(dirs)
	if err != nil {
		return nil, err
	}
	s.addIgnored(ignored)
	return s, nil
}

// Rev returns the tree of the commit that rev names, like [Repo.Index] but without ignored
// files. The error is [ErrNoCommit] if there is no such commit, as for "HEAD" before the first
// one.
func (r *Repo) Rev(rev string, dirs ...string) (fs.FS, error) {
	dirs, err := pathspec(dirs)
	if err != nil {
		return nil, err
	}
	id, err := r.objects.commit(rev)
	if err != nil {
		return nil, err
	}
	files, err := r.git.list(slices.Concat([]string{"ls-tree", "-r", "-z", "--full-tree", id, "--"}, dirs)...)
	if err != nil {
		return nil, err
	}
	return r.snapshot(files, parseTree), nil
}

// pathspec checks dirs, and returns none for the root, which git reads as all paths.
func pathspec(dirs []string) ([]string, error) {
	for _, dir := range dirs {
		if !fs.ValidPath(dir) {
			return nil, fmt.Errorf("want a slash path below the root of the repository, found %q", dir)
		}
	}
	if slices.Contains(dirs, ".") {
		return nil, nil
	}
	return dirs, nil
}

// ignoredBelow returns the files that git ignores, and directories with a slash at the end.
//
// For a whole work tree git prints a directory instead of its files if it ignores all of them:
// there may be 100,000 in node_modules. For single paths it does not, because git 2.39 stops
// with an internal error for a path in such a directory.
func (r *Repo) ignoredBelow(dirs []string) ([]string, error) {
	args := []string{"--literal-pathspecs", "ls-files", "--others", "--ignored", "--exclude-standard", "-z"}
	if len(dirs) == 0 {
		args = append(args, "--directory")
	}
	return r.git.list(slices.Concat(args, []string{"--"}, dirs)...)
}

// snapshot returns the tree of lines of git, each of which is properties, a tab and a path.
func (r *Repo) snapshot(lines []string, parse func(properties []string) (mode, id string)) *snapshot {
	s := &snapshot{root: r.git.dir, blobs: r.objects, entries: make([]entry, 0, len(lines))}
	for _, line := range lines {
		properties, name, _ := strings.Cut(line, "\t")
		mode, id := parse(strings.Split(properties, " "))
		perm, ok := fileMode(mode)
		if mode == submodule {
			perm, id, ok = fs.ModeDir, "", true
		}
		if ok && utf8.ValidString(name) {
			s.entries = append(s.entries, entry{name, perm, id})
		}
	}
	s.sort()
	return s
}

func (s *snapshot) sort() {
	slices.SortFunc(s.entries, func(a, b entry) int { return strings.Compare(a.path, b.path) })
}

// parseStaged reads "MODE ID STAGE"; stages above 0 are sides of a conflict.
func parseStaged(properties []string) (mode, id string) {
	if len(properties) != 3 || properties[2] != "0" {
		return "", ""
	}
	return properties[0], properties[1]
}

// parseTree reads "MODE TYPE ID", but not a submodule, which has no work tree in a commit.
func parseTree(properties []string) (mode, id string) {
	if len(properties) != 3 || properties[0] == submodule {
		return "", ""
	}
	return properties[0], properties[2]
}

// submodule is the mode of one in an index and in a commit.
const submodule = "160000"

// fileMode returns the mode for one of git; false if it is not that of a file, but of a
// submodule.
func fileMode(mode string) (fs.FileMode, bool) {
	bits, err := strconv.ParseUint(mode, 8, 32)
	if err != nil {
		return 0, false
	}
	switch bits &^ 0o777 {
	case 0o100000:
		return fs.FileMode(bits & 0o777), true
	case 0o120000:
		return fs.ModeSymlink | 0o777, true
	}
	return 0, false
}

// addIgnored adds the ignored files, unless a staged file has the same path or one above or
// below it.
func (s *snapshot) addIgnored(ignored []string) {
	var added []entry
	for _, name := range ignored {
		p := strings.TrimSuffix(name, "/")
		if utf8.ValidString(p) && !s.taken(p) {
			added = append(added, entry{path: p})
		}
	}
	s.entries = append(s.entries, added...)
	s.sort()
}

// taken reports whether git has stored a file at p, above it or below it.
func (s *snapshot) taken(p string) bool {
	for dir := p; dir != "."; dir = path.Dir(dir) {
		if _, ok := s.search(dir); ok {
			return true
		}
	}
	return s.hasBelow(p)
}

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }
