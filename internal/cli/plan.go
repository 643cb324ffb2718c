package cli

import "mdck/mdcheckpoint/plan"

const planAbout = `Reads and keeps plans, the checkpoints in them at which a person must look, choose or act, and the thresholds at which an agent has to stop.`

// planCmd is mdck plan.
var planCmd = command{name: plan.Name, summary: "plans: what waits for a person, their order, thresholds", grammar: func() runner { return parent(planParent()) }, below: planCommands}

func planParent() parentCommand {
	return parentCommand{
		name: plan.Name, about: planAbout,
		examples: []string{"mdck plan gates"},
		commands: planCommands,
	}
}

// planCommands are the commands below plan, one row a line.
func planCommands() []command {
	return []command{
		{name: "plan gates", summary: "list what a person must answer, in the order of execution", help: planGatesHelp, grammar: func() runner { return &planGatesCommand{} }},
		{name: "plan render", summary: "print a checkpoint as the person should see it", help: planRenderHelp, grammar: func() runner { return &planRenderCommand{} }},
		{name: "plan answer", summary: "record the answer to a checkpoint", help: planAnswerHelp, grammar: func() runner { return &planAnswerCommand{} }},
		{name: "plan done", summary: "record that a task of a plan is done", help: planDoneHelp, grammar: func() runner { return &planDoneCommand{} }},
		{name: "plan summary", summary: "draft the summary of a plan from what is recorded", help: planSummaryHelp, grammar: func() runner { return &planSummaryCommand{} }},
		{name: "plan add", summary: "write a checkpoint into a plan", help: planAddHelp, grammar: func() runner { return &planAddCommand{} }},
		{name: "plan type", summary: "say whether a plan needs a person, and why", help: planTypeHelp, grammar: func() runner { return &planTypeCommand{} }},
		{name: "plan order", summary: "list plans by wave and dependencies", help: planOrderHelp, grammar: func() runner { return &planOrderCommand{} }},
		{name: "plan threshold", summary: "check what was measured against the limits of an agent", help: planThresholdHelp, grammar: func() runner { return &planThresholdCommand{} }},
		{name: "plan ack", summary: "acknowledge an alert, or stop at it", help: planAckHelp, grammar: func() runner { return &planAckCommand{} }},
		{name: "plan reset", summary: "take back the acknowledgments of alerts", help: planResetHelp, grammar: func() runner { return &planResetCommand{} }},
		{name: "plan trigger", summary: "say which triggers fire, and what they ask for", help: planTriggerHelp, grammar: func() runner { return &planTriggerCommand{} }},
		{name: "plan sync", summary: "say where the state of plans disagrees with itself, and correct it", help: planSyncHelp, grammar: func() runner { return &planSyncCommand{} }},
	}
}
