package cli

import (
	"context"
	"errors"
	"fmt"
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
	limit  int  // rows that are asked for; 0 is all
	blobs  map[string]history.Text
	pulse  *pulse
	repo   *gitrepo.Repo // nil where there is none
	inRepo string        // slash path in it or, of a file that was moved since, in HEAD
	moved  string        // that path; "" if it was not moved
	faults []error       // what git cannot read

	partial bool // the clone lacks what renames are told by, or more
}

// rows are all states of the file that are known, oldest first, and so many more than
// are asked for that the first that is printed has something to differ from.
func (p *past) rows(c *historyCommand, std Streams) ([]history.Row, error) {
	if p.target != nil {
		if err := recoverWrite(p.target, std.Err); err != nil {
			return nil, err
		}
	}
	d := &digger{past: p, deep: c.JSON || c.HTML != "", limit: c.Limit, blobs: map[string]history.Text{}, pulse: newPulse(std.Err)}
	defer d.pulse.end()
	disk, diskErr := d.onDisk()
	if errors.Is(diskErr, tree.ErrNotFile) { // a directory, a pipe: no state of a file
		disk = history.Unmeasured(history.Gone)
	}
	commits, changed, err := d.commits(disk)
	if err != nil {
		return nil, err
	}
	writes, err := d.writes(commits)
	now := history.Commit{WorkTree: true, Text: disk, From: d.moved}
	if changed && !errors.Is(diskErr, tree.ErrNotFile) {
		commits = append(commits, now)
	}
	rows := history.Rows(commits, writes)
	if diskErr == nil && !changed && len(rows) > 0 && !atHand(&rows[len(rows)-1], commits, disk) {
		if n := len(commits); n > 0 && disk.Reason != history.Gone {
			now.As = commits[n-1].ID
		}
		rows = history.Rows(append(commits, now), writes)
	}
	return rows, errors.Join(append([]error{diskErr, err}, d.faults...)...)
}

// atHand reports whether the last row is what the work tree has, which does not differ
// from the newest of the commits.
func atHand(last *history.Row, commits []history.Commit, disk history.Text) bool {
	if n := len(commits); n > 0 && last.Commit == commits[n-1].ID {
		return true
	}
	if disk.Sum != "" {
		return last.Text.Sum == disk.Sum
	}
	return last.Text.Reason == disk.Reason
}

func (d *digger) measure(text string) history.Text {
	if own := d.own(); own != nil {
		return history.MeasureOwn(own, text, d.settings.counter.Count, d.deep)
	}
	return history.Measure(d.kind, text, d.settings.counter.Count, d.deep)
}

// onDisk is what the work tree has.
func (d *digger) onDisk() (history.Text, error) {
	text, err := source.ReadFile(tree.Dir(filepath.Dir(d.file)), filepath.Base(d.file))
	switch {
	case err == nil:
		return d.measure(text), nil
	case errors.Is(err, fs.ErrNotExist) && isLink(d.file):
		return history.Unmeasured(history.Link), nil
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

// isLink reports whether a path is a symbolic link, wherever that leads.
func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// commits are the states that git has, oldest first, and whether the work tree has
// another one than the newest of them.
func (d *digger) commits(disk history.Text) (all []history.Commit, changed bool, err error) {
	asks, err := d.open()
	if d.repo != nil {
		defer d.repo.Close()
	}
	if err == nil && asks {
		all, err = d.followed()
	}
	if err != nil {
		return nil, false, err
	}
	changed, err = d.changed(all, disk)
	return all, changed, err
}

// followed is enough, of the name in HEAD where git has the file under a new one that no
// commit knows.
func (d *digger) followed() ([]history.Commit, error) {
	notes := len(d.notes)
	all, err := d.enough()
	if n := len(all); err != nil || n > 0 && all[n-1].Text.Reason != history.Gone {
		return all, err
	}
	if d.moved, err = d.repo.Moved(d.inRepo); err != nil || d.moved == "" {
		return all, err
	}
	d.inRepo, d.notes = d.moved, d.notes[:notes]
	return d.enough()
}

// enough are the newest commits, oldest first: as many as are asked for, and before them
// one with numbers, if there is any.
func (d *digger) enough() ([]history.Commit, error) {
	if d.limit == 0 {
		all, err := d.newest(0)
		return all, errors.Join(err, d.reach(len(all), false))
	}
	for most := d.limit + 1; ; most *= 4 {
		all, err := d.newest(most)
		more := len(all) >= most
		if err != nil || !more || counted(all[:len(all)-d.limit]) {
			return all, errors.Join(err, d.reach(len(all), more))
		}
	}
}

// counted reports whether one of the commits has numbers.
func counted(all []history.Commit) bool {
	return slices.ContainsFunc(all, func(c history.Commit) bool { return c.Text.Reason == "" })
}

// newest are the newest commits, most at most, or all for 0, oldest first.
func (d *digger) newest(most int) ([]history.Commit, error) {
	revisions, err := d.repo.History(d.inRepo, most)
	if d.partial = errors.Is(err, gitrepo.ErrPartial); err != nil && !d.partial {
		return nil, err
	}
	d.faults = nil
	var all []history.Commit
	for i, r := range slices.Backward(revisions) {
		d.pulse.at(len(revisions)-i, len(revisions))
		text, err := d.committed(&r)
		if err != nil {
			return nil, err
		}
		all = append(all, history.Commit{ID: r.Commit, Time: r.Time, Path: r.Path, From: r.From, Subject: r.Subject, Text: text})
	}
	return all, nil
}

// open opens the repository; that there is none to ask is a note.
func (d *digger) open() (asks bool, err error) {
	real := d.file
	if to, err := filepath.EvalSymlinks(real); err == nil && to != real { // git keeps a link apart from what it leads to
		if isLink(real) {
			d.note("a link to %s, whose history this is", report.Name(shownPath(to)))
		}
		real = to
	}
	repo, err := gitrepo.Open(context.Background(), existing(filepath.Dir(real)))
	switch {
	case errors.Is(err, gitrepo.ErrNotRepo):
		d.note("it lies in no work tree of git")
		return false, nil
	case errors.Is(err, gitrepo.ErrNoGit):
		d.note("git is not installed")
		return false, nil
	case err != nil:
		return false, err
	}
	d.repo = repo
	if d.inRepo, asks = repo.Rel(real); !asks {
		d.note("it lies outside of the repository %s", repo.Root())
	}
	return asks, nil
}

// reach says where the history begins for another reason than that the file does: n
// commits were found, and there may be more.
func (d *digger) reach(n int, more bool) error {
	shallow, err := d.repo.Shallow()
	switch {
	case err != nil || more:
		return err
	case d.partial && n == 0:
		d.note("a partial clone without the trees of its commits: which of them have it is not known")
		return nil
	case n == 0:
		d.note("no commit has it")
	case d.partial:
		d.note("a partial clone: whether it had another name before its oldest commit is not known")
	}
	if shallow {
		d.note("a shallow clone: what was before its oldest commit is not known")
	}
	return nil
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
	case errors.Is(err, gitrepo.ErrPartial):
		text = history.Unmeasured(history.Missing)
	case errors.Is(err, gitrepo.ErrDamaged):
		d.faults = append(d.faults, fmt.Errorf("commit %s: %w", r.Commit, err))
		return history.Unmeasured(history.Damaged), nil
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
	if len(commits) == 0 || d.moved != "" {
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
