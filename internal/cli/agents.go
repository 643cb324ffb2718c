package cli

import "mdck/mdcheckpoint/agents"

const agentsAbout = `Keeps the checkpoints of agents that work on one epic at a time: agent_checkpoints/*.json, the messages between them, and the STATUS of each feature.

The epic is --epic DIR, else the nearest directory, the current one or one above it, that has agent_checkpoints. An agent is named by its id (Secondary-A, Agent-Primary) or by its file (secondary_a.json). Before a checkpoint is replaced it is copied to agent_checkpoints/backups, where the newest 10 stay.`

// agentsCmd is mdck agents.
var agentsCmd = command{name: agents.Name, summary: "keep the checkpoints of parallel agents", grammar: func() runner { return parent(agentsParent()) }, below: agentsCommands}

func agentsParent() parentCommand {
	return parentCommand{
		name: agents.Name, about: agentsAbout,
		examples: []string{
			"mdck agents create Secondary-A --feature feature_02_penalty",
			`mdck agents beat Secondary-A --step "write the criteria" --done "wrote section 5"`,
			"mdck agents list",
		},
		commands: agentsCommands,
	}
}

// agentsCommands are the commands below agents, one row a line.
func agentsCommands() []command {
	return []command{
		{name: "agents create", summary: "make the checkpoint of an agent", help: agentsCreateHelp, grammar: func() runner { return &agentsCreateCommand{} }},
		{name: "agents beat", summary: "write a heartbeat", help: agentsBeatHelp, grammar: func() runner { return &agentsBeatCommand{} }},
		{name: "agents list", summary: "list the agents with their age", help: agentsListHelp, grammar: func() runner { return &agentsListCommand{} }},
		{name: "agents watch", summary: "list the agents, and again when something changes", help: agentsWatchHelp, grammar: func() runner { return &agentsWatchCommand{} }},
		{name: "agents inbox", summary: "list, read and answer the messages to an agent", help: agentsInboxHelp, grammar: func() runner { return &agentsInboxCommand{} }},
		{name: "agents warn", summary: "send an agent the warning that its checkpoint is old", help: agentsWarnHelp, grammar: func() runner { return &agentsWarnCommand{} }},
		{name: "agents escalate", summary: "mark an agent as stale in EPIC_README.md", help: agentsEscalateHelp, grammar: func() runner { return &agentsEscalateCommand{} }},
		{name: "agents restore", summary: "take back a backup of a checkpoint", help: agentsRestoreHelp, grammar: func() runner { return &agentsRestoreCommand{} }},
		{name: "agents resume", summary: "go on as the same agent in a new session", help: agentsResumeHelp, grammar: func() runner { return &agentsResumeCommand{} }},
		{name: "agents takeover", summary: "go on with the work of an agent that crashed", help: agentsTakeoverHelp, grammar: func() runner { return &agentsTakeoverCommand{} }},
		{name: "agents abort", summary: "archive a checkpoint, so that its feature begins anew", help: agentsAbortHelp, grammar: func() runner { return &agentsAbortCommand{} }},
		{name: "agents handoff", summary: "print the package for the session of an agent", help: agentsHandoffHelp, grammar: func() runner { return &agentsHandoffCommand{} }},
	}
}
