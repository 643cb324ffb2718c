package agents

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

// Restore replaces the checkpoint called name with a backup. If backup is "", each call goes one backup
// further back.
func (d *Draft) Restore(name, backup string) {
	c := d.load(name, d.read.Text)
	if d.err != nil {
		return
	}
	found, backup := d.pick(c, backup)
	if found == nil {
		all := d.backups(name)
		hint := "to archive the checkpoint and start again: mdck agents abort " + idOf(foldID(stem(name)))
		if len(all) > 0 {
			hint = "--backup selects one of " + strings.Join(all, ", ")
		}
		d.fail(protocol.BadRequest(hint, "%s has no suitable backup (backups: %d)", name, len(all)))
		return
	}
	if c.err != nil {
		d.note("the unreadable %s is now in the archive", name)
	}
	did := "restored the checkpoint of " + formatLast(found) + " from " + path.Join(BackupDir, backup)
	d.putCheckpoint(c, &Change{
		Text:  found.Text(),
		After: found,
		Did:   []string{did},
	})
}

func (d *Draft) pick(c *current, requested string) (*Checkpoint, string) {
	if requested == "" {
		return newestBackup(d.read.Tree, c.name, c.c)
	}
	requested = path.Base(filepath.ToSlash(requested))
	if !slices.Contains(d.backups(c.name), requested) {
		return nil, requested
	}
	return parseBackup(d.read.Tree, c.name, requested), requested
}

func formatLast(c *Checkpoint) string {
	if at, ok := c.Last(); ok {
		return spelling.FormatTime(at)
	}
	return "an unknown time"
}

func (e *editor) resume(session string) {
	session = spelling.CleanLine(session)
	was := e.c.Doc
	e.SetText(session, SessionKey)
	e.times()
	e.SetText(InProgress, statusKey)
	e.did = nil
	e.record(e.c.Doc != was, "resumed %s in session %q", e.c.DisplayID(), shorten(session))
}

// Resume records a new session of the same agent, and returns what that session needs.
func (d *Draft) Resume(name, session string, force bool) Handoff {
	c := d.loadReadable(name)
	if d.err != nil {
		return Handoff{}
	}
	d.allow(c.c, resumeTransition, force)
	status := d.statusOf(c.c.Feature(), c.c.DisplayID())
	e := d.editorWithAllKeys(c.c, session, status)
	e.resume(session)
	d.clearStale(c.c.DisplayID(), session)
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

func cleanOrUnknown(text string) string { return cmp.Or(spelling.CleanLine(text), "unknown") }
