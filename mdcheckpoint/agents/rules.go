package agents

import "mdck/lint"

// ruleTable returns the rules about the checkpoints of parallel agents. Source of what
// they ask for: the checkpoint protocol; of the names: the script that validates the
// folders.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "agents/schema", Severity: lint.Error,
			Summary: "The checkpoint is no JSON object that names its agent, does not say how to go on, or has other keys and values than the protocol.",
			Why:     "The primary's scripts read agent_id of every file and break without it; mdck agents restore brings back the newest backup of one that cannot be read. A session cannot go on without stage and recovery_instructions, unless the agent is complete, nor with a status that is not one in capitals. All else that is missing, of another kind or unknown is a warning: one for each file that lists the keys, and one for each value that the protocol does not have.",
		},
		{
			ID: "agents/time", Severity: lint.Warning,
			Summary: "A time cannot be read, or the next checkpoint is expected before the last or more than 15 minutes after it.",
			Why:     "The age of last_checkpoint is how a crash is noticed. The scripts take a word in its place, such as \"N/A\", for a time long ago: the agent looks crashed whatever it does.",
		},
		{
			ID: "agents/name", Severity: lint.Warning,
			Summary: "The name of the file is not that of its agent.",
			Why:     "Scripts find a checkpoint by its agent: Secondary-A has secondary_a.json, Agent-Primary primary.json. Under another name nobody watches it, and a session that resumes begins anew. A file that neither has such a name nor names an agent is none of ours.",
		},
		{
			ID: "agents/duplicate", Severity: lint.Warning,
			Summary: "An agent has more than one checkpoint, or a file of messages has its title or a number twice.",
			Why:     "One of two checkpoints is stale, and raises alarms or is resumed by mistake: archive it with its name and _crashed_ or _aborted_ and the time. A title that stands twice is what the protocol's snippet for sending leaves behind; a number that stands twice makes an answer ambiguous.",
		},
		{
			ID: "agents/contradiction", Severity: lint.Warning,
			Summary: "status, blockers and can_resume contradict each other.",
			Why:     "Who is BLOCKED says by what, and who is not has no blockers. can_resume false keeps a session from going on, so an agent at work says true, and one that is done says false, or somebody resumes it.",
		},
		{
			ID: "agents/missing-file", Severity: lint.Warning,
			Check:   func(u *lint.Unit) []lint.Finding { return u.MissingFiles(claimFile, filesKey) },
			Summary: "A file of files_modified does not exist.",
			Why:     "A session that resumes reads these files to see how far the work is. Paths are relative to the epic, or to the root of the repository.",
		},
	}
}
