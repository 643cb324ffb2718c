// Package engine knows the execution engine of the command centre: its state .ccc-state.json, what
// a user prefers, and what its stop handler does at the end of a session.
//
// "Source" in comments names the document of the protocol: checkpoint (the four-step protocol),
// engine (the execution engine's skill and go command), stop (the stop handler).
package engine

import "mdck/mdcheckpoint/jsondoc"

// phases are all values of phase. Source: engine.
var phases = []string{"intake", "spec", "review", "decompose", "execution", "replan", "verification", "closure"}

// Phases that a session which starts goes by.
const (
	PhaseExecution = "execution" // in which the loop runs
	PhaseReplan    = "replan"
	PhaseClosure   = "closure"
)

// Modes are the execution modes. Source: engine; spike is known to stop only.
var Modes = []string{"quick", "tdd", "pair", "checkpoint", "swarm", "spike"}

// Keys of the state that are asked for by name.
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

// gates are the values of awaitingGate beside null; as a text they are [Loose].
var gates = []string{"1", "2", "3"}

// Fields are the keys of .ccc-state.json: the 15 that the loop writes, in
// its order, then those that other skills add, whose contents nobody describes.
// A key that is missing counts as its default, except phase, without which the
// loop stops. Source of the 15: engine; of the comment's id and the files:
// checkpoint; of the rest: skills that keep their own keys in this file.
var Fields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: IssueField, Kind: jsondoc.String}, // issue that is worked on, such as CIA-123
	{Name: PhaseField, Kind: jsondoc.String, Required: true, Values: phases},
	{Name: IndexField, Kind: jsondoc.Int, HasMin: true},        // current task, counted from 0
	{Name: TotalField, Kind: jsondoc.Int, HasMin: true},        // number of tasks
	{Name: TaskField, Kind: jsondoc.Int, HasMin: true, Min: 1}, // attempt at the task, counted from 1
	{Name: maxTaskField, Kind: jsondoc.Int, HasMin: true, Min: 1},
	{Name: GlobalField, Kind: jsondoc.Int, HasMin: true}, // attempts at all tasks
	{Name: maxGlobalField, Kind: jsondoc.Int, HasMin: true, Min: 1},
	{Name: ModeField, Kind: jsondoc.String, Values: Modes},
	{Name: "gatesPassed", Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.Int, Values: []string{"1", "2", "3"}}},
	{Name: GateField, Kind: jsondoc.Int | jsondoc.String | jsondoc.Null, Values: gates}, // gate that a person has to pass; null if none
	{Name: SpecField, Kind: jsondoc.String | jsondoc.Null},                              // path of the specification, relative to the project
	{Name: ReplanField, Kind: jsondoc.Int, HasMin: true},
	{Name: createdField, Kind: jsondoc.String, Format: "date-time"},
	{Name: UpdatedField, Kind: jsondoc.String, Format: "date-time"},

	{Name: CommentField, Kind: jsondoc.String | jsondoc.Null},                                                // the comment that says where the session stands
	{Name: ActiveFilesField, Kind: jsondoc.Array | jsondoc.Null, Elem: &jsondoc.Field{Kind: jsondoc.String}}, // files of the current task, relative to the project
	{Name: OldIssueField, Kind: jsondoc.String},                                                              // another name of linearIssue, read where that is missing
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
