package agents

import (
	"slices"
	"strings"
	"time"
)

// A Class says what the age of a checkpoint means.
type Class string

const (
	Active  Class = "active"
	Warning Class = "warning"   // older than WarningAfter
	Stale   Class = "stale"     // older than StaleAfter
	Resting Class = "resting"   // complete, or waiting and not to be resumed: its age says nothing
	Unknown Class = "unknown"   // last_checkpoint cannot be read
	Unused  Class = "duplicate" // another file of the same agent is in use
)

// An Age is how long ago a checkpoint was written.
type Age struct {
	Minutes int  // whole ones; below 0 for a time to come
	Known   bool // whether last_checkpoint can be read; else Minutes is 0
	Class   Class
}

// Age is the age of c at now.
func (c *Checkpoint) Age(now time.Time) Age {
	last, ok := c.Last()
	a := Age{Known: ok, Class: Unknown}
	if ok {
		a.Minutes = int(now.Sub(last) / time.Minute)
		a.Class = classOf(a.Minutes)
	}
	if c.resting() {
		a.Class = Resting
	}
	return a
}

// classOf returns the class of an age in whole minutes. Source: checkpoint (its script).
func classOf(minutes int) Class {
	switch {
	case minutes > StaleAfter:
		return Stale
	case minutes > WarningAfter:
		return Warning
	}
	return Active
}

// resting reports whether c is of an agent that has nothing to do: it is complete, or not to be
// resumed before others are.
func (c *Checkpoint) resting() bool {
	can, known := c.CanResume()
	status := foldStatus(c.Status())
	return c.complete() || known && !can && (status == Waiting || strings.HasPrefix(status, Waiting+"_"))
}

// complete reports whether the status says, in one word, that the agent has nothing left to do.
func (c *Checkpoint) complete() bool {
	return slices.Contains([]string{Complete, "COMPLETED", "DONE", "FINISHED"}, foldStatus(c.Status()))
}

// foldStatus is a status in capitals and underscores: "in-progress" is
// IN_PROGRESS.
func foldStatus(text string) string {
	return underscored(strings.ToUpper(oneLine(text)))
}

// underscored is text with underscores for hyphens and spaces.
func underscored(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "-", "_"), " ", "_")
}
