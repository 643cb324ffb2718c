package agents

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	warnHelp = `Warns an agent that its checkpoint is old. The warning is an unread message in the inbox of the agent, agent_comms/primary_to_….md. mdck adds the warning next to the newest message, at the top or the bottom of the file. The time in the warning is local, as the protocol requires.

mdck warns an agent only if its checkpoint is more than 30 minutes old; otherwise the exit status is 1. --force warns anyway; its use is recorded.

Examples:

    mdck agents warn Secondary-A
    mdck agents warn Secondary-A --diff`

	escalateHelp = `Marks an agent as stale in its section of EPIC_README.md, and prints the ways to continue. The section begins with <!-- BEGIN SECONDARY-A PROGRESS -->; a missing section is added below the heading "## Agent Status". While it writes, the command holds .epic_locks/epic_readme.lock, the lock of the protocol. It breaks a lock that expired, or that a crashed process left behind.

mdck escalates an agent only if its checkpoint is more than 60 minutes old; otherwise the exit status is 1. --force escalates anyway; its use is recorded.

Examples:

    mdck agents escalate Secondary-A
    mdck agents escalate Secondary-A --wait 1m`
)

type warnCommand struct {
	agentFlags
	Force bool `help:"Warn even if the checkpoint is recent."`
}

func (c *warnCommand) Run(std app.Streams) error {
	return c.run(std, "agents warn", func(d *agents.Draft, name string) { d.Warn(name, c.Force) }, nil)
}

type escalateCommand struct {
	agentFlags
	Force bool `help:"Escalate even if the checkpoint is recent."`
}

func (c *escalateCommand) Run(std app.Streams) error {
	do := func(d *agents.Draft, name string) { d.Escalate(name, sessionID(""), c.Force) }
	return c.run(std, "agents escalate", do, func(e *epic) string {
		where := app.Quote(e.asked)
		if c.Epic != "" {
			where += " --epic " + app.Quote(c.Epic)
		}
		return fmt.Sprintf(waysToContinue, where)
	})
}

const waysToContinue = `Ways to continue:
  mdck agents resume %[1]s
      the same agent starts a new session
  mdck agents takeover %[1]s
      another session continues from the checkpoint
  mdck agents abort %[1]s
      start the feature again, if little was done or nothing is usable
`
