package agents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/protocol"
)

// A Takeover is a request to continue the work of an agent that will not return.
type Takeover struct {
	As      string // "" means the same agent
	Session string
	Notes   string // "" means a text about the old checkpoint

	archive    string // name of the new file with the old checkpoint
	unread     int    // messages in the inbox of the agent that continues
	statusFile bool   // the same edit updates STATUS
}

// takeover returns the checkpoint for the agent that continues the work of c.
func (c *Checkpoint) takeover(t *Takeover, now time.Time) *Change {
	previous := spelling.CleanLine(c.DisplayID())
	id := cmp.Or(spelling.CleanLine(t.As), previous)
	name, err := newName(id)
	if err != nil {
		return &Change{Err: err}
	}
	next, err := Parse(path.Join(path.Dir(c.Path()), name), c.Text())
	if err != nil {
		return &Change{Err: err}
	}
	e := newEditor(next, now)
	e.fill(t.Session, c.Stage())
	e.inherit(t, id, previous)
	change := e.change()
	change.Did = []string{id + " takes over from " + previous}
	return change
}

// inherit gives the old agent's checkpoint to the agent called id.
func (e *editor) inherit(t *Takeover, id, previous string) {
	notes := cmp.Or(spelling.CleanLine(t.Notes), fmt.Sprintf("Taken over from %s on %s: status %s, last checkpoint %s; its file is now %s.",
		previous, spelling.FormatTime(e.now), cleanOrUnknown(e.c.Status()), cleanOrUnknown(e.c.Str(lastKey)), t.archive))
	status := InProgress
	if len(e.c.Blockers()) > 0 {
		status = Blocked
	}
	for _, text := range [...]struct{ key, text string }{
		{idKey, id}, {typeKey, typeOf(id)}, {SessionKey, spelling.CleanLine(t.Session)}, {statusKey, status},
		{previousKey, previous}, {notesKey, notes},
	} {
		e.SetText(text.text, text.key)
	}
	e.times()
	e.Set("true", canResumeKey)
	firsts := map[string]string{stageKey: firstStage, instructionsKey: fmt.Sprintf(firstInstructions, firstStage)}
	for _, key := range e.c.emptyKeys() {
		e.SetText(firsts[key], key)
	}
	e.drop(CompletedKey, append([]string{e.c.Step()}, texts(e.c.Next())...)) // doing a step twice is safer than not doing it
	if t.unread > 0 {
		e.coordinate(unreadKey, strconv.Itoa(t.unread))
	}
	if t.statusFile {
		e.coordinate(statusUpdateKey, e.nowJSON())
	}
}

// Takeover archives the checkpoint called name as crashed, and creates one for the agent that
// continues.
func (d *Draft) Takeover(name string, t Takeover) Handoff {
	c := d.loadToArchive(name)
	if d.err != nil {
		return Handoff{}
	}
	from := d.lastKnown(c, &t)
	if d.err != nil {
		return Handoff{}
	}
	unread := d.forward(from.DisplayID(), cmp.Or(spelling.CleanLine(t.As), from.DisplayID()))
	status := d.statusOf(from.Feature(), from.DisplayID())
	t.archive, t.statusFile, t.unread = archiveName(name, Crashed, d.read.Now, d.names), status != nil, len(unread)
	change := from.takeover(&t, d.read.Now)
	if d.fail(change.Err) {
		return Handoff{}
	}
	next := c
	if base := change.After.Base(); base != name {
		next = &current{name: base}
	}
	if next != c && slices.Contains(d.names, next.name) {
		d.fail(protocol.Refusal("with --as, give an id that has no checkpoint yet", "another agent already has the checkpoint %s", next.name))
	}
	d.clearStale(from.DisplayID(), t.Session)
	d.archive(c, t.archive, next == c)
	d.putCheckpoint(next, change)
	values := change.After.statusValues()
	if status.ahead(from) {
		clear(values)
	}
	d.putStatus(status, change.After, from.DisplayID(), values)
	h := change.After.Handoff()
	h.Archive, h.Unread = t.archive, unread
	return h
}

