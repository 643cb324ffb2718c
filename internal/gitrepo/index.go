package gitrepo

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Index returns the tree of the staged files at or below dirs; without dirs, of all. Contents are
// read when needed, until [Repo.Close]. The tree is safe for concurrent use.
//
// Contents are as stored, without filters. Files that git ignores are in the tree, too, with their
// contents in the work tree. Links are followed within the tree. Submodules are not listed, but
// their files can be opened by name.
func (r *Repo) Index(dirs ...string) (fs.FS, error) {
	dirs, err := pathspec(dirs)
	if err != nil {
		return nil, err
	}
	staged, err := r.git.list(slices.Concat([]string{"--literal-pathspecs", "ls-files", "--stage", "-z", "--"}, dirs)...)
	if err != nil {
		return nil, err
	}
	s := r.snapshot(staged)
	ignored, err := r.ignoredBelow(dirs)
	for _, name := range ignored {
		if p := strings.TrimSuffix(name, "/"); utf8.ValidString(p) && !s.taken(p) {
			s.add(p, entry{})
		}
	}
	return s, err
}

// Rev returns the tree of the commit rev, without ignored files. The error may wrap [ErrNoCommit].
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
	return r.snapshot(files), nil
}

// pathspec checks dirs. It returns nil for ".", because nil means all paths.
func pathspec(dirs []string) ([]string, error) {
	for _, dir := range dirs {
		if !fs.ValidPath(dir) {
			return nil, fmt.Errorf("expected a slash path below the root of the repository, found %q", dir)
		}
	}
	if slices.Contains(dirs, ".") {
		return nil, nil
	}
	return dirs, nil
}

// ignoredBelow returns ignored files, and ignored directories with a final slash.
//
// Without dirs, git lists an ignored directory once, because node_modules may have 100,000 files.
// With dirs it lists files, because git 2.39 fails for a path in an ignored directory.
func (r *Repo) ignoredBelow(dirs []string) ([]string, error) {
	args := []string{"--literal-pathspecs", "ls-files", "--others", "--ignored", "--exclude-standard", "-z"}
	if len(dirs) == 0 {
		args = append(args, "--directory")
	}
	return r.git.list(slices.Concat(args, []string{"--"}, dirs)...)
}

func (r *Repo) snapshot(lines []string) *storedTree {
	s := &storedTree{r.git.dir, r.objects.read, make(map[string]entry, len(lines)), map[string][]string{".": {}}}
	for _, line := range lines {
		if name, e, ok := parseEntry(line); ok && utf8.ValidString(name) {
			s.add(name, e)
		}
	}
	return s
}

// parseEntry parses a line of git: "MODE ID STAGE" (index) or "MODE TYPE ID" (commit), a tab, a
// path. ok is false for an entry that the tree omits.
func parseEntry(line string) (name string, e entry, ok bool) {
	properties, name, _ := strings.Cut(line, "\t")
	f := strings.Split(properties, " ")
	if len(f) != 3 {
		return name, e, false
	}
	perm, isFile := fileMode(f[0])
	switch {
	case f[1] == "blob":
		return name, entry{perm, f[2]}, isFile
	case f[2] != "0":
		return name, e, false
	case f[0] == "160000":
		return name, entry{mode: fs.ModeDir}, true
	}
	return name, entry{perm, f[1]}, isFile
}

// fileMode converts a mode of git. It returns false for a submodule.
func fileMode(mode string) (fs.FileMode, bool) {
	bits, _ := strconv.ParseUint(mode, 8, 32)
	switch bits &^ 0o777 {
	case 0o100000:
		return fs.FileMode(bits & 0o777), true
	case 0o120000:
		return fs.ModeSymlink | 0o777, true
	}
	return 0, false
}
