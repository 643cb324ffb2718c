package agents

import "mdck/lint"

// Source: validator for agents/name, checkpoint for the other rules.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: schemaRule, Severity: lint.Error,
			Summary: "The checkpoint is not a JSON object, or has a missing, unknown or invalid key or value.",
			Why:     "The scripts of the primary agent fail if a checkpoint has no agent_id. To continue the work, a session needs stage, recovery_instructions and a valid status. All other problems are only warnings.",
		},
		{
			ID: timeRule, Severity: lint.Warning,
			Summary: "A time cannot be read, or the next checkpoint is not due within 15 minutes after the last one.",
			Why:     `The age of last_checkpoint shows whether an agent crashed. Scripts read a word such as "N/A" as a very old time, so the agent always looks crashed.`,
		},
		{
			ID: nameRule, Severity: lint.Warning,
			Summary: "The file name does not match agent_id.",
			Why: "Scripts find a checkpoint by the agent's name: Secondary-A has secondary_a.json, Agent-Primary has primary.json. A checkpoint " +
				"with another name is not watched, and a resumed session starts from the beginning.",
		},
		{
			ID: duplicateRule, Severity: lint.Warning,
			Summary: "An agent has several checkpoints, a message file has several titles, or two of its messages have the same number.",
			Why: "If an agent has two checkpoints, one of them is stale, and a session may resume the stale one by mistake. To archive the stale one, add _crashed_ or _aborted_ and the " +
				"time to its file name. If two messages have the same number, answers are ambiguous.",
		},
		{
			ID: contradictionRule, Severity: lint.Warning,
			Summary: "status, blockers and can_resume contradict each other.",
			Why:     "A BLOCKED agent names its blockers; other agents have none. can_resume must be true for an agent at work; otherwise no session continues the work after a crash. It must be false for a finished agent.",
		},
		{
			ID: "agents/missing-file", Severity: lint.Warning,
			Check:   func(u *lint.Unit) []lint.Finding { return u.MissingFiles(claimFile, filesKey) },
			Summary: "A file in files_modified does not exist.",
			Why:     "A resumed session reads these files to find out how much is done. Paths are relative to the epic, or to the root of the repository.",
		},
	}
}
