package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"mdck/internal/gitrepo"
	"mdck/internal/workspace"
)

// stagedTrees are git's trees, as the targets see them.
type stagedTrees struct {
	repo        *gitrepo.Repo
	index, head fs.FS
}

// staged gives the checkpoints of which a file is staged, and of those that were
// named only these.
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
	found := l.command.stagedTargets(repo, names)
	if len(l.command.Paths) > 0 {
		named, err := l.command.targets(l.command.Paths, l.command.options())
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(t workspace.Target) bool { return !slices.ContainsFunc(named, sameMain(t)) })
	}
	if len(found) == 0 {
		return nil, l.onlyIgnored(repo, cwd)
	}
	if len(l.command.Paths) == 0 {
		if found, err = l.command.dropIgnored(found, repo.Root(), "what is staged", ""); err != nil {
			return nil, ignoreError(err, errNoCheckpoint)
		}
	}
	return found, l.openTrees(repo, found)
}

func sameMain(t workspace.Target) func(workspace.Target) bool {
	return func(other workspace.Target) bool { return resolved(other.File(other.Main)) == resolved(t.File(t.Main)) }
}

// resolved is a path without symbolic links in its directories.
func resolved(file string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}

func (f *configFlags) stagedTargets(repo *gitrepo.Repo, names []string) []workspace.Target {
	var found []workspace.Target
	for _, name := range names {
		if t, ok := f.finder().Detect(spokenOf(filepath.Join(repo.Root(), filepath.FromSlash(name)))); ok {
			t.Path = t.Main
			found = append(found, t)
		}
	}
	return distinctTargets(found)
}

// openTrees reads the last commit below the checkpoints, and the index of all that they may
// name files of: a home has its own, other protocols a project or the whole repository.
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

// onlyIgnored says so when nothing is staged because git ignores the
// checkpoints.
func (l *linter) onlyIgnored(repo *gitrepo.Repo, cwd string) error {
	all, err := l.command.finder().Here(cwd)
	if err != nil || len(all) == 0 {
		return err
	}
	var names []string
	for _, t := range all {
		if rel, ok := repo.Rel(t.File(t.Main)); ok {
			names = append(names, rel)
		}
	}
	ignored, err := repo.Ignored(names...)
	if err == nil && len(names) > 0 && len(ignored) == len(names) {
		fmt.Fprintln(l.std.Err, "mdck: nothing of ours is staged: git ignores every checkpoint of this repository; mdck lint without --staged checks them")
	}
	return err
}

// forTarget gives index and last commit with the root of t as their root.
func (s *stagedTrees) forTarget(t *workspace.Target) (index, head fs.FS, err error) {
	rel, ok := s.repo.Rel(filepath.Join(t.Root, "x"))
	if !ok {
		return nil, nil, fmt.Errorf("%s lies outside of the repository", t.Shown(t.Main))
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

// close ends the process that reads git's objects.
func (s *stagedTrees) close() {
	if s != nil {
		s.repo.Close()
	}
}
