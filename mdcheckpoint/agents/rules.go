package agents

import "mdck/lint"

// ruleTable returns the rules for the checkpoints of parallel agents. Source: checkpoint; for
// agents/name: validator.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "agents/schema", Severity: lint.Error,
			Summary: "The checkpoint is not a JSON object with an agent, has no instructions to continue, or its keys and values differ from the protocol.",
			Why: "The primary's scripts read agent_id in every file and fail without it; mdck agents restore restores the newest backup of an " +
				"unreadable file. A session cannot continue without stage and recovery_instructions (unless the agent is complete), or with a " +
				"status that is not in capitals. Anything else that is missing, unknown or of the wrong type is a warning: one per file that lists " +
				"the keys, and one per value that the protocol does not have.",
		},
		{
			ID: "agents/time", Severity: lint.Warning,
			Summary: "A time cannot be read, or the next checkpoint is expected before the last one or more than 15 minutes after it.",
			Why:     `The age of last_checkpoint shows whether an agent crashed. Scripts read a word such as "N/A" as a very old time, so the agent always looks crashed.`,
		},
		{
			ID: "agents/name", Severity: lint.Warning,
			Summary: "The file name does not match its agent.",
			Why: "Scripts find a checkpoint by the agent's name: Secondary-A has secondary_a.json, Agent-Primary has primary.json. Under another " +
				"name nobody watches it, and a resumed session starts from the beginning. mdck ignores a file that has no such name and names no " +
				"agent.",
		},
		{
			ID: "agents/duplicate", Severity: lint.Warning,
			Summary: "An agent has several checkpoints, or a message file repeats its title or a number.",
			Why: "One of the two checkpoints is stale; it causes alarms or is resumed by mistake. Archive it: add _crashed_ or _aborted_ and the " +
				"time to its name. The protocol's snippet for sending repeats the title; a repeated number makes answers ambiguous.",
		},
		{
			ID: "agents/contradiction", Severity: lint.Warning,
			Summary: "status, blockers and can_resume contradict each other.",
			Why: "A BLOCKED agent names its blockers, and other agents have none. can_resume false stops a session from continuing, so an agent at " +
				"work has true, and a finished one has false, or somebody resumes it.",
		},
		{
			ID: "agents/missing-file", Severity: lint.Warning,
			Check:   func(u *lint.Unit) []lint.Finding { return u.MissingFiles(claimFile, filesKey) },
			Summary: "A file in files_modified does not exist.",
			Why:     "A resumed session reads these files to find out how much is done. Paths are relative to the epic, or to the root of the repository.",
		},
	}
}
