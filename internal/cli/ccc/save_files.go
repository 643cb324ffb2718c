package ccc

import (
	"fmt"
	"os"
	"path/filepath"

	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// inProject converts file names to paths in the project, with slashes. flag begins error messages.
func inProject(t *workspace.Target, flag string, names []string) ([]string, error) {
	here, err := filepath.Abs("")
	if err != nil {
		return nil, err
	}
	files, err := pick.InProject(t.Root, here, flag, names)
	if err != nil {
		return nil, err
	}
	return files, missing(t, flag, names, files)
}

// missing returns an error about the first file that neither exists nor is in the last commit.
func missing(t *workspace.Target, flag string, names, files []string) error {
	git := t.Git()
	defer git.Close()
	for i, f := range files {
		if _, err := os.Lstat(t.File(f)); err != nil && !git.Differs(t, f) {
			return fmt.Errorf("%s%q: %w", flag, names[i], tree.Cause(err))
		}
	}
	return nil
}
