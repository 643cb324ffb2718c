package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/gitrepo"
	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// A digger reads the states of a file. It measures no content twice.
type digger struct {
	*past
	deep   bool // sections are to be counted, too
	most   int  // commits; 0 is all
	blobs  map[string]history.Text
	pulse  *pulse
	repo   *gitrepo.Repo // nil where there is none
	inRepo string        // slash path in it
}

// rows are all states of the file that are known, oldest first, and one more than is
// asked for, so that the first that is printed has something to differ from.
func (p *past) rows(c *historyCommand, std Streams) ([]history.Row, error) {
	if p.target != nil {
		if err := recoverWrite(p.target, std.Err); err != nil {
			return nil, err
		}
	}
	d := &digger{past: p, deep: c.JSON || c.HTML != "", blobs: map[string]history.Text{}, pulse: newPulse(std.Err)}
	if c.Limit > 0 {
		d.most = c.Limit + 1
	}
	defer d.pulse.end()
	disk, diskErr := d.onDisk()
	commits, err := d.commits(disk)
	if err != nil {
		return nil, err
	}
	writes, err := d.writes(commits)
	return history.Rows(commits, writes), errors.Join(diskErr, err)
}

func (d *digger) measure(text string) history.Text {
	return history.Measure(d.kind, text, d.settings.counter.Count, d.deep)
}

// onDisk is what the work tree has.
func (d *digger) onDisk() (history.Text, error) {
	text, err := source.ReadFile(tree.Dir(filepath.Dir(d.file)), filepath.Base(d.file))
	switch {
	case err == nil:
		return d.measure(text), nil
	case errors.Is(err, fs.ErrNotExist):
		return history.Unmeasured(history.Gone), nil
	case errors.Is(err, source.ErrTooLarge):
		return history.Unmeasured(history.Large), nil
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = &fs.PathError{Op: failed.Op, Path: d.shown, Err: failed.Err}
	}
	return history.Unmeasured("cannot be read"), err
}

// commits are the states that git has, oldest first, and behind them the work tree if
// it has another one.
func (d *digger) commits(disk history.Text) ([]history.Commit, error) {
	revisions, err := d.revisions()
	if d.repo != nil {
		defer d.repo.Close()
	}
	if err != nil {
		return nil, err
	}
	var all []history.Commit
	for i, r := range slices.Backward(revisions) {
		d.pulse.at(len(revisions)-i, len(revisions))
		text, err := d.committed(&r)
		if err != nil {
			return nil, err
		}
		all = append(all, history.Commit{ID: r.Commit, Time: r.Time, Path: r.Path, From: r.From, Subject: r.Subject, Text: text})
	}
	changed, err := d.changed(all, disk)
	if changed {
		all = append(all, history.Commit{WorkTree: true, Text: disk})
	}
	return all, err
}

// revisions are those of git, newest first. Where there is no repository there are
// none.
func (d *digger) revisions() ([]gitrepo.Revision, error) {
	real := d.file
	if to, err := filepath.EvalSymlinks(real); err == nil && to != real { // git keeps a link apart from what it leads to
		if info, err := os.Lstat(real); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			d.note("a link to %s, whose history this is", report.Name(shownPath(to)))
		}
		real = to
	}
	repo, err := gitrepo.Open(context.Background(), existing(filepath.Dir(real)))
	switch {
	case errors.Is(err, gitrepo.ErrNotRepo):
		d.note("it lies in no work tree of git")
		return nil, nil
	case errors.Is(err, gitrepo.ErrNoGit):
		d.note("git is not installed")
		return nil, nil
	case err != nil:
		return nil, err
	}
	d.repo = repo
	rel, ok := repo.Rel(real)
	if !ok {
		d.note("it lies outside of the repository %s", repo.Root())
		return nil, nil
	}
	d.inRepo = rel
	found, err := repo.History(rel, d.most)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		d.note("no commit has it")
	}
	if shallow, err := repo.Shallow(); err != nil {
		return nil, err
	} else if shallow && (d.most == 0 || len(found) < d.most) {
		d.note("a shallow clone: what was before its oldest commit is not known")
	}
	return found, nil
}

// committed measures what a revision has.
func (d *digger) committed(r *gitrepo.Revision) (history.Text, error) {
	switch {
	case r.Gone:
		return history.Unmeasured(history.Gone), nil
	case r.Other:
		return history.Unmeasured(history.Module), nil
	case r.Mode.Type() == fs.ModeSymlink:
		return history.Unmeasured(history.Link), nil
	}
	if known, ok := d.blobs[r.Blob]; ok {
		return known, nil
	}
	raw, size, err := d.repo.Contents(r.Blob, source.MaxSize)
	var text history.Text
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = history.Unmeasured(history.Missing)
	case err != nil:
		return text, err
	case size > source.MaxSize:
		text = history.Unmeasured(history.Large)
	default:
		text = d.measure(raw)
	}
	d.blobs[r.Blob] = text
	return text, nil
}

// changed reports whether the work tree differs from the newest of the commits.
func (d *digger) changed(commits []history.Commit, disk history.Text) (bool, error) {
	if len(commits) == 0 {
		return disk.Reason != history.Gone, nil
	}
	head := &commits[len(commits)-1].Text
	switch {
	case disk.Sum != "" && disk.Sum == head.Sum:
		return false, nil
	case disk.Reason == history.Gone || head.Reason == history.Gone:
		return disk.Reason != head.Reason, nil
	}
	return d.repo.Differs(d.inRepo)
}
