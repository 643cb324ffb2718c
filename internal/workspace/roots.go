package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// A link in a repository may lead out of it, and mdck reads there. It writes only below the
// directories that these functions return, unless a flag says otherwise.

// Roots returns the directories, absolute paths, that the files of t must be in to be written,
// once links are resolved.
func (t *Target) Roots() []string {
	all := rootsOf(t.Dir(), t.Root)
	if t.named != "" {
		all = append(all, rootsOf(t.named, t.named)...)
	}
	return all
}

// RootsOf is [Target.Roots] for files in dir, an absolute path, of no target.
func RootsOf(dir string) []string { return rootsOf(dir, dir) }

// rootsOf returns the roots of all repositories that dir is in by its path, whatever links it
// has, up to that of the current directory, which the user chose: a link may lead to a
// repository of another project. Outside of any repository it returns the current directory if
// dir is in that, else root.
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
