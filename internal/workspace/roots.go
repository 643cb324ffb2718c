package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// A link in a repository may lead out of it, and mdck reads there. What it writes stays
// below the directories that these functions give, unless a flag says otherwise.

// Roots gives the directories, absolute paths, that the files of t have to lie below to be
// written, once links are resolved.
func (t *Target) Roots() []string {
	all := rootsOf(t.Dir(), t.Root)
	if t.named != "" {
		all = append(all, rootsOf(t.named, t.named)...)
	}
	return all
}

// RootsOf is [Target.Roots] for files in dir, an absolute path, of no target.
func RootsOf(dir string) []string { return rootsOf(dir, dir) }

// rootsOf are the roots of the repositories that dir is in by its path, whatever links
// are on the way, as far as that of the current directory: whoever is there chose it. Of
// more than one each counts, as a link may lead to a repository of another project.
// Outside of any it is the current directory if dir is below that, else root.
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
