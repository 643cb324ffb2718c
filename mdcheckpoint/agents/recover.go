package agents

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// Restore puts a backup in the place of the checkpoint called name: the one called
// backup, or the newest that is one of the same agent. Of a checkpoint that can be
// read it is the newest that is older, by its last_checkpoint: so a second restore
// goes one further back, and not to what the first one replaced. Its text is taken as
// it is. Without one the error wraps [ErrNoBackup].
func (d *Draft) Restore(name, backup string) error {
	c, err := d.load(name, d.read.Text)
	if err != nil {
		return err
	}
	found, backup := d.pick(c, backup)
	if found == nil {
		return c.noBackup(d.backups)
	}
	if c.err != nil {
		d.note("%s could not be read and is kept aside: %v", name, c.err)
	}
	d.putCheckpoint(c, &Change{
		Text: found.Text(), After: found,
		Did: []string{fmt.Sprintf("restored from %s, of %s", path.Join(BackupDir, backup), lastOf(found))},
	})
	return nil
}

// pick is the backup to put in the place of c, and its name: the one that is asked
// for, which may have its folder before its name, or without one the newest that
// fits; nil without one.
func (d *Draft) pick(c *current, asked string) (*Checkpoint, string) {
	if asked == "" {
		return newestBackup(d.read.Tree, ".", c.name, c.c)
	}
	asked = path.Base(filepath.ToSlash(asked))
	if !slices.Contains(Backups(c.name, d.backups), asked) {
		return nil, asked
	}
	return parseBackup(d.read.Tree, ".", c.name, asked), asked
}

// lastOf is the time of a checkpoint, for people.
func lastOf(c *Checkpoint) string {
	if at, ok := c.Last(); ok {
		return stamp(at)
	}
	return "an unknown time"
}

// Resume makes the change by which the same agent goes on in another session: a
// new session_id, IN_PROGRESS and both times. All else stays.
func (c *Checkpoint) Resume(session string, now time.Time) (*Change, error) {
	session = oneLine(session)
	e := newEditor(c)
	if _, known := c.CanResume(); !known {
		e.note("%q is neither true nor false, which is taken for true", CanResumeKey)
	}
	e.SetText(session, SessionKey)
	e.times(now)
	e.SetText(InProgress, StatusKey)
	if e.c.Doc != c.Doc {
		e.did = []string{fmt.Sprintf("resumed %s in session %q", c.Shown(), shorten(session))}
	}
	return e.change()
}

// Resume begins a session of the same agent, and gives the checkpoint as it was.
func (d *Draft) Resume(name, session string, force bool) (*Checkpoint, error) {
	c, err := d.loadSound(name)
	if err != nil {
		return nil, err
	}
	if err := d.allow(c.c, ResumeTransition, force); err != nil {
		return nil, err
	}
	status := d.statusOf(c.c.Feature(), c.c.Shown())
	change, err := d.filled(c.c, session, status, func(c *Checkpoint) (*Change, error) { return c.Resume(session, d.read.Now) })
	if err == nil {
		err = d.clearStale(c.c.Shown(), session)
	}
	if err != nil {
		return nil, err
	}
	d.putCheckpoint(c, change)
	if status.ahead(c.c) {
		d.noteDifferent(status, change.After)
		return c.c, nil
	}
	return c.c, d.putStatus(status, change.After, "", []StatusValue{{StatusStatus, change.After.Status()}})
}

// known is text on one line, or a word that there is none.
func known(text string) string { return cmp.Or(oneLine(text), "not known") }
