package agents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
)

// Create makes the checkpoint called name; one that exists, under whatever name, is a
// refused [*protocol.RequestError]. Force makes an agent that is called much like another.
func (d *Draft) Create(name string, b Beat, force bool) error {
	own, err := FileName(b.ID)
	if err != nil {
		return err
	}
	if slices.Contains(d.names, name) {
		return protocol.Refusal(fmt.Sprintf("mdck agents beat %s writes to it, resume and takeover go on from it", IDOf(FoldID(b.ID))), "%s already exists", name)
	}
	if err := d.checkUnlike(b.ID, force, isSibling); err != nil {
		return err
	}
	return d.create(&current{name: own}, &b, false)
}

// checkUnlike refuses an agent that nobody knows and whose id is, but for a letter, that of a
// known one, unless except or force allows that.
func (d *Draft) checkUnlike(id string, force bool, except func(id, other string) bool) error {
	folder, err := ReadEpic(d.read.Tree)
	if err != nil {
		return err
	}
	for _, other := range folder.Near(FoldID(id)) {
		if except(FoldID(id), FoldID(other)) {
			continue
		}
		if d.transition, d.forced = "create", force; !force {
			return protocol.Refusal("did you mean "+other+"? --force means "+id, "nothing was written: there is no agent %s, and there is %s", id, other)
		}
	}
	return nil
}

// create makes the checkpoint, in the place of what exists. STATUS gets all that it says, or if
// it is ahead, what b names.
func (d *Draft) create(c *current, b *Beat, ahead bool) error {
	b.unread = d.unread(b.ID)
	change, err := New(*b, d.read.Now)
	if err != nil {
		return err
	}
	if name := change.After.Base(); name != c.name {
		return protocol.BadRequest("name the agent by its id", "the checkpoint of %q would be called %q, not %q", b.ID, name, c.name)
	}
	d.putCheckpoint(c, change)
	d.noteOwners(b)
	status := d.statusOf(change.After.Feature(), b.ID)
	values := change.After.StatusValues()
	if ahead || status.ahead(change.After) {
		values = b.statusValues(status, change.After, change.After, true)
	}
	return d.putStatus(status, change.After, "", values)
}

