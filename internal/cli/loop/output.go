package loop

import (
	"fmt"
	"path/filepath"
	"strings"
)

// outputFlag is for steps that leave files.
type outputFlag struct {
	Output []string `sep:"none" help:"A file that was made or changed, relative to the project; may be given again." placeholder:"FILE"`
}

// inProject returns the files relative to the project. They have to lie in it: a track is read
// on other machines, too.
func inProject(root string, names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		inside, ok := strings.TrimSpace(name), filepath.IsLocal(strings.TrimSpace(name))
		if filepath.IsAbs(inside) {
			inside, ok = pathInside(root, inside)
		}
		if !ok {
			return nil, fmt.Errorf("--output %q is outside of the project, want a file in it", name)
		}
		all = append(all, inside)
	}
	return all, nil
}

// pathInside returns the path of the file called name relative to dir, with slashes; ok is false
// where it does not lie in it.
func pathInside(dir, name string) (inside string, ok bool) {
	for _, real := range []func(string) string{func(s string) string { return s }, realPath} {
		inside, err := filepath.Rel(real(dir), real(name))
		if err == nil && filepath.IsLocal(inside) && inside != "." {
			return filepath.ToSlash(inside), true
		}
	}
	return "", false
}

// realPath is the path without links, or as it is where it cannot be followed.
func realPath(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
