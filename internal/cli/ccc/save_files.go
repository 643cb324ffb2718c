package ccc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
)

// inProject converts files that the user named with flag, which may be "", to slash paths of the
// project of t.
func inProject(t *workspace.Target, flag string, names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		rel, err := fromRoot(t.Root, name)
		if err != nil {
			return nil, err
		}
		if rel == "." {
			return nil, app.Hinted(fmt.Errorf("%s%q is the whole project", flag, name), "name the files or directories of the task")
		}
		if !filepath.IsLocal(rel) {
			return nil, fmt.Errorf("%s%q is outside of the project %s", flag, name, t.Root)
		}
		files = append(files, filepath.ToSlash(rel))
	}
	return files, gone(t, flag, names, files)
}

// gone returns the first file, by name, that neither exists nor is in the last commit.
func gone(t *workspace.Target, flag string, names, files []string) error {
	for i, f := range files {
		if _, err := os.Lstat(t.File(f)); err != nil && !wasThere(t, f) {
			return fmt.Errorf("%s%q: %w", flag, names[i], app.WithoutPath(err))
		}
	}
	return nil
}

// wasThere reports whether git knows a missing file as deleted, or knows files below it.
func wasThere(t *workspace.Target, file string) bool {
	repo, err := gitrepo.Open(context.Background(), t.Root)
	if err != nil {
		return false
	}
	defer repo.Close()
	rel, ok := repo.Rel(t.File(file))
	differs, _ := repo.Differs(rel) // if git fails, the answer is false
	return ok && differs
}

// fromRoot returns the path of a file relative to root. If links make the two look unrelated, it resolves
// the directories, but not the file itself: git also knows a link by its own name.
func fromRoot(root, name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, abs)
	if err == nil && filepath.IsLocal(rel) {
		return rel, nil
	}
	resolved, err1 := filepath.EvalSymlinks(root)
	dir, err2 := filepath.EvalSymlinks(filepath.Dir(abs))
	if err1 != nil || err2 != nil {
		return abs, nil // an absolute path is not local and is refused
	}
	return filepath.Rel(resolved, filepath.Join(dir, filepath.Base(abs)))
}
