package cli

const agentsAbout = `Keeps the checkpoints of agents that work on one epic at a time: agent_checkpoints/*.json, the messages between them, and the STATUS of each feature.`

func agentsFamily() family {
	return family{"agents", agentsAbout, "", []string{"mdck agents list"}, agentsCommands}
}

// agentsCommands are the commands below agents, one row a line.
func agentsCommands() []command {
	return []command{}
}
