package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	takeoverHelp = `Gives the work of a crashed agent to a new session. The old checkpoint is archived as …_crashed_<epoch>.json. The new checkpoint has the same feature, stage, phase, steps, files, blockers and instructions, but a new session id. previous_agent and recovery_notes say what happened. Unread messages are copied to the inbox of the new agent. The command prints the text to paste into the new session.

mdck refuses the takeover if the agent is complete or wrote its checkpoint in the last 60 minutes. The exit status is then 1. To take over anyway, give the reason with --notes. If the checkpoint cannot be read, mdck uses the newest backup.

Examples:

    mdck agents takeover Secondary-A
    mdck agents takeover Secondary-A --as Secondary-C --notes "the browser crashed"`

	abortHelp = `Archives the checkpoint of an agent as …_aborted_<epoch>.json. Then it prints the text to paste into the session that starts the feature again. The agent then has no checkpoint. An unreadable checkpoint is archived, too.

mdck does not archive a readable checkpoint if it contains 30 or more minutes of work, or an unknown amount. The exit status is then 1. --force archives the checkpoint anyway.

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
