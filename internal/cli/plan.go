package cli

const planAbout = `Reads and keeps plans, the checkpoints in them at which a person must look, choose or act, and the thresholds at which an agent has to stop.`

func planFamily() family {
	return family{"plan", planAbout, "", []string{"mdck plan gates"}, planCommands}
}

// planCommands are the commands below plan, one row a line.
func planCommands() []command {
	return []command{}
}
