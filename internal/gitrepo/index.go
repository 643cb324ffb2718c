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

// Index is the tree of what is staged now, below the given slash paths, which
// may be files too; without any, all of it. The list of files is that of this
// moment; contents are read from git when they are asked for, until
// [Repo.Close]. The tree is safe for concurrent use.
//
// Contents are the bytes that git has stored: line endings are not converted and
// no filter is run. Files that git ignores are read from the work tree, and so
// are live. Untracked files that are not ignored do not exist, nor do files in
// conflict, submodules, nested repositories, and names that are not UTF-8; a file
// added with "git add --intent-to-add" is empty.
//
// Symbolic links are listed as links and followed when they are read, as those of
// a directory on disk are, but only within this tree: a link whose target is
// absolute or not in the tree does not exist.
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

// Rev is the tree of the commit that rev names, below the given slash paths, like
// [Repo.Index] but without ignored files. A rev that names no commit is an
// [ErrNoCommit]; so is "HEAD" before the first commit.
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

// pathspec checks dirs. All paths are none for git.
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

// ignoredBelow lists what git ignores, directories with a slash at the end.
//
// For the whole of a work tree git is told to name a directory instead of its
// files if it ignores all of them: there may be 100,000 below node_modules. It is
// not told so for single paths, because for one in the middle of such a directory
// git 2.39 stops with an internal error.
func (r *Repo) ignoredBelow(dirs []string) ([]string, error) {
	args := []string{"--literal-pathspecs", "ls-files", "--others", "--ignored", "--exclude-standard", "-z"}
	if len(dirs) == 0 {
		args = append(args, "--directory")
	}
	return r.git.list(slices.Concat(args, []string{"--"}, dirs)...)
}

// snapshot makes a tree of lines of git, each of them properties, a tab, a path.
func (r *Repo) snapshot(lines []string, parse func(properties []string) (mode, id string)) *snapshot {
	s := &snapshot{root: r.git.dir, blobs: r.objects, entries: make([]entry, 0, len(lines))}
	for _, line := range lines {
		properties, name, _ := strings.Cut(line, "\t")
		mode, id := parse(strings.Split(properties, " "))
		if perm, ok := fileMode(mode); ok && utf8.ValidString(name) {
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

// parseTree reads "MODE TYPE ID".
func parseTree(properties []string) (mode, id string) {
	if len(properties) != 3 {
		return "", ""
	}
	return properties[0], properties[2]
}

// fileMode is the mode for one of git's; false for what is no file, such as a
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

// addIgnored adds what git ignores, unless it is in the way of what is staged.
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

// taken reports whether git has stored something at p, above it or below it.
func (s *snapshot) taken(p string) bool {
	for dir := p; dir != "."; dir = path.Dir(dir) {
		if _, ok := s.search(dir); ok {
			return true
		}
	}
	return s.hasBelow(p)
}

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }
