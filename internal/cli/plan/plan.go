package plan

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/plan"
)

const about = `Reads and keeps plans, the checkpoints in them at which a person must look, choose or act, and the thresholds at which an agent has to stop.`

// Command is mdck plan.
var Command = app.Command{
	Name: plan.Name, Summary: "plans: what waits for a person, their order, thresholds", Help: about,
	Examples: []string{"mdck plan gates"},
	Below:    commands,
}

// commands are the commands below plan, one row a line.
func commands() []app.Command {
	return []app.Command{
		{Name: "plan gates", Summary: "list what a person must answer, in the order of execution", Help: gatesHelp, Grammar: app.New[gatesCommand]},
		{Name: "plan render", Summary: "print a checkpoint as the person should see it", Help: renderHelp, Grammar: app.New[renderCommand]},
		{Name: "plan answer", Summary: "record the answer to a checkpoint", Help: answerHelp, Grammar: app.New[answerCommand]},
		{Name: "plan done", Summary: "record that a task of a plan is done", Help: doneHelp, Grammar: app.New[doneCommand]},
		{Name: "plan summary", Summary: "draft the summary of a plan from what is recorded", Help: summaryHelp, Grammar: app.New[summaryCommand]},
		{Name: "plan add", Summary: "write a checkpoint into a plan", Help: addHelp, Grammar: app.New[addCommand]},
		{Name: "plan type", Summary: "say whether a plan needs a person, and why", Help: typeHelp, Grammar: app.New[typeCommand]},
		{Name: "plan order", Summary: "list plans by wave and dependencies", Help: orderHelp, Grammar: app.New[orderCommand]},
		{Name: "plan threshold", Summary: "check what was measured against the limits of an agent", Help: thresholdHelp, Grammar: app.New[thresholdCommand]},
		{Name: "plan ack", Summary: "acknowledge an alert, or stop at it", Help: ackHelp, Grammar: app.New[ackCommand]},
		{Name: "plan reset", Summary: "take back the acknowledgments of alerts", Help: resetHelp, Grammar: app.New[resetCommand]},
		{Name: "plan trigger", Summary: "say which triggers fire, and what they ask for", Help: triggerHelp, Grammar: app.New[triggerCommand]},
		{Name: "plan sync", Summary: "say where the state of plans disagrees with itself, and correct it", Help: syncHelp, Grammar: app.New[syncCommand]},
	}
}
