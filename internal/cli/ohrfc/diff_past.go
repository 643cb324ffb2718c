package ohrfc

import (
	"context"
	"errors"
	"fmt"

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
	a, err = d.committed("HEAD")
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
	return d.readBackup(&b.Backup)
}

func (d *differ) readBackup(b *workspace.Backup) (*version, error) {
	name := d.target.Shown(b.Path)
	text, err := d.target.KeptText(b.Path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, app.WithoutPath(err))
	}
	return &version{label: fmt.Sprintf("backup %d", b.Seq), name: name, text: text, there: true}, nil
}

// committed returns what a revision has of the checkpoint.
func (d *differ) committed(rev string) (*version, error) {
	repo, err := gitrepo.Open(context.Background(), d.target.Dir())
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	name, ok := repo.Rel(app.ResolveLinks(d.target.File(d.target.Main)))
	if !ok {
		return nil, fmt.Errorf("%slies outside of the repository %s", d.prefix(), repo.Root())
	}
	text, there, err := pick.CommittedFile(repo, rev, name)
	return &version{label: rev, name: rev + ":" + name, text: text, there: there}, err
}

// unknownVersion is err about arg as a revision, and what it is not either.
func unknownVersion(arg string, err error) error {
	if !noHistory(err) {
		return err
	}
	err = fmt.Errorf("%q is no file and no id of a checkpoint, and as a revision: %w", arg, err)
	return app.Hinted(err, "a version is a path, an id, backup:N, backup:latest, a revision or -")
}
