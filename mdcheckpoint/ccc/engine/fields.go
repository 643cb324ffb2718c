// Package engine describes the execution engine of the command centre: its state .ccc-state.json,
// the user's preferences, and what its stop handler does at the end of a session.
//
// In comments, "Source" names the document of the protocol: checkpoint (the four-step protocol),
// engine (the execution engine's skill and go command), stop (the stop handler).
package engine

import "mdck/mdcheckpoint/jsondoc"

// Source: engine.
var phases = []string{"intake", "spec", "review", "decompose", "execution", "replan", "verification", "closure"}

// These phases determine how a session starts.
const (
	PhaseExecution = "execution" // the phase in which the loop runs
	PhaseReplan    = "replan"
	PhaseClosure   = "closure"
)

// Modes are the execution modes. Source: engine; spike: stop.
var Modes = []string{"quick", "tdd", "pair", "checkpoint", "swarm", "spike"}

// Keys of the state.
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

var gates = []string{"1", "2", "3"}

// Fields contains the keys of .ccc-state.json: the 15 keys of the loop, then keys of other skills.
// Source: engine; checkpointCommentId and activeTaskFiles: checkpoint.
var Fields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: IssueField, Kind: jsondoc.String}, // current issue, such as CIA-123
	{Name: PhaseField, Kind: jsondoc.String, Required: true, Values: phases},
	{Name: IndexField, Kind: jsondoc.Int, HasMin: true},        // current task, counted from 0
	{Name: TotalField, Kind: jsondoc.Int, HasMin: true},        // number of tasks
	{Name: TaskField, Kind: jsondoc.Int, HasMin: true, Min: 1}, // attempt at the task, counted from 1
	{Name: maxTaskField, Kind: jsondoc.Int, HasMin: true, Min: 1},
	{Name: GlobalField, Kind: jsondoc.Int, HasMin: true}, // total number of attempts
	{Name: maxGlobalField, Kind: jsondoc.Int, HasMin: true, Min: 1},
	{Name: ModeField, Kind: jsondoc.String, Values: Modes},
	{Name: "gatesPassed", Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.Int, Values: []string{"1", "2", "3"}}},
	{Name: GateField, Kind: jsondoc.Int | jsondoc.String | jsondoc.Null, Values: gates}, // null if no gate waits for a person
	{Name: SpecField, Kind: jsondoc.String | jsondoc.Null},                              // path of the specification, relative to the project
	{Name: ReplanField, Kind: jsondoc.Int, HasMin: true},
	{Name: createdField, Kind: jsondoc.String, Format: "date-time"},
	{Name: UpdatedField, Kind: jsondoc.String, Format: "date-time"},

	{Name: CommentField, Kind: jsondoc.String | jsondoc.Null},                                                // id of the comment with the session's status
	{Name: ActiveFilesField, Kind: jsondoc.Array | jsondoc.Null, Elem: &jsondoc.Field{Kind: jsondoc.String}}, // files of the current task, relative to the project
	{Name: OldIssueField, Kind: jsondoc.String},                                                              // read if linearIssue is missing
	{Name: "current_task"},
	{Name: "execution_mode"},
	{Name: "spec_status"},
	{Name: "acceptance_criteria_addressed"},
	{Name: "acceptance_criteria_total"},
	{Name: "review_state"},
	{Name: "tdd_state"},
	{Name: "debugging_state"},
	{Name: "archived_tasks"},
}}
