package source

import (
	"io/fs"
	"path"
	"slices"
)

// IsRepository reports whether dir is the root of a repository, as git decides.
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
