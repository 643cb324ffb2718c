package agents

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/agents"
)

const about = `Updates the checkpoints of agents that work on one epic in parallel: agent_checkpoints/*.json, the messages between the agents, and the STATUS of each feature.

The epic is the directory of --epic. Without that flag, it is the nearest directory with agent_checkpoints, from the current directory upwards. Name an agent by its id (Secondary-A, Agent-Primary) or by its file (secondary_a.json). Before a checkpoint is replaced it is copied to agent_checkpoints/backups, which keeps the newest 10.`

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
		{Name: "agents create", Summary: "create the checkpoint of an agent", Help: createHelp, Grammar: app.New[*createCommand]},
		{Name: "agents beat", Summary: "write a heartbeat", Help: beatHelp, Grammar: app.New[*beatCommand]},
		{Name: "agents list", Summary: "list the agents with their age", Help: listHelp, Grammar: app.New[*listCommand]},
		{Name: "agents watch", Summary: "list the agents again whenever something changes", Help: watchHelp, Grammar: app.New[*watchCommand]},
		{Name: "agents inbox", Summary: "list, read and answer the messages to an agent", Help: inboxHelp, Grammar: app.New[*inboxCommand]},
		{Name: "agents warn", Summary: "warn an agent that its checkpoint is old", Help: warnHelp, Grammar: app.New[*warnCommand]},
		{Name: "agents escalate", Summary: "mark an agent as stale in EPIC_README.md", Help: escalateHelp, Grammar: app.New[*escalateCommand]},
		{Name: "agents restore", Summary: "restore a backup of a checkpoint", Help: restoreHelp, Grammar: app.New[*restoreCommand]},
		{Name: "agents resume", Summary: "continue as the same agent in a new session", Help: resumeHelp, Grammar: app.New[*resumeCommand]},
		{Name: "agents takeover", Summary: "continue the work of an agent that crashed", Help: takeoverHelp, Grammar: app.New[*takeoverCommand]},
		{Name: "agents abort", Summary: "archive a checkpoint and start its feature again", Help: abortHelp, Grammar: app.New[*abortCommand]},
		{Name: "agents handoff", Summary: "print the package for the session of an agent", Help: handoffHelp, Grammar: app.New[*handoffCommand]},
	}
}
