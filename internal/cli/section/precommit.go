package section

import (
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/workspace"
)

const preCommit = "pre-commit"

// HasRepository reports whether the current directory is in a repository.
func HasRepository() bool {
	cwd, err := os.Getwd()
	return err == nil && workspace.Repository(cwd) != ""
}

func (c *initCommand) addPreCommit(std app.Streams) error {
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	root := workspace.Repository(cwd)
	if root == "" {
		return app.Errorf("git init creates one", "init pre-commit: no repository here")
	}
	added := "added the hook mdck; to run it at each commit: pre-commit install"
	return c.edit(std, filepath.Join(root, config.PreCommitFile), "the hook mdck", added, func(text string) (string, error) {
		after, err := config.AddPreCommit(text)
		if err != nil {
			err = app.WithHints(err, "nothing was written; write the entries of \"repos\" on lines of their own")
		}
		return after, err
	})
}
