package agents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// A Heartbeat is a Beat with what names the checkpoint. A checkpoint that is created gets
// its ID, Session and Feature.
type Heartbeat struct {
	Beat
	Name    string // of the checkpoint file
	Session string
	Feature string
}

// Create makes a checkpoint; one that is there, under whatever name, is an
// refused [*protocol.RequestError].
func (d *Draft) Create(b Heartbeat) error {
	name, err := FileName(b.ID)
	if err != nil {
		return err
	}
	if slices.Contains(d.names, b.Name) {
		return protocol.Refusal(fmt.Sprintf("mdck agents beat %s writes to it, resume and takeover go on from it", IDOf(FoldID(b.ID))), "%s is there already", b.Name)
	}
	return d.create(&current{name: name}, &b)
}

// create makes the checkpoint, in the place of what is there.
func (d *Draft) create(c *current, b *Heartbeat) error {
	b.Unread = d.unread(b.ID)
	change, err := New(Start{ID: b.ID, Session: b.Session, Feature: b.Feature, Beat: b.Beat}, d.read.Now)
	if err != nil {
		return err
	}
	if name := change.After.Base(); name != c.name {
		return protocol.BadRequest("name the agent by its id", "the checkpoint of %q would be called %q, not %q", b.ID, name, c.name)
	}
	d.putCheckpoint(c, change)
	d.noteOwners(b)
	return d.putStatus(d.statusOf(change.After.Feature(), b.ID), change.After, "")
}

// noteOwners notes other agents that have the feature of a new checkpoint.
func (d *Draft) noteOwners(b *Heartbeat) {
	folder, err := ReadEpic(d.read.Tree)
	if err != nil || b.Feature == "" {
		return
	}
	for _, c := range folder.Agents {
		if c.Agent() != FoldID(b.ID) && path.Clean(c.Feature()) == b.Feature {
			d.note("%q is the feature of %s, too", b.Feature, c.Shown())
		}
	}
}

// Beat writes a heartbeat. A checkpoint that is not there is made; of one that is
// corrupt, the newest backup goes on, or else a new one is made.
func (d *Draft) Beat(b Heartbeat) error {
	c, err := d.load(b.Name, d.text)
	if err != nil {
		return err
	}
	switch {
	case !c.exists:
		d.note("%s was not there: it is made anew, of what this command says", c.name)
		if found, backup := d.newest(c.name); found != nil {
			d.note("%s is a backup of it: mdck agents restore takes it", path.Join(BackupDir, backup))
		}
		return d.create(c, &b)
	case c.err != nil && !Corrupt(c.text):
		return c.err
	case c.err != nil:
		return d.beatAnew(c, &b)
	}
	return d.beat(c, c.c, &b)
}

// beatAnew is Beat for a corrupt file.
func (d *Draft) beatAnew(c *current, b *Heartbeat) error {
	d.note("%s was corrupt and is kept aside: %v", c.name, c.err)
	found, backup := d.newest(c.name)
	backup = path.Join(BackupDir, backup)
	// A backup in .mdck may be what another program saved at the moment of a write.
	if other, kept := d.newestOf(c, found, d.read.Backups(c.path())); other != nil {
		found, backup = other, kept
	}
	if found != nil {
		d.note("restored from %s: what was written since is lost but for this", backup)
		if later, kept := d.newestOf(c, found, d.read.Refused(c.path())); later != nil {
			d.note("%s is newer, and was refused: look at it", kept)
		}
		return d.beat(c, found, b)
	}
	d.note("there is no backup that can be read: session, completed steps and all else that the file said are lost but for what is kept aside")
	return d.create(c, b)
}

// beat writes the heartbeat of from to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Heartbeat) error {
	b.ID = from.Shown()
	b.Unread = d.unread(b.ID)
	b.Beat.Feature = b.Feature
	status := d.statusOf(cmp.Or(from.Feature(), b.Feature), b.ID)
	b.StatusFile = status != nil
	change, err := from.Beat(b.Beat, d.read.Now)
	if err != nil {
		return err
	}
	if b.Feature != "" && b.Feature != change.After.Feature() {
		d.note("the feature stays %q", from.Feature())
	}
	if b.EpicUpdated {
		d.noteStale(b.ID)
	}
	d.putCheckpoint(c, change)
	return d.putStatus(status, change.After, "")
}

// statusOf returns the STATUS file of a feature; nil if the agent with that id cannot write
// it, as it is missing or that of another agent. It notes why a file stays as it is.
func (d *Draft) statusOf(feature, id string) *Status {
	name := path.Join(feature, StatusFile)
	if feature == "" || !Owns(d.read.Tree, name) {
		return nil
	}
	text, ok, err := d.text(name)
	if err == nil && !ok {
		return nil
	}
	var s *Status
	if err == nil {
		s, err = ParseStatus(name, text)
	}
	if err != nil {
		d.note("%s stays as it is: %v", name, err)
		return nil
	}
	if owner := d.owner(s); owner != "" && FoldID(owner) != FoldID(id) {
		d.note("%s stays as it is: it is that of %s", name, owner)
		return nil
	}
	return s
}

// owner is the agent whose STATUS s is, if it has a checkpoint; else "".
func (d *Draft) owner(s *Status) string {
	for _, key := range []string{StatusAgentID, StatusAgent} {
		id, _ := s.Get(key)
		if name, err := FileName(id); err == nil && slices.Contains(d.names, name) {
			return id
		}
	}
	return ""
}

// putStatus writes what c says to its STATUS file, if there is one. previous is the
// agent that had the feature before, if it is another one now.
func (d *Draft) putStatus(s *Status, c *Checkpoint, previous string) error {
	if s == nil {
		return nil
	}
	values := c.StatusValues()
	for _, key := range []string{StatusAgent, StatusAgentID} {
		if was, ok := s.Get(key); ok && previous != "" && FoldID(was) == FoldID(previous) {
			values = append(values, StatusValue{Key: key, Value: c.Shown()})
		}
	}
	change, err := s.Set(values, d.read.Now)
	if err != nil {
		return err
	}
	d.put(s.File.Name, s.File.Text, true, change)
	return nil
}

// unread is how many messages to the agent are not read yet; nil if it has no inbox.
func (d *Draft) unread(id string) *int {
	names, _ := d.list(MessageDir) // without it there are no messages
	var total *int
	for _, box := range Inboxes(id, names) {
		text, err := d.peek(box)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var m *Messages
		if err == nil {
			m, err = ParseMessages(box, text)
		}
		if err != nil {
			d.note("messages are not counted: %v", err)
			return nil
		}
		if total == nil {
			total = new(int)
		}
		*total += m.Unread()
	}
	return total
}
