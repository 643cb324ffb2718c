package agents

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// Restore replaces the checkpoint called name by a backup: the one called backup, or else the newest one of the same agent. If the checkpoint can
// be read, the latter must have an older last_checkpoint, so a second restore goes back one step more. The text of the backup does not change.
func (d *Draft) Restore(name, backup string) {
	c := d.load(name, d.read.Text)
	if d.err != nil {
		return
	}
	found, backup := d.pick(c, backup)
	if found == nil {
		all := Backups(name, d.backups)
		hint := "mdck agents abort archives an unusable checkpoint"
		if len(all) > 0 {
			hint = "--backup selects one of " + strings.Join(all, ", ")
		}
		d.fail(protocol.BadRequest(hint, "no readable backup: %s has %d", name, len(all)))
		return
	}
	if c.err != nil {
		d.note("%s could not be read and was moved aside: %v", name, c.err)
	}
	did := "restored from " + path.Join(BackupDir, backup) + ", of " + lastOf(found)
	d.putCheckpoint(c, &Change{
		Text:  found.Text(),
		After: found,
		Did:   []string{did},
	})
}

// pick returns the backup to restore, and its name: the requested one, whose name may include its folder, or the newest suitable one; nil without
// one.
func (d *Draft) pick(c *current, asked string) (*Checkpoint, string) {
	if asked == "" {
		return newestBackup(d.read.Tree, c.name, c.c)
	}
	asked = path.Base(filepath.ToSlash(asked))
	if !slices.Contains(Backups(c.name, d.backups), asked) {
		return nil, asked
	}
	return parseBackup(d.read.Tree, c.name, asked), asked
}

// lastOf is the time of a checkpoint, for people.
func lastOf(c *Checkpoint) string {
	if at, ok := c.Last(); ok {
		return stamp(at)
	}
	return "an unknown time"
}

// resume makes the edits by which the same agent continues in another session: a new session_id, IN_PROGRESS and both times. Everything else stays.
func (e *editor) resume(session string) {
	if _, known := e.c.CanResume(); !known {
		e.note("%q is neither true nor false, so mdck reads it as true", canResumeKey)
	}
	session = oneLine(session)
	was := e.c.Doc
	e.SetText(session, SessionKey)
	e.times()
	e.SetText(InProgress, statusKey)
	e.did = nil
	e.done(e.c.Doc != was, "resumed %s in session %q", e.c.Shown(), shorten(session))
}

// Resume begins a session of the same agent, and gives what it has to know.
func (d *Draft) Resume(name, session string, force bool) Handoff {
	c := d.loadSound(name)
	if d.err != nil {
		return Handoff{}
	}
	d.allow(c.c, resumeTransition, force)
	status := d.statusOf(c.c.Feature(), c.c.Shown())
	e := d.filled(c.c, session, status)
	e.resume(session)
	d.clearStale(c.c.Shown(), session)
	d.putCheckpoint(c, e.change())
	if status.ahead(c.c) {
		d.noteDifferent(status, e.c)
	} else {
		d.putStatus(status, e.c, "", map[string]string{statusStatus: e.c.Status()})
	}
	h := c.c.Handoff()
	h.Unread = UnreadLines(d.read.Tree, h.Agent)
	return h
}

// known is text on one line, or a word that there is none.
func known(text string) string { return cmp.Or(oneLine(text), "unknown") }
