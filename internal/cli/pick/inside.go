package pick

import (
	"fmt"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/spelling"
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

// InProject returns the paths of names below root, with slashes. Relative names are relative to base,
// which must be absolute. flag begins error messages.
func InProject(root, base, flag string, names []string) (files []string, err error) {
	for _, name := range names {
		abs := name
		if !filepath.IsAbs(name) {
			abs = filepath.Join(base, name)
		}
		file, ok := Inside(root, abs)
		switch {
		case !ok, spelling.IsBlank(name):
			return nil, fmt.Errorf("%s%q is outside of the project %s", flag, name, root)
		case file == ".":
			return nil, app.Errorf("name files or directories below it", "%s%q is not allowed, because it means the whole project", flag, name)
		}
		files = append(files, file)
	}
	return files, nil
}
