package ohrfc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

// usual compares the work tree with HEAD, or with the newest backup that differs
// where HEAD does not have the checkpoint.
func (d *differ) usual() (a, b *version, err error) {
	if b, err = d.onDisk(d.target); err != nil {
		return nil, nil, err
	}
	a, err = d.committed("HEAD", "")
	if err == nil && a.there {
		return a, b, nil
	}
	why := "HEAD does not have it"
	if err != nil {
		why = report.OneLine(err.Error())
	}
	if err != nil && !noHistory(err) {
		fmt.Fprintf(d.std.Err, "mdck: %sHEAD cannot be read: %s\n", report.Name(d.prefix()), why)
	}
	backups, err := d.target.Backups(d.target.Main)
	if err != nil {
		return nil, nil, err
	}
	for i := range backups {
		if a, err = d.readBackup(&backups[i]); err != nil || a.text != b.text || !b.there {
			return a, b, err
		}
	}
	return nil, nil, app.Hinted(fmt.Errorf("%snothing to compare with: %s, and no backup in .mdck/backups differs", d.prefix(), why),
		"mdck ohrfc diff A B compares any two versions: mdck ohrfc diff --help")
}

// noHistory reports whether err says that there is no git, no repository or no commit.
func noHistory(err error) bool {
	return errors.Is(err, gitrepo.ErrNoCommit) || errors.Is(err, gitrepo.ErrNotRepo) || errors.Is(err, gitrepo.ErrNoGit)
}

// backup returns the backup with that number, or the latest for 0.
func (d *differ) backup(seq int) (*version, error) {
	b, err := pick.FindBackup(d.target, d.target.Main, seq)
	if err != nil {
		return nil, err
	}
	return d.readBackup(b)
}

func (d *differ) readBackup(b *workspace.Backup) (*version, error) {
	name := d.target.Shown(b.Path)
	text, err := d.target.KeptText(b.Path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, app.WithoutPath(err))
	}
	return &version{label: fmt.Sprintf("backup %d", b.Seq), name: name, text: text, there: true}, nil
}

// committed returns what a revision has of the checkpoint or, unless path is "", at that
// path.
func (d *differ) committed(rev, path string) (*version, error) {
	dir := "."
	if path == "" {
		dir = d.target.Dir()
	}
	repo, err := gitrepo.Open(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	name, err := d.nameIn(repo, path)
	if err != nil {
		return nil, err
	}
	text, there, err := pick.CommittedFile(repo, rev, name)
	if err == nil && !there && path != "" {
		err = app.Hinted(fmt.Errorf("revision %q has no file %q", rev, name), "paths are relative to the root of the repository; ./ begins one that is relative to the current directory")
	}
	return &version{label: rev, name: rev + ":" + name, text: text, there: there}, err
}

// nameIn returns the path in repo of the checkpoint or, unless path is "", of that path.
func (d *differ) nameIn(repo *gitrepo.Repo, path string) (string, error) {
	if path != "" {
		return inCommit(repo, path)
	}
	name, ok := repo.Rel(app.ResolveLinks(d.target.File(d.target.Main)))
	if !ok {
		return "", fmt.Errorf("%slies outside of the repository %s", d.prefix(), repo.Root())
	}
	return name, nil
}

// inCommit is the path in a commit as git reads it behind a revision: from the
// root, or from the current directory if it begins with a dot.
func inCommit(repo *gitrepo.Repo, name string) (string, error) {
	clean := path.Clean(filepath.ToSlash(name))
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		rel, ok := repo.Rel(filepath.FromSlash(name))
		if !ok {
			return "", fmt.Errorf("%s lies outside of the repository %s", name, repo.Root())
		}
		clean = rel
	}
	if !fs.ValidPath(clean) || clean == "." {
		return "", fmt.Errorf("%q is no path of a file in the repository", name)
	}
	return clean, nil
}

// unknownVersion is err about arg as a revision, and what it is not either.
func unknownVersion(arg string, err error) error {
	if !noHistory(err) {
		return err
	}
	err = fmt.Errorf("%q is no file and no id of a checkpoint, and as a revision: %w", arg, err)
	return app.Hinted(err, "a version is a path, an id, backup:N, backup:latest, a revision, REV:PATH or -")
}
