package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// A link in a repository may lead out of it. mdck reads such files, but writes only below the
// directories that these functions return, unless a flag allows more.

// Roots returns absolute paths of directories. A file of t may only be written if its path with
// links resolved is in one of them.
func (t *Target) Roots() []string {
	all := rootsOf(t.Dir(), t.Root)
	if t.named != "" {
		all = append(all, rootsOf(t.named, t.named)...)
	}
	return all
}

// RootsOf does the work of [Target.Roots] for files in dir, an absolute path, without a target.
func RootsOf(dir string) []string { return rootsOf(dir, dir) }

// rootsOf returns the roots of all repositories above dir by its unresolved path. It stops at the
// repository of the current directory, which the user chose, because a link may lead to a
// repository of another project. Outside any repository it returns the current directory if dir is
// in it, else root.
func rootsOf(dir, root string) []string {
	cwd, err := os.Getwd()
	here := ""
	if err == nil {
		here = Repository(cwd)
	}
	var all []string
	protocol.Above(dir, func(d string) bool {
		if exists(filepath.Join(d, ".git")) {
			all = append(all, d)
		}
		return d == here
	})
	if len(all) > 0 {
		return all
	}
	if _, ok := tree.Within(cwd, dir); err == nil && ok {
		return []string{cwd}
	}
	return []string{root}
}
