package read

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/gitrepo"
	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// rows returns the states of the file, oldest first, with at most limit+1 commits; limit 0 means
// all. It returns them even with an error.
func (p *past) rows(limit int, talk io.Writer) ([]history.Row, error) {
	if p.target != nil {
		if err := pick.RecoverWrite(p.target, talk); err != nil {
			return nil, err
		}
	}
	disk, errDisk := p.onDisk()
	commits, changed, errGit := p.commits(limit)
	writes, errLedger := p.writes(append(commits, history.Row{Text: disk}))
	rows := history.Merge(commits, writes)
	if errDisk == nil {
		rows = addWorkTree(rows, disk, changed)
	}
	return rows, errors.Join(errDisk, errGit, errLedger)
}

func (p *past) measure(text string) history.Text {
	return history.Measure(text, p.settings.Counter.Count, p.content)
}

func (p *past) onDisk() (history.Text, error) {
	text, err := app.ReadFile(p.file)
	switch {
	case err == nil:
		return p.measure(text), nil
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Readlink(p.file); err == nil {
			return history.Text{Reason: history.Link}, nil
		}
		return history.Text{Reason: history.Gone}, nil
	case errors.Is(err, source.ErrTooLarge):
		return history.Text{Reason: history.Large}, nil
	}
	return history.Text{}, fmt.Errorf("%s: %w", report.Name(p.shown), err)
}

// commits returns the newest limit+1 commits that changed the file, oldest first. changed reports
// whether the file differs from HEAD.
func (p *past) commits(limit int) (rows []history.Row, changed bool, err error) {
	real := app.ResolveLinks(p.file)
	repo, err := gitrepo.Open(context.Background(), app.NearestDir(filepath.Dir(real)))
	switch {
	case errors.Is(err, gitrepo.ErrNotRepo), errors.Is(err, gitrepo.ErrNoGit):
		p.note("%s", err)
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	defer repo.Close()
	name, ok := repo.Rel(real)
	if !ok {
		p.note("the file is outside of the repository %s", repo.Root())
		return nil, false, nil
	}
	if rows, err = p.revisions(repo, name, limit); err != nil {
		return nil, false, err
	}
	changed, err = repo.Differs(name)
	return rows, changed, err
}

func (p *past) revisions(repo *gitrepo.Repo, name string, limit int) ([]history.Row, error) {
	most := 0
	if limit > 0 {
		most = limit + 1
	}
	found, err := repo.History(name, most)
	partial := errors.Is(err, gitrepo.ErrPartial)
	if err != nil && !partial {
		return nil, err
	}
	var rows []history.Row
	for _, r := range slices.Backward(found) {
		text, err := p.committed(repo, &r)
		if err != nil {
			return nil, fmt.Errorf("commit %s: %w", r.Commit, err)
		}
		rows = append(rows, history.Row{Source: history.Commit, Text: text, Commit: r.Commit, Time: r.Time, Path: r.Path, From: r.From, Subject: r.Subject})
	}
	switch {
	case limit > 0 && len(rows) > limit:
	case partial || repo.Shallow() != nil:
		p.note("the repository is a partial or shallow clone, so older commits and names may be missing")
	case len(rows) == 0:
		p.note("no commit contains the file")
	}
	return rows, nil
}

func (p *past) committed(repo *gitrepo.Repo, r *gitrepo.Revision) (history.Text, error) {
	switch {
	case r.Gone:
		return history.Text{Reason: history.Gone}, nil
	case r.Other:
		return history.Text{Reason: history.Module}, nil
	case r.Mode.Type() == fs.ModeSymlink:
		return history.Text{Reason: history.Link}, nil
	}
	text, size, err := repo.Contents(r.Blob, source.MaxSize)
	switch {
	case errors.Is(err, gitrepo.ErrPartial):
		return history.Text{Reason: history.Missing}, nil
	case err != nil:
		return history.Text{}, err
	case size > source.MaxSize:
		return history.Text{Reason: history.Large}, nil
	}
	return p.measure(text), nil
}

// writes returns a row for each write in the ledger, oldest first.
func (p *past) writes(others []history.Row) ([]history.Row, error) {
	if p.target == nil {
		return nil, nil
	}
	known, errBackups := p.knownTexts(others)
	entries, err := p.target.Ledger() // all entries in front of an invalid line
	if err != nil {
		err = pick.LedgerError(p.target, err)
	}
	return ledgerRows(entries, p.target.Path, known), errors.Join(err, errBackups)
}

// knownTexts returns the texts of others and of the backups, by hash.
func (p *past) knownTexts(others []history.Row) (map[string]history.Text, error) {
	known := map[string]history.Text{"": {Reason: history.Gone}}
	for i := range others {
		if t := others[i].Text; t.Sum != "" {
			known[t.Sum] = t
		}
	}
	backups, err := p.target.Backups(p.target.Path)
	for i := range backups {
		if text, err := p.target.ReadKept(backups[i].Path); err == nil {
			kept := p.measure(text)
			known[kept.Sum] = kept
		}
	}
	return known, err
}

func ledgerRows(entries []claim.Entry, name string, known map[string]history.Text) (rows []history.Row) {
	last := ""
	for i := range entries {
		e := &entries[i]
		if e.Path != name {
			continue
		}
		if found, ok := known[e.Before]; ok && e.Before != "" && e.Before != last {
			rows = append(rows, history.Row{Source: history.Ledger, Text: found, Found: true, Time: e.Time})
		}
		text, ok := known[e.After]
		if !ok {
			text = history.Text{Sum: e.After, Content: e.Content, Reason: history.NotKept}
			if e.Version > 0 {
				text.Version = &e.Version
			}
		}
		rows = append(rows, history.Row{Source: history.Ledger, Text: text, Command: e.Command, Time: e.Time, WrittenAt: e.Time})
		last = e.After
	}
	return rows
}

// addWorkTree adds a row for the file on disk, unless the last row has its text.
func addWorkTree(rows []history.Row, disk history.Text, changed bool) []history.Row {
	gone := disk.Reason == history.Gone
	if len(rows) == 0 && gone {
		return nil
	}
	if len(rows) > 0 {
		last := &rows[len(rows)-1]
		wasGone := last.Reason == history.Gone
		switch {
		case last.Commit != "" && gone == wasGone && (gone || !changed):
			return rows
		case last.Commit == "" && disk.Sum == last.Sum && (disk.Sum != "" || gone && wasGone):
			if !gone {
				last.Source = history.WorkTree
			}
			return rows
		}
	}
	return append(rows, history.Row{Source: history.WorkTree, Text: disk})
}
