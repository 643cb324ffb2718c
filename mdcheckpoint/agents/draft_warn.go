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
	class := c.Age(d.read.Now).Class
	if slices.Contains(classes, class) {
		return nil
	}
	if d.forced = force; force {
		return nil
	}
	return protocol.Refusal("--force does it nevertheless", "%s is %s, with a checkpoint of %s: nothing %s", c.Shown(), class, lastOf(c), what)
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
	err = d.editEpic(e.Session, fmt.Sprintf("mark %s as stale", c.id()), func(text string) (*Change, error) {
		return SetStale(EpicFile, text, c.id(), c.c.StaleText(d.read.Now))
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no %s in the folder of the epic", EpicFile)
	}
	return err
}

// editEpic makes an edit of EPIC_README.md under the lock of the protocol, which is not taken if
// the edit, of the file as it is before, fails or changes nothing. holder is any text that no other
// holder of the lock has.
func (d *Draft) editEpic(holder, operation string, edit func(text string) (*Change, error)) error {
	text, err := d.peek(EpicFile)
	if err != nil {
		return err
	}
	if change, err := edit(text); err != nil || change.Text == text {
		return err
	}
	if err := d.lockEpic(holder, operation); err != nil {
		return err
	}
	text, exists, err := d.text(EpicFile)
	if err != nil {
		return err
	}
	change, err := edit(text)
	if err == nil {
		d.put(EpicFile, text, exists, change)
	}
	return err
}

// clearStale takes the line out which says that an agent is stale. A file in which it cannot be
// found keeps nobody from the work.
func (d *Draft) clearStale(id, session string) error {
	clear := func(text string) (*Change, error) { return ClearStale(EpicFile, text, id) }
	text, err := d.peek(EpicFile)
	if err == nil {
		_, err = clear(text)
	}
	if err != nil {
		return nil
	}
	return d.editEpic(session, fmt.Sprintf("clear that %s is stale", id), clear)
}
