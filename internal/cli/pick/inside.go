package pick

import (
	"path/filepath"

	"mdck/internal/tree"
)

// Inside returns the path of a file below root, with slashes; "." for root. It follows links, except
// a final one. abs must be absolute.
func Inside(root, abs string) (slash string, ok bool) {
	if slash, ok = tree.Within(root, abs); ok {
		return slash, true
	}
	abs = filepath.Clean(abs)
	real := filepath.Join(tree.RealPath(filepath.Dir(abs)), filepath.Base(abs))
	return tree.Within(tree.RealPath(root), real)
}
