// Package engine describes the execution engine of the command centre: its state .ccc-state.json, the
// user's preferences, and what its stop handler does at the end of a session. "Source" in comments
// means the same as in package ccc.
package engine

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// These phases determine how a session starts.
const (
	PhaseExecution = "execution" // the phase in which the loop runs
	PhaseReplan    = "replan"
	PhaseClosure   = "closure"
)

// Modes are the execution modes. Source: engine; spike: stop.
var Modes = []string{"quick", "tdd", "pair", "checkpoint", "swarm", "spike"}

const (
	IssueField       = "linearIssue"
	OldIssueField    = "activeIssue"
	PhaseField       = "phase"
	IndexField       = "taskIndex"
	TotalField       = "totalTasks"
	TaskField        = "taskIteration"
	maxTaskField     = "maxTaskIterations"
	GlobalField      = "globalIteration"
	maxGlobalField   = "maxGlobalIterations"
	ModeField        = "executionMode"
	GateField        = "awaitingGate"
	SpecField        = "specPath"
	ReplanField      = "replanCount"
	UpdatedField     = "lastUpdatedAt"
	createdField     = "createdAt"
	CommentField     = "checkpointCommentId"
	ActiveFilesField = "activeTaskFiles"
)

// Fields returns the keys of .ccc-state.json: the 15 keys of the loop, then keys of other skills.
// Source: engine; checkpointCommentId and activeTaskFiles: checkpoint.
var Fields = jsondoc.Table(`
linearIssue: string # current issue, such as CIA-123
phase!: string = intake spec review decompose execution replan verification closure
taskIndex: int >=0 # current task, counted from 0
totalTasks: int >=0 # number of tasks
taskIteration: int >=1 # attempt at the task, counted from 1
maxTaskIterations: int >=1
globalIteration: int >=0 # total number of attempts
maxGlobalIterations: int >=1
executionMode: string = ` + strings.Join(Modes, " ") + `
gatesPassed: array of int = 1 2 3
awaitingGate: int|string|null = 1 2 3 # null if no gate waits for a person
specPath: string|null # path of the specification, relative to the project
replanCount: int >=0
createdAt lastUpdatedAt: string time
checkpointCommentId: string|null # id of the comment with the session's status
activeTaskFiles: array|null of string # files of the current task, relative to the project
activeIssue: string # read if linearIssue is missing
current_task execution_mode spec_status acceptance_criteria_addressed acceptance_criteria_total: any
review_state tdd_state debugging_state archived_tasks: any`)
