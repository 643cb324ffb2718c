package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	restoreHelp = `Puts the newest backup that is one of the same agent in the place of a checkpoint, byte for byte. Of a checkpoint that can be read it is the newest that is older, by last_checkpoint: a second restore goes one further back, and --backup takes any of its backups. A checkpoint that cannot be read is kept aside, any other is backed up. Without such a backup nothing is changed, and the status is 2.

Examples:

    mdck agents restore Secondary-A
    mdck agents restore secondary_a.json --diff
    mdck agents restore Secondary-A --backup secondary_a_20260115_143000.json`

	resumeHelp = `Begins a new session of the same agent: a new session id, status IN_PROGRESS and both times; all else stays, but for keys that are missing. The line in EPIC_README.md that says that the agent is stale is taken out. It prints the package of the agent, with what was in progress and what is next; mdck bootstrap prints which of its files are gone or changed.

A checkpoint that says can_resume: false, or that the agent is complete, is refused: the status is 1. --force resumes it all the same, and is recorded.

Examples:

    mdck agents resume Secondary-A
    mdck agents resume Secondary-A --force`
)

type restoreCommand struct {
	agentFlags
	Backup string `help:"Take this one of agent_checkpoints/backups (default: the newest that fits)." placeholder:"NAME"`
}

// Run restores the checkpoint.
func (c *restoreCommand) Run(std app.Streams) error {
	return c.run(std, "agents restore", func(d *agents.Draft, name string) { d.Restore(name, c.Backup) }, nil)
}

type resumeCommand struct {
	agentFlags
	Session string `help:"Id of the new session (default: a random UUID)." placeholder:"ID"`
	Force   bool   `help:"Resume though can_resume is false or the agent is complete."`
}

// Run begins the session, and prints what it has to know.
func (c *resumeCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents resume", func(d *agents.Draft, name string) agents.Handoff {
		return d.Resume(name, sessionID(c.Session), c.Force)
	})
}
