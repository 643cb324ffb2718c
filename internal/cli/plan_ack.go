package cli

import (
	"errors"
	"fmt"
	"slices"

	"mdck/mdcheckpoint/plan/threshold"
)

const (
	planAckHelp = `Acknowledges an alert, so that mdck plan threshold check goes on until the stop. It is for the person that the agent waits for. Without a kind all alerts that the last check found are acknowledged. The value is that of the last check, or --value. An acknowledgment counts for alerts that begin at or below its value, however the value grows, until mdck plan reset.

What is no alert is refused with status 1: below it there is nothing to acknowledge, and a stop cannot be. --stop is the other answer to an alert: a waypoint is written, and the status is 1.

Examples:

    mdck plan ack cost
    mdck plan ack context errors --note "one more task, then a new session"
    mdck plan ack cost --stop`

	planResetHelp = `Removes all acknowledgments of alerts, so that each is asked for again. Where the file has a history, they move there. A stop of the last check ends, too, and the next session no longer starts from its waypoint.

Examples:

    mdck plan reset
    mdck plan reset --reset-alerts --diff`
)

type planAckCommand struct {
	Kind    []string `arg:"" optional:"" help:"What the alert is about: cost, context, variance or errors (default: every alert of the last check)."`
	Value   string   `help:"The value to acknowledge (default: that of the last check)." placeholder:"N"`
	Session string   `help:"The session to record." placeholder:"ID"`
	Note    string   `help:"What the person says to it." placeholder:"TEXT"`
	Stop    bool     `help:"Stop in the place of going on: write a waypoint."`
	Limit   []string `sep:"none" help:"A limit that --value is judged by, such as cost.alert=30; may be given again." placeholder:"KIND.LEVEL=N"`
	limitFlags
}

// Run acknowledges the alerts, or stops.
func (c *planAckCommand) Run(std Streams) error {
	ack, err := c.ack()
	if err != nil {
		return err
	}
	w, l, err := c.begin(std, "plan ack", c.Limit)
	if err != nil {
		return err
	}
	ack.Limits, ack.Triggers = l.sheet.Table(), l.triggers
	err = w.change(func(d *threshold.Draft) error {
		if c.Stop {
			return d.Halt(ack)
		}
		return d.Acknowledge(ack)
	})
	if err != nil || !c.Stop {
		return err
	}
	return errFindings
}

// ack is what the flags say.
func (c *planAckCommand) ack() (threshold.AckInput, error) {
	a := threshold.AckInput{Session: c.Session, Note: c.Note}
	for _, name := range c.Kind {
		k, err := threshold.ParseKind(name)
		if err != nil {
			return a, fmt.Errorf("plan ack: %w", err)
		}
		if !slices.Contains(a.Kinds, k) {
			a.Kinds = append(a.Kinds, k)
		}
	}
	switch {
	case c.Stop && c.Session != "":
		return a, errors.New("plan ack: --session belongs to an acknowledgment, and --stop makes none")
	case c.Value == "" && len(c.Limit) > 0:
		return a, errors.New("plan ack: --limit is what --value is judged by, and there is no --value")
	case c.Value == "":
		return a, nil
	case len(a.Kinds) != 1:
		return a, errors.New("plan ack: --value is that of one kind, want one")
	}
	n, err := threshold.ParseNumber(a.Kinds[0], c.Value)
	if err != nil {
		return a, fmt.Errorf("plan ack: --value: %w", err)
	}
	a.Value = &n
	return a, nil
}

type planResetCommand struct {
	ResetAlerts bool `help:"Take back the acknowledgments of alerts: what is done anyway, as the agents of the protocol spell it."`
	stateFlags
}

// Run takes the acknowledgments back.
func (c *planResetCommand) Run(std Streams) error {
	w, err := c.project(std, "plan reset")
	if err != nil {
		return err
	}
	return w.change((*threshold.Draft).Reset)
}