// lastKnown returns what a takeover continues from: a checkpoint, a backup or an empty checkpoint.
func (d *Draft) lastKnown(c *current, t *Takeover) *Checkpoint {
	if c.c != nil {
		reason := spelling.CleanLine(t.Notes) != ""
		if age := c.c.Age(d.read.Now); age.Known && age.Minutes <= staleAfter && !reason {
			d.fail(protocol.Refusal("to take over anyway, give the reason with --notes",
				"nothing was written, because %s wrote its checkpoint %d minutes ago; takeover requires a checkpoint older than %d minutes", c.c.DisplayID(), age.Minutes, staleAfter))
		}
		d.allow(c.c, takeoverTransition, reason)
		return c.c
	}
	d.transition = takeoverTransition
	found, backup := d.newestBackup(c.name)
	if found != nil {
		d.note("%s could not be read; the work continues from %s", c.name, backup)
		t.Notes = cmp.Or(t.Notes, "The checkpoint could not be read; the work continues from "+backup+".")
		return found
	}
	d.note("%s could not be read and has no backup; its content is in the archive", c.name)
	t.Notes = cmp.Or(t.Notes, "The checkpoint could not be read and had no backup.")
	found, err := Parse(c.path(), "{}\n")
	d.fail(err)
	return found
}

// Abort archives the checkpoint called name, so that its feature can start again.
func (d *Draft) Abort(name, feature string, force bool) Handoff {
	h := Handoff{Agent: ParseID(name), Feature: feature}
	c := d.loadToArchive(name)
	if d.err != nil {
		return h
	}
	d.transition = "abort"
	was := c.c
	if was == nil {
		was, _ = d.newestBackup(name)
	} else {
		d.failUnlessForced(force, d.littleWork(was))
	}
	d.archive(c, archiveName(name, Aborted, d.read.Now, d.names), false)
	if was != nil {
		var err error
		h.Agent = was.DisplayID()
		h.Feature, err = was.FeatureOr(feature)
		d.fail(err)
	}
	return h
}

// littleWork returns an error if an abort of c would lose too much work.
func (d *Draft) littleWork(c *Checkpoint) error {
	first := c
	_, archived := lastArchive(c.Base(), d.names, Crashed, Aborted)
	for _, backup := range d.backups(c.Base()) {
		if b := parseBackup(d.read.Tree, c.Base(), backup); b != nil && !b.isBefore(archived) {
			first = b
		}
	}
	last, _ := c.Last()
	start, _ := first.Last()
	work := last.Sub(start)
	if work < littleWork && len(first.Items(CompletedKey))+len(first.Items(filesKey)) == 0 {
		return nil
	}
	steps, files := spelling.Count(len(c.Items(CompletedKey)), "completed step"), spelling.Count(len(c.Items(filesKey)), "modified file")
	return protocol.Refusal("to keep the work: mdck agents takeover "+idOf(foldID(stem(c.Base())))+"; to archive it anyway, use --force", "nothing was written, because abort requires less than %d minutes of work without completed steps and modified files; %s has %s and %s",
		int(littleWork/time.Minute), c.Base(), steps, files)
}

func lastArchive(name string, names []string, kinds ...Kind) (newest string, last time.Time) {
	for _, n := range names {
		for _, k := range kinds {
			digits, ok := strings.CutPrefix(stem(n), stem(name)+k.mark())
			epoch, err := strconv.ParseInt(digits, 10, 64)
			if at := time.Unix(epoch, 0); ok && err == nil && at.After(last) {
				newest, last = n, at
			}
		}
	}
	return newest, last
}

// LastCrash returns the newest crashed checkpoint of an agent in names, or "".
func LastCrash(id string, names []string) string {
	name, _ := checkpointFileName(id)
	newest, _ := lastArchive(name, names, Crashed)
	return newest
}
