package agents

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// Warn puts a warning into the inbox of the agent whose checkpoint is called name.
// Of one that is not old it is a refused [*protocol.RequestError], unless forced. A warning of
// the same checkpoint that is unread, and has still to be answered, is not repeated.
func (d *Draft) Warn(name string, force bool) error {
	c, err := d.loadSound(name)
	if err != nil {
		return err
	}
	if err := d.checkAge(c.c, force, "to warn of", Warning, Stale, Unknown); err != nil {
		return err
	}
	box := Inbox(c.c.Agent())
	if box == "" {
		return protocol.BadRequest("mdck agents list lists the agents", "%s has no inbox: the primary is who warns", c.c.Shown())
	}
	now := d.read.Now // in local time, as the protocol has it in messages
	if there := readInbox(d.read.Tree, box); there.messages != nil {
		if number, ok := there.messages.Warned(c.c, now); ok {
			d.note("message %d in %s says so already, and is unread: no other is sent", number, box)
			return nil
		}
	}
	d.transition = "warn"
	return d.send(box, c.c.WarningNote(now), Title(IDOf(Primary), c.c.Shown()))
}

// checkAge refuses what is meant for a checkpoint of these classes of age.
func (d *Draft) checkAge(c *Checkpoint, force bool, what string, classes ...Class) error {
	age := c.Age(d.read.Now)
	if slices.Contains(classes, age.Class) {
		return nil
	}
	if d.forced = force; force {
		return nil
	}
	reason := fmt.Sprintf("%s is %s, with a checkpoint %s: nothing %s", c.Shown(), age.Class, ago(age.Minutes), what)
	if !age.Known {
		reason = fmt.Sprintf("%s is %s: nothing %s", c.Shown(), age.Class, what)
	}
	return protocol.Refusal("--force does it nevertheless", "%s", reason)
}

// ago says how old a checkpoint is; below 0 it is dated in the future.
func ago(minutes int) string {
	if minutes < 0 {
		return fmt.Sprintf("dated %d minutes in the future", -minutes)
	}
	return fmt.Sprintf("of %d minutes ago", minutes)
}

// An Escalation asks that an agent is marked as stale.
type Escalation struct {
	Name    string // of its checkpoint
	Session string // of who does it: any text that no other holder of a lock has
	Force   bool   // whatever the age
}

// Escalate marks an agent as stale in its section of EPIC_README.md, under the lock
// of the protocol. An agent that is not stale is a refused [*protocol.RequestError].
func (d *Draft) Escalate(e Escalation) error {
	c, err := d.loadSound(e.Name)
	if err != nil {
		return err
	}
	if err := d.checkAge(c.c, e.Force, "to escalate", Stale); err != nil {
		return err
	}
	d.transition = "escalate"
	if err := d.canEscalate(c); err != nil { // else a lock would be made for nothing
		return err
	}
	if err := d.lockEpic(e.Session, fmt.Sprintf("mark %s as stale", c.id())); err != nil {
		return err
	}
	text, _, err := d.text(EpicFile)
	if err != nil {
		return err
	}
	change, err := SetStale(EpicFile, text, c.id(), c.c.StaleText(d.read.Now))
	if err != nil {
		return err
	}
	d.put(EpicFile, text, true, change)
	return nil
}

// canEscalate reports why the section of an agent cannot be written, by a look at it
// without the lock.
func (d *Draft) canEscalate(c *current) error {
	text, err := d.peek(EpicFile)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no %s in the folder of the epic", EpicFile)
	}
	if err == nil {
		_, err = SetStale(EpicFile, text, c.id(), c.c.StaleText(d.read.Now))
	}
	return err
}

// noteStale notes that the section of an agent that is at work says that it is stale.
func (d *Draft) noteStale(id string) {
	text, err := d.peek(EpicFile)
	if err != nil {
		return
	}
	if line, _, ok := staleMark(text, id); ok {
		d.note("%s:%d still says that %s is stale: mdck agents resume takes the line out", EpicFile, line, id)
	}
}

// clearStale takes the line out which says that an agent is stale, under the lock of the
// protocol. session is any text that no other holder of a lock has.
func (d *Draft) clearStale(id, session string) error {
	text, err := d.peek(EpicFile)
	if err != nil { // a file that cannot be read keeps nobody from the work
		return nil
	}
	if _, _, ok := staleMark(text, id); !ok {
		return nil
	}
	if err := d.lockEpic(session, fmt.Sprintf("clear that %s is stale", id)); err != nil {
		return err
	}
	text, exists, err := d.text(EpicFile)
	if err != nil {
		return err
	}
	change, err := ClearStale(EpicFile, text, id)
	if err == nil {
		d.put(EpicFile, text, exists, change)
	}
	return err
}
