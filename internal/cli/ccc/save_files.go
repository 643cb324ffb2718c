package ccc

import (
	"fmt"
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
)

// inProject converts file names to paths in the project, with slashes. flag begins error messages.
func inProject(t *workspace.Target, flag string, names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		file, ok := pick.Inside(t.Root, abs)
		if file == "." {
			return nil, app.Errorf("name the files or directories of the task", "%s%q is not allowed, because it means the whole project", flag, name)
		}
		if !ok {
			return nil, fmt.Errorf("%s%q is outside of the project %s", flag, name, t.Root)
		}
		files = append(files, file)
	}
	return files, missing(t, flag, names, files)
}

// missing returns an error about the first file that neither exists nor is in the last commit.
func missing(t *workspace.Target, flag string, names, files []string) error {
	git := t.Git()
	defer git.Close()
	for i, f := range files {
		if _, err := os.Lstat(t.File(f)); err != nil && !git.Differs(t, f) {
			return fmt.Errorf("%s%q: %w", flag, names[i], app.WithoutPath(err))
		}
	}
	return nil
}
