package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	takeoverHelp = `Gives the work of an agent that crashed to a new session: it archives the checkpoint as …_crashed_<epoch>.json and creates a new one with the same feature, stage, phase, steps, files, blockers and instructions, and with a new session id, previous_agent and recovery_notes. Unread messages are copied to the inbox of the new agent. The command prints the package for the new session, which names the archive and these messages.

Unless --notes gives the reason, mdck refuses, with status 1, to take over from an agent that is complete or that wrote its checkpoint in the last 60 minutes. If the checkpoint cannot be read, the newest backup is used.

Examples:

    mdck agents takeover Secondary-A
    mdck agents takeover Secondary-A --as Secondary-C --notes "the browser crashed"`

	abortHelp = `Archives the checkpoint of an agent as …_aborted_<epoch>.json, and prints the package to start its feature again. It writes nothing else, so the agent has no checkpoint. An unreadable checkpoint is archived, too.

mdck refuses, with status 1, to archive a readable checkpoint that contains 30 or more minutes of work, or an unknown amount of work. --force archives the checkpoint anyway.

Examples:

    mdck agents abort Secondary-A
    mdck agents abort Secondary-A --force`
)

type takeoverCommand struct {
	agentFlags
	As      string `name:"as" help:"Id of the new agent (default: the id of the old agent)." placeholder:"ID"`
	Session string `help:"Id of the new session (default: a random UUID)." placeholder:"ID"`
	Notes   string `help:"What happened to the agent, for recovery_notes (default: its status and last checkpoint)." placeholder:"TEXT"`
}

func (c *takeoverCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents takeover", func(d *agents.Draft, name string) agents.Handoff {
		return d.Takeover(name, agents.Takeover{As: c.As, Session: sessionID(c.Session), Notes: c.Notes})
	})
}

type abortCommand struct {
	agentFlags
	Feature string `help:"Directory of the feature, if the checkpoint does not name it." placeholder:"NAME"`
	Force   bool   `help:"Archive the checkpoint even if it contains much work."`
}

func (c *abortCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents abort", func(d *agents.Draft, name string) agents.Handoff {
		return d.Abort(name, c.Feature, c.Force)
	})
}
