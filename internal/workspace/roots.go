package workspace

import (
	"os"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// Roots returns absolute directories. With links resolved, all of them must contain a file of t
// that mdck writes, unless a flag allows links that lead out.
func (t *Target) Roots() []string {
	all := rootsOf(t.Dir(), t.Root)
	if t.named != "" {
		all = append(all, rootsOf(t.named, t.named)...)
	}
	return all
}

// rootsOf returns the roots of the repositories around dir, nearest first, up to that of the
// current directory. Outside a repository, it returns the current directory or root. It does not
// resolve links in dir, because they may lead to another project.
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
