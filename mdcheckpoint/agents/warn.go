package agents

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// warningWord begins the subject of a warning. Source: checkpoint.
const warningWord = "CHECKPOINT WARNING"

// WarningNote is the message that the primary sends to an agent whose checkpoint is
// old. Its times are in the zone of now. Source of the limits: checkpoint, stale.
func (c *Checkpoint) WarningNote(now time.Time) Note {
	subject, written := "No readable checkpoint time", "at a time that cannot be read"
	if last, ok := c.Last(); ok {
		minutes := c.Age(now).Minutes
		subject = fmt.Sprintf("No checkpoint for %d minutes", minutes)
		written = fmt.Sprintf("at %s (%d minutes ago)", last.In(now.Location()).Format(stampLayout), minutes)
	}
	return Note{
		Subject: warningWord + " - " + subject,
		Action:  "Write your checkpoint, and say whether you are at work",
		Details: fmt.Sprintf("The last checkpoint of %s was written %s.\nOne is due every %d minutes.\nAfter more than %d minutes without one you count as stale.",
			oneLine(c.Shown()), written, int(Interval/time.Minute), StaleAfter),
		Next:        "Go on from your current step; if you are blocked, say by what in the checkpoint",
		Acknowledge: fmt.Sprintf("Answer within %d minutes, else your feature is given to another agent", int(ReplyWithin/time.Minute)),
	}
}

// Warn puts a warning into the inbox of the agent whose checkpoint is called name.
// Of one that is not old it is a refused [*protocol.RequestError], unless forced. While a warning
// is unread, no other is sent.
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
	for _, m := range readInbox(d.read.Tree, box).messages.Unread() {
		if strings.HasPrefix(m.Subject, warningWord) {
			d.note("message %d in %s is a warning, and is unread: no other is sent", m.Number, box)
			return nil
		}
	}
	d.transition = "warn"
	return d.send(box, c.c.WarningNote(d.read.Now), Title(IDOf(Primary), c.c.Shown()))
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
