package cli

import "mdck/mdcheckpoint/plan"

const planAbout = `Reads and keeps plans, the checkpoints in them at which a person must look, choose or act, and the thresholds at which an agent has to stop.`

func planParent() parentCommand {
	return parentCommand{plan.Name, planAbout, "", []string{"mdck plan gates"}, planCommands}
}

// planCommands are the commands below plan, one row a line.
func planCommands() []command {
	return []command{
		{"plan gates", "Sessions", true, "list what a person must answer, in the order of execution", planGatesHelp, func() runner { return &planGatesCommand{} }},
		{"plan render", "Sessions", true, "print a checkpoint as the person should see it", planRenderHelp, func() runner { return &planRenderCommand{} }},
		{"plan answer", "Sessions", true, "record the answer to a checkpoint", planAnswerHelp, func() runner { return &planAnswerCommand{} }},
		{"plan done", "Sessions", true, "record that a task of a plan is done", planDoneHelp, func() runner { return &planDoneCommand{} }},
		{"plan summary", "Sessions", true, "draft the summary of a plan from what is recorded", planSummaryHelp, func() runner { return &planSummaryCommand{} }},
		{"plan add", "Sessions", true, "write a checkpoint into a plan", planAddHelp, func() runner { return &planAddCommand{} }},
		{"plan type", "Sessions", true, "say whether a plan needs a person, and why", planTypeHelp, func() runner { return &planTypeCommand{} }},
		{"plan order", "Sessions", true, "list plans by wave and dependencies", planOrderHelp, func() runner { return &planOrderCommand{} }},
		{"plan threshold", "Sessions", true, "check what was measured against the limits of an agent", planThresholdHelp, func() runner { return &planThresholdCommand{} }},
		{"plan ack", "Sessions", true, "acknowledge an alert, or stop at it", planAckHelp, func() runner { return &planAckCommand{} }},
		{"plan reset", "Sessions", true, "take back the acknowledgments of alerts", planResetHelp, func() runner { return &planResetCommand{} }},
		{"plan trigger", "Sessions", true, "say which triggers fire, and what they ask for", planTriggerHelp, func() runner { return &planTriggerCommand{} }},
		{"plan sync", "Sessions", true, "say where the state of plans disagrees with itself, and correct it", planSyncHelp, func() runner { return &planSyncCommand{} }},
	}
}
