package agents

import "mdck/lint"

// Source: validator for agents/name, checkpoint for the other rules.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: schemaRule, Severity: lint.Error,
			Summary: "The checkpoint is not a JSON object with an agent, has no instructions to continue, or has keys or values that differ from the protocol.",
			Why: "The primary's scripts read agent_id in every file and fail without it; mdck agents restore restores the newest backup of an " +
				"unreadable file. A session cannot continue without stage and recovery_instructions (unless the agent is complete), or with a " +
				"status that is not in capitals. All other problems are warnings: one warning lists all " +
				"missing, unknown and mistyped keys of the file, and each value that the protocol does not have gets a separate warning.",
		},
		{
			ID: timeRule, Severity: lint.Warning,
			Summary: "A time cannot be read, or the next checkpoint is expected before the last checkpoint or more than 15 minutes after it.",
			Why:     `The age of last_checkpoint shows whether an agent crashed. Scripts read a word such as "N/A" as a very old time, so the agent always looks crashed.`,
		},
		{
			ID: nameRule, Severity: lint.Warning,
			Summary: "The file name does not match its agent.",
			Why: "Scripts find a checkpoint by the agent's name: Secondary-A has secondary_a.json, Agent-Primary has primary.json. A checkpoint " +
				"with another name is not watched, and a resumed session starts from the beginning. mdck ignores a file if it has no such name " +
				"and does not name an agent either.",
		},
		{
			ID: duplicateRule, Severity: lint.Warning,
			Summary: "An agent has several checkpoints, or a message file repeats its title or a number.",
			Why: "If an agent has two checkpoints, one is stale; it causes alarms or is resumed by mistake. Archive the stale checkpoint: add _crashed_ or _aborted_ and the " +
				"time to its name. The protocol's snippet for sending repeats the title; a repeated number makes answers ambiguous.",
		},
		{
			ID: contradictionRule, Severity: lint.Warning,
			Summary: "status, blockers and can_resume contradict each other.",
			Why: "A BLOCKED agent names its blockers, and other agents have none. No session continues an agent with can_resume false, so can_resume " +
				"must be true for an agent at work. It must be false for a finished agent, or somebody resumes that agent.",
		},
		{
			ID: "agents/missing-file", Severity: lint.Warning,
			Check:   func(u *lint.Unit) []lint.Finding { return u.MissingFiles(claimFile, filesKey) },
			Summary: "A file in files_modified does not exist.",
			Why:     "A resumed session reads these files to find out how much is done. Paths are relative to the epic, or to the root of the repository.",
		},
	}
}
