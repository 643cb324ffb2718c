package workspace

import (
	"path/filepath"

	"mdck/mdcheckpoint/ohrfc"
)

// Start is where a walk begins that stands for the repository of dir, an
// absolute path: dir itself if nothing above it says otherwise.
func Start(dir string) string {
	if found, ok := above(dir, func(d string) bool { return isWorkspace(d) || holds(d) || hasSession(d) || hasFolders(d) }); ok {
		return found
	}
	return dir
}

// InWorkspace reports whether dir, an absolute path, lies in the workspace of an RFC.
func InWorkspace(dir string) bool {
	_, ok := above(dir, isWorkspace)
	return ok
}

// Project is the directory that the project of dir, an absolute path, has its
// settings in: [Start], or of a workspace the directory that holds it. ok is false
// if there is none.
func Project(dir string) (root string, ok bool) { return above(dir, holds) }

// Repository is the root of the repository of dir, an absolute path: the nearest
// directory with .git; "" outside of any.
func Repository(dir string) string {
	root, _ := above(dir, func(d string) bool { return exists(filepath.Join(d, ".git")) })
	return root
}

// above is the nearest directory, dir or one above it, that is as wanted.
func above(dir string, wanted func(string) bool) (found string, ok bool) {
	for d := dir; ; d = filepath.Dir(d) {
		if wanted(d) {
			return d, true
		}
		if filepath.Dir(d) == d {
			return "", false
		}
	}
}

// holds reports whether checkpoints or a repository are in dir.
func holds(dir string) bool {
	return exists(filepath.Join(dir, ohrfc.Dir)) || exists(filepath.Join(dir, ".git"))
}
