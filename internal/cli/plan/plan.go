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
		app.Row("plan gates", "list the checkpoints that a person must answer", gatesHelp, &gatesCommand{}),
		app.Row("plan render", "print a checkpoint for a person", renderHelp, &renderCommand{}),
		app.Row("plan answer", "record the answer to a checkpoint", answerHelp, &answerCommand{}),
		app.Row("plan done", "record that a task of a plan is done", doneHelp, &doneCommand{}),
		app.Row("plan summary", "draft the summary of a plan", summaryHelp, &summaryCommand{}),
		app.Row("plan add", "add a checkpoint to a plan", addHelp, &addCommand{}),
		app.Row("plan type", "print whether a plan needs a person, and why", typeHelp, &typeCommand{}),
		app.Row("plan order", "list plans by wave and dependencies", orderHelp, &orderCommand{}),
		app.Row("plan threshold", "compare measured values with the limits of an agent", thresholdHelp, &thresholdCommand{}),
		app.Row("plan ack", "acknowledge an alert, or stop the work", ackHelp, &ackCommand{}),
		app.Row("plan reset", "remove the acknowledgments of alerts", resetHelp, &resetCommand{}),
		app.Row("plan trigger", "print which triggers fire, and their actions", triggerHelp, &triggerCommand{}),
		app.Row("plan sync", "find and fix contradictions in the state of plans", syncHelp, &syncCommand{}),
	}
}
