package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// A link in a repository may lead out of it. mdck reads such files. It writes only below the
// directories that these functions return, unless a flag allows more.

// Roots returns absolute paths of directories. mdck may write a file of t only if the path of the
// file, with links resolved, is in one of them.
func (t *Target) Roots() []string {
	all := rootsOf(t.Dir(), t.Root)
	if t.named != "" {
		all = append(all, rootsOf(t.named, t.named)...)
	}
	return all
}

// RootsOf is like [Target.Roots], for files in dir, an absolute path, without a target.
func RootsOf(dir string) []string { return rootsOf(dir, dir) }

// rootsOf returns the roots of all repositories above dir, from the nearest one up. It stops at the
// repository of the current directory. Links in dir are not resolved, because a link may lead to a
// repository of another project.
//
// Outside any repository, rootsOf returns the current directory if dir is in it, and otherwise
// root.
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
