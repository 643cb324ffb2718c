package agents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
)

// A Heartbeat is a Beat with what names the checkpoint. A checkpoint that is created gets
// its ID, Session and Feature.
type Heartbeat struct {
	Beat
	Name    string // of the checkpoint file
	Session string
	Feature string
	Force   bool // make what the state of the agent forbids, or an agent that is called much like another
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
	if err := d.checkUnlike(&b, isSibling); err != nil {
		return err
	}
	return d.create(&current{name: name}, &b, true)
}

// checkUnlike refuses an agent that nobody knows and whose id is, but for a letter, that of a
// known one, unless except or the force of b allows that.
func (d *Draft) checkUnlike(b *Heartbeat, except func(id, other string) bool) error {
	folder, err := ReadEpic(d.read.Tree)
	if err != nil {
		return err
	}
	id := FoldID(b.ID)
	for _, other := range folder.Near(id) {
		if !except(id, FoldID(other)) {
			if d.transition, d.forced = "create", b.Force; !b.Force {
				return protocol.Refusal("did you mean "+other+"? --force means "+b.ID, "nothing was written: there is no agent %s, and there is %s", b.ID, other)
			}
		}
	}
	return nil
}

// create makes the checkpoint, in the place of what is there. Of an agent that begins it is also
// what STATUS says, as far as that is not ahead.
func (d *Draft) create(c *current, b *Heartbeat, begins bool) error {
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
	status := d.statusOf(change.After.Feature(), b.ID)
	ahead := status.ahead(change.After)
	values := change.After.StatusValues()
	if ahead || !begins {
		values = b.statusValues(status, change.After, nil, ahead)
	}
	return d.putStatus(status, change.After, "", values)
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

// Beat writes a heartbeat. Of a checkpoint that is missing or corrupt, the newest backup goes
// on; without one, it is made anew if that is corrupt, or if the beat says enough.
func (d *Draft) Beat(b Heartbeat) error {
	c, err := d.load(b.Name, d.text)
	if err != nil {
		return err
	}
	switch {
	case !c.exists:
		return d.beatMissing(c, &b)
	case c.err != nil && !Corrupt(c.text):
		return c.err
	case c.err != nil:
		return d.beatAnew(c, &b)
	}
	return d.beat(c, c.c, &b)
}

// beatMissing is Beat for a file that does not exist.
func (d *Draft) beatMissing(c *current, b *Heartbeat) error {
	archive, since := lastArchive(c.name, d.names, Crashed, Aborted)
	if found, backup := d.newestCopy(c.name); found != nil {
		if last, ok := found.Last(); archive == "" || ok && !last.Before(since) { // who takes over writes in the second of the archive
			d.note("%s was missing and is restored from %s: what was written since is lost but for this", c.name, backup)
			return d.beat(c, found, b)
		}
	}
	if err := d.checkUnlike(b, func(string, string) bool { return false }); err != nil {
		return err
	}
	if _, err := newName(b.ID); err != nil {
		return err
	}
	if b.Feature == "" || b.Stage == "" || b.Instructions == "" {
		reason := fmt.Sprintf("there is no %s, and no backup of it", c.path())
		if archive != "" {
			reason = fmt.Sprintf("there is no %s: it was archived as %s", c.path(), archive)
		}
		return protocol.Refusal(fmt.Sprintf("mdck agents create %s --feature FOLDER --stage STAGE --instructions TEXT makes it", b.ID), "nothing was written: %s", reason)
	}
	d.note("%s was missing: it is made anew, of what this command says", c.name)
	return d.create(c, b, false)
}

// beatAnew is Beat for a corrupt file.
func (d *Draft) beatAnew(c *current, b *Heartbeat) error {
	d.note("%s was corrupt and is kept aside: %v", c.name, c.err)
	if found, backup := d.newestCopy(c.name); found != nil {
		d.note("restored from %s: what was written since is lost but for this", backup)
		return d.beat(c, found, b)
	}
	d.note("there is no backup that can be read: session, completed steps and all else that the file said are lost but for what is kept aside")
	return d.create(c, b, false)
}

// beat writes the heartbeat of from to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Heartbeat) error {
	b.ID = from.Shown()
	b.Unread = d.unread(b.ID)
	b.Beat.Feature = b.Feature
	if b.Status == "" && b.CanResume == nil {
		if err := d.allow(from, BeatTransition, b.Force); err != nil {
			return err
		}
	}
	status := d.statusOf(cmp.Or(from.Feature(), b.Feature), b.ID)
	ahead := status.ahead(from)
	if ahead && len(b.statusKeys(from.Next(), ahead)) == 0 {
		d.noteDifferent(status, from)
		status = nil
	}
	b.StatusFile = status != nil
	change, err := d.filled(from, b.Session, status, func(c *Checkpoint) (*Change, error) { return c.Beat(b.Beat, d.read.Now) })
	if err != nil {
		return err
	}
	if foldStatus(change.After.Status()) == Complete && foldStatus(from.Status()) != Complete {
		err = d.allow(change.After, CompleteTransition, b.Force)
	}
	if err == nil {
		err = d.clearStale(b.ID, b.Session)
	}
	if err != nil {
		return err
	}
	if b.Unread != nil && *b.Unread > 0 {
		d.note("%s: mdck agents inbox %s", bootstrap.Count(*b.Unread, "unread message"), b.ID)
	}
	if b.Feature != "" && b.Feature != change.After.Feature() {
		d.note("the feature stays %q", from.Feature())
	}
	d.putCheckpoint(c, change)
	return d.putStatus(status, change.After, "", b.statusValues(status, change.After, from.Next(), ahead))
}

