package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/gitrepo"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

type stagedTrees struct {
	repo        *gitrepo.Repo
	index, head fs.FS
}

func (l *linter) staged() ([]workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	repo, err := gitrepo.Open(context.Background(), cwd)
	if err != nil {
		return nil, fmt.Errorf("--staged: %w", err)
	}
	names, err := repo.Staged()
	if err != nil {
		return nil, err
	}
	found, err := l.narrowed(repo, l.stagedTargets(repo, names))
	if err == nil && len(found) > 0 {
		err = l.openTrees(repo, wholeCheckpoints(found))
	}
	if err != nil {
		return nil, err
	}
	if found = wholeCheckpoints(slices.DeleteFunc(found, l.index.isRemoved)); len(found) == 0 {
		return nil, l.onlyIgnored(repo, cwd)
	}
	return found, nil
}

func (l *linter) narrowed(repo *gitrepo.Repo, staged []workspace.Target) ([]workspace.Target, error) {
	c := l.command
	if len(c.Paths) == 0 {
		return l.included(staged, repo.Root(), "the index")
	}
	var all []workspace.Target
	var errs []error
	for i, name := range c.Paths {
		main, known := c.Pick.Finder().Detect(c.Pick.PlainFinder().MainOf(l.paths[i]))
		rel, inside := repo.Rel(name)
		found := slices.DeleteFunc(slices.Clone(staged), func(t workspace.Target) bool {
			file, _ := repo.Rel(t.File(t.Path))
			isBelow := inside && (rel == "." || file == rel || strings.HasPrefix(file, rel+"/"))
			return !isBelow && !(known && workspace.SamePath(main.File(main.Main), t.File(t.Main)))
		})
		_, err := os.Stat(name)
		switch {
		case err == nil && (c.IgnoreUnknown || app.IsDir(name)):
			found, err = l.included(found, name, name)
		case len(found) > 0 || known:
			err = nil // a deleted file is no error
		case err == nil:
			err = c.Pick.UnknownError(name, c.query())
		case errors.Is(err, fs.ErrNotExist):
			err = fmt.Errorf("no file or checkpoint %q found", name)
		}
		all, errs = append(all, found...), append(errs, err)
	}
	return all, errors.Join(errs...)
}

func (l *linter) included(found []workspace.Target, start, where string) ([]workspace.Target, error) {
	if len(found) == 0 {
		return nil, nil
	}
	found, err := l.command.Pick.DropIgnored(found, start, where, l.command.query())
	return found, app.IgnoreError(err, pick.ErrNoCheckpoint)
}

func (l *linter) stagedTargets(repo *gitrepo.Repo, names []string) []workspace.Target {
	f := &l.command.Pick
	var found []workspace.Target
	for _, name := range names {
		file := filepath.Join(repo.Root(), filepath.FromSlash(name))
		if t, ok := f.Finder().Detect(f.PlainFinder().MainOf(file)); ok {
			t.Path, _ = tree.Within(t.Root, file)
			found = append(found, t)
		}
	}
	return found
}

func wholeCheckpoints(all []workspace.Target) []workspace.Target {
	all = slices.Clone(all)
	for i := range all {
		all[i].Path = all[i].Main
	}
	return pick.DistinctTargets(all)
}

// isRemoved reports whether the next commit has no file of t.
func (s *stagedTrees) isRemoved(t workspace.Target) bool {
	return !slices.ContainsFunc(append(t.Files(), t.Main, t.Path), func(name string) bool {
		rel, _ := s.repo.Rel(t.File(name))
		info, err := fs.Lstat(s.index, rel)
		return err == nil && info.ModTime().IsZero() // files of the index have no time
	})
}

func (l *linter) openTrees(repo *gitrepo.Repo, found []workspace.Target) error {
	var below, named []string
	for _, t := range found {
		if rel, ok := repo.Rel(t.Dir()); ok {
			below = append(below, rel)
		}
		dir := t.Dir()
		switch p := t.Row(); {
		case p.Repository:
			dir = repo.Root()
		case p.Home == "" && t.Format == "":
			dir = t.Root
		}
		if rel, ok := repo.Rel(dir); ok {
			named = append(named, rel)
		}
	}
	index, err := repo.Index(named...)
	if err != nil {
		return err
	}
	head, err := repo.Rev("HEAD", below...)
	if err != nil && !errors.Is(err, gitrepo.ErrNoCommit) {
		return err
	}
	l.index = &stagedTrees{repo: repo, index: index, head: head}
	return nil
}

// onlyIgnored prints a note if git ignores all checkpoints.
func (l *linter) onlyIgnored(repo *gitrepo.Repo, cwd string) error {
	all, err := l.command.Pick.Finder().Here(cwd)
	if err != nil || len(all) == 0 {
		return err
	}
	var names []string
	for _, t := range all {
		if rel, ok := repo.Rel(t.File(t.Main)); ok {
			names = append(names, rel)
		}
	}
	if ignored, err := repo.Ignored(names...); err == nil && len(names) > 0 && len(ignored) == len(names) {
		fmt.Fprintln(l.std.Err, "mdck: git ignores all checkpoints, so none is staged; to check the checkpoints of the work tree, omit --staged")
	}
	return nil
}

func (s *stagedTrees) forTarget(t *workspace.Target) (index, head fs.FS, err error) {
	rel, ok := s.repo.Rel(filepath.Join(t.Root, "x"))
	if !ok {
		return nil, nil, fmt.Errorf("%s is outside of the repository", t.DisplayPath(t.Main))
	}
	dir := path.Dir(rel)
	if index, err = fs.Sub(s.index, dir); err != nil {
		return nil, nil, err
	}
	if s.head != nil {
		head, err = fs.Sub(s.head, dir)
	}
	return index, head, err
}

func (s *stagedTrees) close() {
	if s != nil {
		s.repo.Close()
	}
}
