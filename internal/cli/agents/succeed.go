package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	takeoverHelp = `Gives the work of an agent that will not come back to a new session: its checkpoint is archived as …_crashed_<epoch>.json, and a new one is made with its feature, stage, phase, steps, files, blockers and instructions, a new session id, previous_agent and recovery_notes. Messages that nobody read go to the inbox of the new agent. The package for the new session is printed; it names the archive and these messages.

An agent that wrote its checkpoint 60 minutes ago or less, or is complete, is refused unless --notes gives the reason: the status is 1. Of a checkpoint that cannot be read, the newest backup goes on.

Examples:

    mdck agents takeover Secondary-A
    mdck agents takeover Secondary-A --as Secondary-C --notes "the browser crashed"`

	abortHelp = `Archives the checkpoint of an agent as …_aborted_<epoch>.json, and prints a package by which its feature begins anew, without a checkpoint. Nothing else is made. A checkpoint that cannot be read is archived, too.

One that can be read and holds 30 minutes of work or more, or does not tell how much, is refused, but with --force: the status is 1.

Examples:

    mdck agents abort Secondary-A
    mdck agents abort Secondary-A --force`
)

type takeoverCommand struct {
	agentFlags
	As      string `name:"as" help:"Id of the agent that goes on (default: the same)." placeholder:"ID"`
	Session string `help:"Id of the new session (default: a random UUID)." placeholder:"ID"`
	Notes   string `help:"What became of the agent, for recovery_notes (default: what is known)." placeholder:"TEXT"`
}

// Run takes the work over, and prints the package.
func (c *takeoverCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents takeover", func(d *agents.Draft, name string) agents.Handoff {
		return d.Takeover(name, agents.Takeover{As: c.As, Session: sessionID(c.Session), Notes: c.Notes})
	})
}

type abortCommand struct {
	agentFlags
	Feature string `help:"Folder of the feature, where the checkpoint does not tell." placeholder:"NAME"`
	Force   bool   `help:"Archive it whatever work it holds."`
}

// Run archives the checkpoint, and prints the package.
func (c *abortCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents abort", func(d *agents.Draft, name string) agents.Handoff {
		return d.Abort(name, c.Feature, c.Force)
	})
}
