package plan

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/threshold"
)

const (
	ackHelp = `Acknowledges an alert: the work can continue until the value reaches the stop limit. A person runs this command, not the agent. Without a kind, the command acknowledges every alert of the last check.

An acknowledgment remains valid when the value grows. mdck plan reset removes it.

With --stop, the work stops at the alert. mdck then writes a waypoint, which is a note for the next session, and the exit status is 1.

Examples:

    mdck plan ack cost
    mdck plan ack context errors --note "one more task, then a new session"
    mdck plan ack cost --stop`

	resetHelp = `Removes all acknowledgments, so that each alert must be acknowledged again. It also clears the last stop: the next session then ignores the waypoint of this stop.

Examples:

    mdck plan reset
    mdck plan reset --reset-alerts --diff`
)

type ackCommand struct {
	Kind    []string `arg:"" optional:"" help:"Kind of the alert: cost, context, variance or errors (default: every alert of the last check)."`
	Session string   `xor:"answer" help:"The id of the session." placeholder:"ID"`
	Note    string   `help:"A note about the decision." placeholder:"TEXT"`
	Stop    bool     `xor:"answer" help:"Stop, and write a note for the next session; the alert is not acknowledged."`
	write.Flags
}

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
	if err := w.Write(threshold.StopAt(in, w.place)); err != nil {
		return err
	}
	return app.ErrFindings
}

type resetCommand struct {
	ResetAlerts bool `help:"Has no effect; mdck accepts this flag because agents that follow the protocol pass it."`
	write.Flags
}

func (c *resetCommand) Run(std app.Streams) error {
	w, err := newStateWriter(&c.Flags, std, "plan reset")
	if err != nil {
		return err
	}
	return w.Write(threshold.Reset)
}
