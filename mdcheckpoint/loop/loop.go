// Package loop reads and edits the tracks of the evaluate loop. A track has metadata.json with the
// state of the loop, plan.md with the tasks, and a lock directory; tracks.md lists all tracks. The
// package returns what these files contain, their claims about each other and about the repository, the
// next action for an interrupted track, and edits of the metadata.
//
// Reading is lenient. It accepts versions 1 to 4, unknown keys and steps, and statuses in any case.
// Missing values are zero or nil. Metadata.check reports problems, each with its rule. An edit sets
// keys in place and changes no other byte. The package uses no disk, network, process or clock.
//
// "Source" in a comment names the document of the protocol that a value comes from:
//
//   - checkpoint protocol (in tables: checkpoint): the checkpoint protocol for superpowers
//   - orchestrator skill (orchestrator), track manager (manager): skills of the protocol
//   - go: the commands go and new-track
//   - workflow: the workflow document
//   - real files: no document, but files that people use
package loop

import (
	"cmp"
	"slices"
	"strings"
)

// Names of files in the track's directory; tracksFile is two levels above.
const (
	MetadataFile = "metadata.json"
	PlanFile     = "plan.md"
	LockDir      = ".metadata.lock"
	tracksFile   = "tracks.md"
)

// Steps of the loop. Source: orchestrator skill; Brainstorm: checkpoint protocol.
const (
	Brainstorm        = "BRAINSTORM"
	Planning          = "PLAN"
	EvaluatePlan      = "EVALUATE_PLAN"
	Execute           = "EXECUTE"
	ParallelExecute   = "PARALLEL_EXECUTE"
	EvaluateExecution = "EVALUATE_EXECUTION"
	Fix               = "FIX"
	BusinessSync      = "BUSINESS_SYNC"
	Complete          = "COMPLETE"
)

type stepRow struct {
	Name   string
	Agent  string
	Legacy string // agent if superpower_enhanced is false; "" means Agent
	Next   string
	Repair string // step that fixes a failure, or ""
}

var steps = []stepRow{
	{Name: Brainstorm, Next: Planning, Agent: "superpowers:brainstorming"},                                          // checkpoint
	{Name: Planning, Next: EvaluatePlan, Agent: "superpowers:writing-plans", Legacy: "loop-planner"},                // checkpoint
	{Name: EvaluatePlan, Next: Execute, Repair: Planning, Agent: "loop-plan-evaluator"},                             // orchestrator
	{Name: Execute, Next: EvaluateExecution, Agent: "superpowers:executing-plans", Legacy: "loop-executor"},         // checkpoint
	{Name: ParallelExecute, Next: EvaluateExecution, Agent: "superpowers:executing-plans", Legacy: "loop-executor"}, // orchestrator
	{Name: EvaluateExecution, Next: Complete, Repair: Fix, Agent: "loop-execution-evaluator"},                       // orchestrator
	{Name: Fix, Next: EvaluateExecution, Agent: "superpowers:systematic-debugging", Legacy: "loop-fixer"},           // checkpoint
	{Name: BusinessSync, Next: Complete}, // orchestrator
	{Name: Complete},                     // orchestrator
}

func stepOf(name string) *stepRow {
	if i := stepIndex(name); i >= 0 {
		return &steps[i]
	}
	return nil
}

func stepIndex(name string) int {
	name = Fold(name)
	return slices.IndexFunc(steps, func(s stepRow) bool { return s.Name == name })
}

const (
	NotStarted  = "NOT_STARTED"
	InProgress  = "IN_PROGRESS"
	Passed      = "PASSED"
	Failed      = "FAILED"
	Blocked     = "BLOCKED"
	Skipped     = "SKIPPED"
	BoardReview = "BOARD_REVIEW"
	PartialFail = "PARTIAL_FAIL"
	Escalated   = "ESCALATE"
	PassedWarn  = "PASSED_WITH_WARNINGS"
)

// A Status describes a status of the protocol.
type Status struct {
	Name     string
	StepOnly bool   // only step_status can have it, not a checkpoint
	As       string // another status with the same effect on the loop, or ""
}

var statuses = []Status{
	{Name: NotStarted},                  // checkpoint
	{Name: InProgress},                  // checkpoint
	{Name: Passed},                      // checkpoint
	{Name: Failed},                      // checkpoint
	{Name: Blocked},                     // checkpoint
	{Name: Skipped, As: Passed},         // workflow
	{Name: BoardReview, StepOnly: true}, // orchestrator
	{Name: PartialFail, StepOnly: true}, // orchestrator
	{Name: Escalated, StepOnly: true},   // orchestrator
	{Name: PassedWarn, As: Passed},      // the protocol's successor
}

// StatusOf returns the status called name, in any spelling, or nil.
func StatusOf(name string) *Status {
	name = Fold(name)
	if i := slices.IndexFunc(statuses, func(s Status) bool { return s.Name == name }); i >= 0 {
		return &statuses[i]
	}
	return nil
}

func effectiveStatus(status string) string {
	if s := StatusOf(status); s != nil {
		return cmp.Or(s.As, s.Name)
	}
	return status
}

// trackStatuses lists the statuses of a track. Source: track manager, go; planned, blocked: real
// files. Only mdck writes stopped.
var trackStatuses = []string{"new", "planned", "in_progress", "complete", "blocked", "stopped"}

// Fold normalizes the name of a step or status to a form such as IN_PROGRESS.
func Fold(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return (r < 'A' || r > 'Z') && r != '_' }) < 0 {
		return name
	}
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, strings.ToUpper(strings.TrimSpace(name)))
}

func isExecute(step string) bool { return step == Execute || step == ParallelExecute }

func sameStep(a, b string) bool {
	a, b = Fold(a), Fold(b)
	return a == b || isExecute(a) && isExecute(b)
}

// Limits of the loop. Source: orchestrator skill; maxVersion: forks of the protocol.
const (
	maxFixCycles = 3 // if max_fix_cycles is missing
	maxVersion   = 4 // highest version of metadata.json that mdck knows
	lastVersion  = 3
)
