package plan

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/plan"
)

const about = `Reads and updates plans. A plan can have checkpoints, at which a person must look, decide or act. Thresholds are the limits at which an agent must stop.`

// Command is mdck plan.
var Command = app.Command{
	Name: plan.Name, Summary: "read and update plans, checkpoints for people, and thresholds", Help: about,
	Examples: []string{"mdck plan gates"},
	Below:    commands,
}

func commands() []app.Command {
	return []app.Command{
		{Name: "plan gates", Summary: "list the checkpoints that a person must answer", Help: gatesHelp, Grammar: app.New[*gatesCommand]},
		{Name: "plan render", Summary: "print a checkpoint for a person", Help: renderHelp, Grammar: app.New[*renderCommand]},
		{Name: "plan answer", Summary: "record the answer to a checkpoint", Help: answerHelp, Grammar: app.New[*answerCommand]},
		{Name: "plan done", Summary: "record that a task of a plan is done", Help: doneHelp, Grammar: app.New[*doneCommand]},
		{Name: "plan summary", Summary: "draft the summary of a plan", Help: summaryHelp, Grammar: app.New[*summaryCommand]},
		{Name: "plan add", Summary: "add a checkpoint to a plan", Help: addHelp, Grammar: app.New[*addCommand]},
		{Name: "plan type", Summary: "print whether a plan needs a person, and why", Help: typeHelp, Grammar: app.New[*typeCommand]},
		{Name: "plan order", Summary: "list plans by wave and dependencies", Help: orderHelp, Grammar: app.New[*orderCommand]},
		{Name: "plan threshold", Summary: "compare measured values with the limits of an agent", Help: thresholdHelp, Grammar: app.New[*thresholdCommand]},
		{Name: "plan ack", Summary: "acknowledge an alert, or stop the work", Help: ackHelp, Grammar: app.New[*ackCommand]},
		{Name: "plan reset", Summary: "remove the acknowledgments of alerts", Help: resetHelp, Grammar: app.New[*resetCommand]},
		{Name: "plan trigger", Summary: "print which triggers fire, and their actions", Help: triggerHelp, Grammar: app.New[*triggerCommand]},
		{Name: "plan sync", Summary: "find and fix contradictions in the state of plans", Help: syncHelp, Grammar: app.New[*syncCommand]},
	}
}
