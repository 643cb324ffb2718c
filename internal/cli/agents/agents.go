package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const about = `Updates the checkpoints of agents that work on one epic in parallel: agent_checkpoints/*.json, the messages between the agents, and the STATUS of each feature.

The epic is the directory of --epic. Without that flag, it is the nearest directory with agent_checkpoints, from the current directory upwards. Name an agent by its id (Secondary-A, Agent-Primary) or by its file (secondary_a.json). Before a checkpoint is replaced, it is copied to agent_checkpoints/backups. The newest 10 copies are kept.`

// Command is mdck agents.
var Command = app.Command{
	Name: agents.Name, Summary: "update the checkpoints of parallel agents", Help: about,
	Examples: []string{
		"mdck agents create Secondary-A --feature feature_02_penalty",
		`mdck agents beat Secondary-A --step "write the criteria" --done "wrote section 5"`,
		"mdck agents list",
	},
	Below: commands,
}

func commands() []app.Command {
	return []app.Command{
		app.Row("agents create", "create the checkpoint of an agent", createHelp, &createCommand{}),
		app.Row("agents beat", "write a heartbeat", beatHelp, &beatCommand{}),
		app.Row("agents list", "list the agents with their age", listHelp, &listCommand{}),
		app.Row("agents watch", "list the agents again whenever something changes", watchHelp, &watchCommand{}),
		app.Row("agents inbox", "list, read and answer the messages to an agent", inboxHelp, &inboxCommand{}),
		app.Row("agents warn", "warn an agent that its checkpoint is old", warnHelp, &warnCommand{}),
		app.Row("agents escalate", "mark an agent as stale in EPIC_README.md", escalateHelp, &escalateCommand{}),
		app.Row("agents restore", "restore a backup of a checkpoint", restoreHelp, &restoreCommand{}),
		app.Row("agents resume", "continue as the same agent in a new session", resumeHelp, &resumeCommand{}),
		app.Row("agents takeover", "continue the work of an agent that crashed", takeoverHelp, &takeoverCommand{}),
		app.Row("agents abort", "archive a checkpoint and start its feature again", abortHelp, &abortCommand{}),
		app.Row("agents handoff", "print the text to paste into the session of an agent", handoffHelp, &handoffCommand{}),
	}
}
