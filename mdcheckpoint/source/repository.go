package source

import (
	"io/fs"
	"path"
	"slices"
)

// IsRepository reports whether dir, a path in tree, is the root of a repository. Its .git must be a
// git directory or a regular file. Linked worktrees and submodules have such a file. As in git, an
// empty directory .git and a dangling link do not count. A file .git always counts: even if it
// names a missing repository, git does not search the parent directories.
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
