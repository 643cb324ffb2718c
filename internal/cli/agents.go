package cli

import "mdck/mdcheckpoint/agents"

const agentsAbout = `Keeps the checkpoints of agents that work on one epic at a time: agent_checkpoints/*.json, the messages between them, and the STATUS of each feature.

The epic is --epic DIR, else the nearest directory, the current one or one above it, that has agent_checkpoints. An agent is named by its id (Secondary-A, Agent-Primary) or by its file (secondary_a.json). Before a checkpoint is replaced it is copied to agent_checkpoints/backups, where the newest 10 stay.`

func agentsParent() parentCommand {
	return parentCommand{agents.Name, agentsAbout, "", []string{
		"mdck agents create Secondary-A --feature feature_02_penalty",
		`mdck agents beat Secondary-A --step "write the criteria" --done "wrote section 5"`,
		"mdck agents list",
	}, agentsCommands}
}

// agentsCommands are the commands below agents, one row a line.
func agentsCommands() []command {
	return []command{
		{"agents create", "Sessions", true, "make the checkpoint of an agent", agentsCreateHelp, func() runner { return &agentsCreateCommand{} }},
		{"agents beat", "Sessions", true, "write a heartbeat", agentsBeatHelp, func() runner { return &agentsBeatCommand{} }},
		{"agents list", "Sessions", true, "list the agents with their age", agentsListHelp, func() runner { return &agentsListCommand{} }},
		{"agents watch", "Sessions", true, "list the agents, and again when something changes", agentsWatchHelp, func() runner { return &agentsWatchCommand{} }},
		{"agents inbox", "Sessions", true, "list, read and answer the messages to an agent", agentsInboxHelp, func() runner { return &agentsInboxCommand{} }},
		{"agents warn", "Sessions", true, "send an agent the warning that its checkpoint is old", agentsWarnHelp, func() runner { return &agentsWarnCommand{} }},
		{"agents escalate", "Sessions", true, "mark an agent as stale in EPIC_README.md", agentsEscalateHelp, func() runner { return &agentsEscalateCommand{} }},
		{"agents restore", "Sessions", true, "take back a backup of a checkpoint", agentsRestoreHelp, func() runner { return &agentsRestoreCommand{} }},
		{"agents resume", "Sessions", true, "go on as the same agent in a new session", agentsResumeHelp, func() runner { return &agentsResumeCommand{} }},
		{"agents takeover", "Sessions", true, "go on with the work of an agent that crashed", agentsTakeoverHelp, func() runner { return &agentsTakeoverCommand{} }},
		{"agents abort", "Sessions", true, "archive a checkpoint, so that its feature begins anew", agentsAbortHelp, func() runner { return &agentsAbortCommand{} }},
		{"agents handoff", "Sessions", true, "print the package for the session of an agent", agentsHandoffHelp, func() runner { return &agentsHandoffCommand{} }},
	}
}
