package agents

import (
	"fmt"
	"strings"
	"time"
)

// warningWord begins the subject of a warning. Source: checkpoint.
const warningWord = "CHECKPOINT WARNING"

// WarningNote is the message that the primary sends to an agent whose checkpoint is
// old. Its times are in the zone of now. Source of the limits: checkpoint, stale.
func (c *Checkpoint) WarningNote(now time.Time) Note {
	minutes := c.Age(now).Minutes
	subject, old := warningWord+" - No readable checkpoint time", ""
	if last, ok := c.Last(); ok && last.After(now) {
		subject = warningWord + " - Checkpoint is dated in the future"
	} else if ok {
		subject = fmt.Sprintf("%s - No checkpoint for %d minutes", warningWord, minutes)
		old = fmt.Sprintf(" (%d minutes ago)", minutes)
	}
	return Note{
		Subject: subject,
		Action:  "Write your checkpoint, and say whether you are at work",
		Details: fmt.Sprintf("The last checkpoint of %s was written %s%s.\nOne is due every %d minutes.\nAfter more than %d minutes without one you count as stale.",
			oneLine(c.Shown()), c.written(now), old, int(Interval/time.Minute), StaleAfter),
		Next:        "Go on from your current step; if you are blocked, say by what in the checkpoint",
		Acknowledge: fmt.Sprintf("Answer within %d minutes, else your feature is given to another agent", int(ReplyWithin/time.Minute)),
	}
}

// written is when c was written, in the zone of now, for a warning.
func (c *Checkpoint) written(now time.Time) string {
	last, ok := c.Last()
	if !ok {
		return "at a time that cannot be read"
	}
	return "at " + last.In(now.Location()).Format(stampLayout)
}

// Warned is the number of an unread warning of this checkpoint that is less than
// [ReplyWithin] old, so that its answer has still time; ok is false if there is none.
func (m *Messages) Warned(c *Checkpoint, now time.Time) (number int, ok bool) {
	for i := range m.All {
		a := &m.All[i]
		at, dated := a.At(now.Location())
		age := now.Sub(at)
		if a.Mark == Unread && dated && age >= 0 && age < ReplyWithin && strings.HasPrefix(a.Subject, warningWord) &&
			strings.Contains(m.File.Slice(a.Span), "was written "+c.written(now)) {
			return a.Number, true
		}
	}
	return 0, false
}
