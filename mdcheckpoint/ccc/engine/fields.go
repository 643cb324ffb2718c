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

// Modes are the execution modes. Source: engine, except spike, which only the stop handler knows.
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

// gates contains the values of awaitingGate other than null. A gate in quotes is [Loose].
var gates = []string{"1", "2", "3"}

// Fields contains the keys of .ccc-state.json. First come the 15 keys of the loop in the order of
// the loop, then keys that other skills add and nobody documents. A missing key has its default
// value. Only phase has no default: without it, the loop stops. The 15 keys come from the document
// engine, and checkpointCommentId and activeTaskFiles from checkpoint. The rest are keys of skills
// that use the same file.
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
	{Name: GateField, Kind: jsondoc.Int | jsondoc.String | jsondoc.Null, Values: gates}, // gate that waits for a person; null if there is none
	{Name: SpecField, Kind: jsondoc.String | jsondoc.Null},                              // path of the specification, relative to the project
	{Name: ReplanField, Kind: jsondoc.Int, HasMin: true},
	{Name: createdField, Kind: jsondoc.String, Format: "date-time"},
	{Name: UpdatedField, Kind: jsondoc.String, Format: "date-time"},

	{Name: CommentField, Kind: jsondoc.String | jsondoc.Null},                                                // id of the comment with the status of the session
	{Name: ActiveFilesField, Kind: jsondoc.Array | jsondoc.Null, Elem: &jsondoc.Field{Kind: jsondoc.String}}, // files of the current task, relative to the project
	{Name: OldIssueField, Kind: jsondoc.String},                                                              // older name of linearIssue, read if linearIssue is missing
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
