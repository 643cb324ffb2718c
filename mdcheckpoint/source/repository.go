package source

import (
	"io/fs"
	"path"
	"slices"
)

// IsRepository reports whether a repository begins at dir, a path of tree: its .git is a
// directory of git, or a file, as in a linked worktree and a submodule. A file counts whatever it
// says, as git itself does not look further up from there: if the main repository was moved, its
// worktrees are still not part of it. As in git, an empty directory .git does not count, nor does
// a link that leads nowhere.
func IsRepository(tree fs.FS, dir string) bool {
	dot := path.Join(dir, ".git")
	info, err := fs.Stat(tree, dot)
	if err != nil || !info.IsDir() {
		return err == nil && info.Mode().IsRegular()
	}
	return slices.ContainsFunc([]string{"HEAD", "objects", "refs"}, func(part string) bool {
		_, err := fs.Stat(tree, path.Join(dot, part))
		return err == nil
	})
}
