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

// relative gives the files relative to the project. They have to lie in it: a track is
// read on other machines, too.
func (f *outputFlag) relative(track *trackFlag, command string) ([]string, error) {
	var names []string
	root := ""
	for _, name := range f.Output {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("%s: --output is blank, want a file in the project", command)
		}
		if !filepath.IsAbs(name) && filepath.IsLocal(name) {
			names = append(names, name)
			continue
		}
		if !filepath.IsAbs(name) {
			return nil, fmt.Errorf("%s: --output %q lies outside of the project, want a file in it", command, name)
		}
		if root == "" {
			t, err := track.track(command)
			if err != nil {
				return nil, err
			}
			root = t.Root
		}
		inside, ok := pathInside(root, name)
		if !ok {
			return nil, fmt.Errorf("%s: --output %q lies outside of the project %q, want a file in it", command, name, root)
		}
		names = append(names, inside)
	}
	return names, nil
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