// filled makes the change of a checkpoint to which the keys that it lacks were added.
func (d *Draft) filled(c *Checkpoint, session string, status *Status, change func(*Checkpoint) (*Change, error)) (*Change, error) {
	stage := ""
	if status != nil {
		stage, _ = status.Get(StatusStage)
	}
	fill, err := c.Fill(session, strings.ToUpper(stage), d.read.Now)
	if err != nil {
		return nil, err
	}
	made, err := change(fill.After)
	if err == nil {
		made.Did = append(made.Did, fill.Did...)
	}
	return made, err
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

// putStatus writes values to the STATUS file of c, if there is one. previous is the agent that
// had the feature before, if it is another one now.
func (d *Draft) putStatus(s *Status, c *Checkpoint, previous string, values []StatusValue) error {
	if s == nil {
		return nil
	}
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
	after, err := ParseStatus(s.File.Name, change.Text)
	if err == nil {
		d.noteDifferent(after, c)
	}
	return err
}

// noteDifferent notes where a STATUS file and a checkpoint say different things.
func (d *Draft) noteDifferent(s *Status, c *Checkpoint) {
	for _, line := range s.differences(c) {
		d.note("%s: %s", s.File.Name, line)
	}
}

// statusValues returns what c, the checkpoint after b, says of the keys of s that b is about.
// Blockers that are added are those of s, too.
func (b *Beat) statusValues(s *Status, c *Checkpoint, next []Item, ahead bool) []StatusValue {
	named := b.statusKeys(next, ahead)
	values := slices.DeleteFunc(c.StatusValues(), func(v StatusValue) bool { return !slices.Contains(named, v.Key) })
	for i := range values {
		if v := &values[i]; v.Key == StatusBlockers && s != nil && b.Blockers == nil {
			v.Value = cmp.Or(s.withBlockers(b.MoreBlockers), v.Value)
		}
	}
	return values
}

// statusKeys returns the keys of a STATUS file that b is about. next are the next steps before:
// the first is the next action, or without any the step, unless the file is ahead.
func (b *Beat) statusKeys(next []Item, ahead bool) []string {
	acts := len(next) == 0 && b.Step != ""
	for _, done := range b.Done {
		acts = acts || len(next) > 0 && identity(done) == identity(next[0].Text)
	}
	acts = b.Next != nil || acts && !ahead
	var keys []string
	for _, k := range []struct {
		key   string
		named bool
	}{
		{StatusStage, b.Stage != ""}, {StatusPhase, b.Phase != ""}, {StatusStatus, b.Status != ""},
		{StatusBlockers, b.Blockers != nil || len(b.MoreBlockers) > 0}, {StatusNext, acts},
	} {
		if k.named {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// unread returns how many messages to the agent are unread; nil if it has no inbox.
func (d *Draft) unread(id string) *int {
	var total *int
	for _, box := range readInboxes(d.read.Tree, ".", id) {
		if box.err != nil {
			d.note("messages are not counted: %v", box.err)
			return nil
		}
		if box.messages == nil {
			continue
		}
		if total == nil {
			total = new(int)
		}
		*total += len(box.messages.Unread())
	}
	return total
}
