// Package loop reads and edits the tracks of the evaluate loop: metadata.json with the loop
// state, plan.md with the tasks, the table tracks.md and the lock directory. It returns their
// contents, the claims about each other and the tree, how an interrupted track continues, and
// edits of the metadata.
//
// Reading is lenient: it accepts versions 1 to 4, extra keys and steps, counts in either of two
// places, and statuses in any case. Missing values are zero or nil. Metadata.check reports
// problems, each with its rule. An edit sets keys in place and changes no other byte; the result
// is parsed again before it is returned. The package uses no disk, network, process or clock:
// files come as a tree, times as arguments.
//
// "Source" in comments names the document of the protocol: checkpoint (the checkpoint protocol
// for superpowers), orchestrator (the orchestrator's skill), manager (the track manager's skill),
// go (the go and new-track commands), parameters (the parameter schema), workflow; or "real
// files" for what occurs only in files in use.
package loop

import (
	"cmp"
	"slices"
	"strings"
)

// Names of the files, relative to the directory of the track, except tracksFile,
// which stands two levels above it.
const (
	MetadataFile = "metadata.json"
	PlanFile     = "plan.md"
	LockDir      = ".metadata.lock"
	tracksFile   = "tracks.md"
)

// Steps of the loop. Source: orchestrator; Brainstorm: checkpoint.
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

// A stepRow describes a step of the loop.
type stepRow struct {
	Name   string
	Agent  string // agent that does the step; "" if the protocol names none
	Legacy string // the same where superpower_enhanced is false; "" is Agent
	Next   string // the step after it once it passed
	Repair string // the step that works off what this one found once it failed; "" if none does
	// Nested is true where counts that stand nowhere yet go into "progress", not
	// beside the status.
	Nested bool
	// Bare is true for a step that has no checkpoint of its own.
	Bare bool
}

// steps are the steps of the loop in their order.
var steps = []stepRow{
	{Name: Brainstorm, Next: Planning, Agent: "superpowers:brainstorming", Nested: true},                            // checkpoint
	{Name: Planning, Next: EvaluatePlan, Agent: "superpowers:writing-plans", Legacy: "loop-planner", Nested: true},  // checkpoint
	{Name: EvaluatePlan, Next: Execute, Repair: Planning, Agent: "loop-plan-evaluator", Nested: true},               // orchestrator
	{Name: Execute, Next: EvaluateExecution, Agent: "superpowers:executing-plans", Legacy: "loop-executor"},         // checkpoint
	{Name: ParallelExecute, Next: EvaluateExecution, Agent: "superpowers:executing-plans", Legacy: "loop-executor"}, // orchestrator
	{Name: EvaluateExecution, Next: Complete, Repair: Fix, Agent: "loop-execution-evaluator", Nested: true},         // orchestrator
	{Name: Fix, Next: EvaluateExecution, Agent: "superpowers:systematic-debugging", Legacy: "loop-fixer"},           // checkpoint
	{Name: BusinessSync, Next: Complete, Nested: true},                                                              // orchestrator
	{Name: Complete, Bare: true}, // orchestrator
}

// stepOf returns the row of the step called name, in any spelling that [Fold] accepts; nil if the
// protocol does not know it.
func stepOf(name string) *stepRow {
	if i := stepIndex(name); i >= 0 {
		return &steps[i]
	}
	return nil
}

// stepIndex returns the place of a step in [steps]; -1 for one that the protocol does not know.
func stepIndex(name string) int {
	name = Fold(name)
	return slices.IndexFunc(steps, func(s stepRow) bool { return s.Name == name })
}

// Statuses of a step.
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
	StepOnly bool   // only step_status has it, no checkpoint
	As       string // status with the same effect on the loop; "" for itself
}

// statuses are all statuses that documents of the protocol name.
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

// StatusOf returns the status called name, in any spelling that [Fold] accepts; nil if the
// protocol does not know it.
func StatusOf(name string) *Status {
	name = Fold(name)
	if i := slices.IndexFunc(statuses, func(s Status) bool { return s.Name == name }); i >= 0 {
		return &statuses[i]
	}
	return nil
}

// goesOn returns the status that the loop treats status as.
func goesOn(status string) string {
	if s := StatusOf(status); s != nil {
		return cmp.Or(s.As, s.Name)
	}
	return status
}

// trackStatuses are the statuses of a whole track. Source: manager, go; planned and
// blocked: real files; stopped: mdck, where a person decided so.
var trackStatuses = []string{"new", "planned", "in_progress", "complete", "blocked", "stopped"}

// Fold normalizes the name of a step or status: upper case, with underscores for spaces and
// hyphens.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return r
	}, strings.ToUpper(strings.TrimSpace(name)))
}

// isExecute reports whether step is one of the two names of the step that executes the plan.
func isExecute(step string) bool { return step == Execute || step == ParallelExecute }

// sameStep reports whether a and b name one step: equal when folded, or the two
// names of the same.
func sameStep(a, b string) bool {
	a, b = Fold(a), Fold(b)
	return a == b || isExecute(a) && isExecute(b)
}

// Limits of the loop. Source: orchestrator.
const (
	maxFixCycles = 3 // where max_fix_cycles is not stored
	maxVersion   = 4 // of metadata.json; 4: forks of the protocol
	lastVersion  = 3 // that a track is migrated to
)
