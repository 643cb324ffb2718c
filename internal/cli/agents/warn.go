package agents

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const (
	warnHelp = `Puts the warning that a checkpoint is old into the inbox of its agent, agent_comms/primary_to_….md, as the next message, unread, on the side where the file has its newest. The message has the local time, as the protocol wants it.

An agent whose checkpoint is 30 minutes old or less is not warned, but with --force, which is recorded: the status is 1.

Examples:

    mdck agents warn Secondary-A
    mdck agents warn Secondary-A --diff`

	escalateHelp = `Says in the section of an agent in EPIC_README.md that it is stale, and prints the ways to go on. The section is between <!-- BEGIN SECONDARY-A PROGRESS --> and its END; without these it is made below the heading "## Agent Status". The file is changed under the lock of the protocol, .epic_locks/epic_readme.lock, which is waited for, and given back also when mdck is interrupted; one that has expired, that an mdck left which is gone from this host, or that cannot be read and is 5 minutes old, is taken.

An agent whose checkpoint is 60 minutes old or less is not escalated, but with --force, which is recorded: the status is 1.

Examples:

    mdck agents escalate Secondary-A
    mdck agents escalate Secondary-A --wait 1m`
)

type warnCommand struct {
	agentFlags
	Force bool `help:"Warn whatever the age of the checkpoint."`
}

// Run sends the warning.
func (c *warnCommand) Run(std app.Streams) error {
	return c.run(std, "agents warn", func(d *agents.Draft, name string) { d.Warn(name, c.Force) }, nil)
}

type escalateCommand struct {
	agentFlags
	Force bool `help:"Escalate whatever the age of the checkpoint."`
}

// Run marks the agent, and prints the ways to go on without it. Source: checkpoint.
func (c *escalateCommand) Run(std app.Streams) error {
	do := func(d *agents.Draft, name string) { d.Escalate(name, sessionID(""), c.Force) }
	return c.run(std, "agents escalate", do, func(e *epic) string {
		where := app.Quote(e.asked)
		if c.Epic != "" {
			where += " --epic " + app.Quote(c.Epic)
		}
		return fmt.Sprintf(waysOn, where)
	})
}

const waysOn = `Ways to go on:
  mdck agents resume %[1]s
      its session is started again, by the same agent
  mdck agents takeover %[1]s
      another session goes on from its checkpoint
  mdck agents abort %[1]s
      little was done, or nothing can be used: the feature begins anew
`
