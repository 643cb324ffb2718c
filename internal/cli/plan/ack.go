package plan

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/threshold"
)

const (
	ackHelp = `Acknowledges an alert, so that mdck plan threshold check passes until the stop is reached. A person runs this command, not the agent. Without a kind it acknowledges all alerts of the last check, with the values of that check. An acknowledgment covers all alerts whose limit is at or below the acknowledged value, even if the value grows. It is valid until mdck plan reset removes it.

mdck refuses, with status 1, to acknowledge a value below its alert, or a stop. With --stop it stops the work instead: it writes a waypoint, and the status is 1.

Examples:

    mdck plan ack cost
    mdck plan ack context errors --note "one more task, then a new session"
    mdck plan ack cost --stop`

	resetHelp = `Removes all acknowledgments, so that each alert must be acknowledged again. If the file has a history, the acknowledgments move to the history. It also clears the stop of the last check; the next session no longer starts from the waypoint of that stop.

Examples:

    mdck plan reset
    mdck plan reset --reset-alerts --diff`
)

type ackCommand struct {
	Kind    []string `arg:"" optional:"" help:"Kind of the alert: cost, context, variance or errors (default: every alert of the last check)."`
	Session string   `xor:"answer" help:"The session id to record." placeholder:"ID"`
	Note    string   `help:"A note to record." placeholder:"TEXT"`
	Stop    bool     `xor:"answer" help:"Stop and write a waypoint; the alert is not acknowledged."`
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
