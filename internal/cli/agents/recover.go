package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	restoreHelp = `Replaces a checkpoint, byte for byte, by the newest backup of the same agent. If the checkpoint is readable, mdck uses only backups with an older last_checkpoint. So a second restore goes one step further back. --backup selects any backup. mdck backs up the replaced checkpoint, or archives it if it is unreadable. The exit status is 2 if there is no backup to restore.

Examples:

    mdck agents restore Secondary-A
    mdck agents restore secondary_a.json --diff
    mdck agents restore Secondary-A --backup secondary_a_20260115_143000.json`

	resumeHelp = `Starts a new session of the same agent. The checkpoint gets a new session id, the status IN_PROGRESS, the current time, and any missing keys. In EPIC_README.md, the command removes the line that marks the agent as stale. It prints the text to paste into the new session. mdck bootstrap prints which files of the agent are missing or changed.

mdck does not resume an agent if it is complete, or if its checkpoint has can_resume: false. The exit status is then 1. --force resumes the agent anyway; its use is recorded.

Examples:

    mdck agents resume Secondary-A
    mdck agents resume Secondary-A --force`
)

type restoreCommand struct {
	agentFlags
	Backup string `help:"The backup in agent_checkpoints/backups to restore (default: the newest backup that is older than the checkpoint)." placeholder:"NAME"`
}

func (c *restoreCommand) Run(std app.Streams) error {
	return c.run(std, "agents restore", func(d *agents.Draft, name string) { d.Restore(name, c.Backup) }, nil)
}

type resumeCommand struct {
	agentFlags
	Session string `help:"Id of the new session (default: a random UUID)." placeholder:"ID"`
	Force   bool   `help:"Resume even if can_resume is false or the agent is complete."`
}

// Run records the agent's new session and prints its handoff package.
func (c *resumeCommand) Run(std app.Streams) error {
	return c.succeed(std, "agents resume", func(d *agents.Draft, name string) agents.Handoff {
		return d.Resume(name, sessionID(c.Session), c.Force)
	})
}
