package plan

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/threshold"
)

const (
	ackHelp = `Acknowledges an alert, so that mdck plan threshold check goes on until the stop. It is for the person that the agent waits for. Without a kind all alerts that the last check found are acknowledged. The value is that of the last check. An acknowledgment counts for alerts that begin at or below its value, however the value grows, until mdck plan reset.

What is no alert is refused with status 1: below it there is nothing to acknowledge, and a stop cannot be. --stop is the other answer to an alert: a waypoint is written, and the status is 1.

Examples:

    mdck plan ack cost
    mdck plan ack context errors --note "one more task, then a new session"
    mdck plan ack cost --stop`

	resetHelp = `Removes all acknowledgments of alerts, so that each is asked for again. Where the file has a history, they move there. A stop of the last check ends, too, and the next session no longer starts from its waypoint.

Examples:

    mdck plan reset
    mdck plan reset --reset-alerts --diff`
)

type ackCommand struct {
	Kind    []string `arg:"" optional:"" help:"What the alert is about: cost, context, variance or errors (default: every alert of the last check)."`
	Session string   `xor:"answer" help:"The session to record." placeholder:"ID"`
	Note    string   `help:"What the person says to it." placeholder:"TEXT"`
	Stop    bool     `xor:"answer" help:"Stop and write a waypoint; the alert is not acknowledged."`
	write.Flags
}

// Run acknowledges the alerts, or stops.
func (c *ackCommand) Run(std app.Streams) error {
	in := threshold.AckInput{Session: c.Session, Note: c.Note}
	for _, name := range c.Kind {
		k, err := threshold.ParseKind(name)
		if err != nil {
			return fmt.Errorf("plan ack: %w", err)
		}
		in.Kinds = append(in.Kinds, k)
	}
	w, err := newStateWriter(&c.Flags, std, "plan ack")
	if err != nil {
		return err
	}
	if !c.Stop {
		return w.Write(threshold.Acknowledge(in))
	}
	if err := w.Write(threshold.StopAt(in, w.where)); err != nil {
		return err
	}
	return app.ErrFindings
}

type resetCommand struct {
	ResetAlerts bool `help:"Remove the acknowledgments of alerts, which is done anyway: agents of the protocol pass this flag."`
	write.Flags
}

// Run removes the acknowledgments.
func (c *resetCommand) Run(std app.Streams) error {
	w, err := newStateWriter(&c.Flags, std, "plan reset")
	if err != nil {
		return err
	}
	return w.Write(threshold.Reset)
}