// noteOwners notes other agents that have the feature of a new checkpoint.
func (d *Draft) noteOwners(b *Beat) {
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

// Beat writes a heartbeat to the checkpoint called name. Of one that is missing or corrupt, the
// newest backup goes on; without one, it is made anew if that is corrupt, or if the beat says
// enough. Force makes what the state of the agent forbids.
func (d *Draft) Beat(name string, b Beat, force bool) error {
	c, err := d.load(name, d.text)
	switch {
	case err != nil:
		return err
	case c.c != nil:
		return d.beat(c, c.c, &b, force)
	case c.exists && !c.corrupt():
		return c.err
	}
	archive, since := lastArchive(name, d.names, Crashed, Aborted)
	if c.exists {
		d.note("%s was corrupt and is kept aside: %v", name, c.err)
		since = time.Time{}
	}
	if found, backup := d.newestCopy(name); found != nil && !found.isBefore(since) { // who takes over writes in the second of the archive
		d.note("%s is restored from %s: what was written since is lost but for this", name, backup)
		return d.beat(c, found, &b, force)
	}
	if !c.exists {
		if err := d.checkAnew(c, &b, archive, force); err != nil {
			return err
		}
	}
	d.note("%s is made anew, of what this command says: there is no backup that can be read", name)
	return d.create(c, &b, c.exists)
}

// checkAnew returns why a missing checkpoint cannot be made of a heartbeat.
func (d *Draft) checkAnew(c *current, b *Beat, archive string, force bool) error {
	if err := d.checkUnlike(b.ID, force, func(string, string) bool { return false }); err != nil {
		return err
	}
	if _, err := newName(b.ID); err != nil || b.Feature != "" && b.Stage != "" && b.Instructions != "" {
		return err
	}
	reason := fmt.Sprintf("there is no %s, and no backup of it", c.path())
	if archive != "" {
		reason = fmt.Sprintf("there is no %s: it was archived as %s", c.path(), archive)
	}
	return protocol.Refusal(fmt.Sprintf("mdck agents create %s --feature FOLDER --stage STAGE --instructions TEXT makes it", b.ID), "nothing was written: %s", reason)
}

// beat writes the heartbeat of from to the file of c.
func (d *Draft) beat(c *current, from *Checkpoint, b *Beat, force bool) error {
	b.ID = from.Shown()
	b.unread = d.unread(b.ID)
	if b.Status == "" && b.CanResume == nil {
		if err := d.allow(from, BeatTransition, force); err != nil {
			return err
		}
	}
	status := d.statusOf(cmp.Or(from.Feature(), b.Feature), b.ID)
	ahead := status.ahead(from)
	if ahead && !b.aboutStatus() {
		d.noteDifferent(status, from)
		status = nil
	}
	b.statusFile = status != nil
	change, err := d.filled(from, b.Session, status, func(c *Checkpoint) (*Change, error) { return c.Beat(*b, d.read.Now) })
	if err != nil {
		return err
	}
	if foldStatus(change.After.Status()) == Complete && foldStatus(from.Status()) != Complete {
		err = d.allow(change.After, CompleteTransition, force)
	}
	if err == nil {
		err = d.clearStale(b.ID, b.Session)
	}
	if err != nil {
		return err
	}
	if b.unread != nil && *b.unread > 0 {
		d.note("%s: mdck agents inbox %s", bootstrap.Count(*b.unread, "unread message"), b.ID)
	}
	if b.Feature != "" && b.Feature != change.After.Feature() {
		d.note("the feature stays %q", from.Feature())
	}
	d.putCheckpoint(c, change)
	return d.putStatus(status, change.After, "", b.statusValues(status, from, change.After, ahead))
}

// aboutStatus reports whether b names something that STATUS has, too.
func (b *Beat) aboutStatus() bool {
	return b.Stage+b.Phase+b.Status != "" || b.Blockers != nil || b.Next != nil || len(b.MoreBlockers) > 0
}

// filled makes the change of a checkpoint to which the keys that it lacks were added.
func (d *Draft) filled(c *Checkpoint, session string, status *Status, change func(*Checkpoint) (*Change, error)) (*Change, error) {
	stage, _ := status.Get(StatusStage)
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

// statusValues returns what after says of the keys of STATUS that b is about, or whose value
// changed with the steps. Of a file that is ahead the next action stays unless b names it, and
// blockers that are added are those of the file, too.
func (b *Beat) statusValues(s *Status, before, after *Checkpoint, ahead bool) []StatusValue {
	named := map[string]bool{
		StatusStage: b.Stage != "", StatusPhase: b.Phase != "", StatusStatus: b.Status != "",
		StatusBlockers: b.Blockers != nil || len(b.MoreBlockers) > 0,
		StatusNext:     b.Next != nil || !ahead && before.nextAction() != after.nextAction(),
	}
	values := slices.DeleteFunc(after.StatusValues(), func(v StatusValue) bool { return !named[v.Key] })
	for i := range values {
		if was, _ := s.Get(StatusBlockers); values[i].Key == StatusBlockers && b.Blockers == nil && !isBlank(was) {
			values[i].Value = strings.Join(distinct(append(strings.Split(was, ";"), b.MoreBlockers...), oneLine, identity), blockerSeparator)
		}
	}
	return values
}

// unread returns how many messages to the agent are unread; nil if it has none.
func (d *Draft) unread(id string) *int {
	letters, err := Letters(d.read.Tree, id)
	if err != nil {
		d.note("messages are not counted: %v", err)
	}
	if len(letters) == 0 {
		return nil
	}
	n := 0
	for _, l := range letters {
		if l.Mark == Unread {
			n++
		}
	}
	return &n
}
