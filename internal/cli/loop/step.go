package loop

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const (
	startHelp = `Begins a step and makes it the current one: both copies of the status, the times, the agent, and how many tasks (of plan.md) or, in FIX, issues (of the evaluation) there are. Entering FIX raises fix_cycle_count by one, begins its counts anew, and takes fixes_remaining from what the evaluation found; if the count cannot be read, nothing is written and the status is 1. A track that was complete or stopped is in_progress again.

Refused, with status 1 and the command that provides what is missing: a step if the one before it has a checkpoint and did not pass; FIX unless EVALUATE_EXECUTION failed, and one more cycle than max_fix_cycles allows; COMPLETE until EXECUTE passed and, if there is a checkpoint for it, EVALUATE_EXECUTION, and BUSINESS_SYNC if it is required; a step that has an active blocker, and any step while the current one is BLOCKED. --force starts it anyway, which the ledger and the history of the step record.

Examples:

    mdck loop start PLAN
    mdck loop start EXECUTE --agent superpowers:executing-plans --total 12
    mdck loop start FIX --track header_20260213`

	progressHelp = `Records how far a step has come; without flags, that it is alive. Numbers of tasks are those of plan.md where it has them; a task that is done counts where its box, its commit or the count of before says so; one that may have been counted before does not count again. --task-done ticks the box of the task in plan.md and adds the commit to its line, in the same write. A number that several tasks have is refused: the text behind it, or the phase before it, says which. A step that is not in progress is refused, with status 1.

Examples:

    mdck loop progress --phase 2/5 --task "design the schema" --done 5
    mdck loop progress --task-done 2.3 --commit 4d8fc76
    mdck loop progress FIX --fixed 2 --issue "the total is wrong"`

	passHelp = `Ends a step as passed, and prints what comes next by the table of the protocol. current_step stays: mdck loop start moves it. Notes of an earlier failure of the step, which begin with ERROR:, move to its history. COMPLETE completes the track.

Refused, with status 1 and the command that provides what is missing: a step that was never started, failed, is BLOCKED or has an active blocker; EXECUTE while a task of plan.md is not done (without a plan: while tasks_completed is below tasks_total); FIX while issues_fixed is below issues_total; COMPLETE if it could not be started. --force does it anyway, which the ledger and the history of the step record.

Examples:

    mdck loop pass --output conductor/tracks/header_20260213/plan.md --notes "35 tasks"
    mdck loop pass EVALUATE_PLAN`

	failHelp = `Ends a step as failed. --notes gives the reason; ERROR: is put before it once. The history of the step keeps it. A step that neither runs nor is the current one is refused.

Examples:

    mdck loop fail --notes "spec.md is missing"
    mdck loop fail EVALUATE_EXECUTION --notes "2 tests are red" --output evaluation-report.md`

	skipHelp = `Marks a step as skipped, which counts as passed where the loop goes on. Refused are a step that failed, is BLOCKED or has an active blocker, EXECUTE while a task of plan.md is not done, and BUSINESS_SYNC if it is required; --force does it anyway.

Examples:

    mdck loop skip BUSINESS_SYNC
    mdck loop skip BRAINSTORM --notes "the idea is clear"`
)

// trackForce is the flag of transitions that the protocol may forbid.
type trackForce struct {
	Force bool `help:"Do it although the protocol does not allow it; the track and the ledger record that."`
}

type startCommand struct {
	Step  string `arg:"" help:"The step, such as PLAN or EXECUTE."`
	Agent string `help:"Who does it (default: who had it, else the agent of the protocol)." placeholder:"NAME"`
	Total *int   `help:"How many tasks, or in FIX issues, there are (default: those of plan.md, or of the evaluation)." placeholder:"N"`
	trackForce
	trackFlags
}

// Run begins the step.
func (c *startCommand) Run(std app.Streams) error {
	start := loop.Start{Step: c.Step, Agent: c.Agent, Force: c.Force}
	if c.Total != nil {
		if start.Total = *c.Total; start.Total < 1 {
			return fmt.Errorf("loop start: --total is %d, want 1 or more", start.Total)
		}
	}
	return c.change(std, "loop start", false, loop.Transition{Verb: "start", Step: c.Step, Force: c.Force}, loop.Do((*loop.Track).Start, start))
}

type progressCommand struct {
	Step     string `arg:"" optional:"" help:"The step (default: the current one)."`
	Phase    string `help:"The phase that it is in, of how many." placeholder:"K/N"`
	Task     string `help:"The task that is worked on." placeholder:"TEXT"`
	Done     *int   `help:"How many tasks are done." placeholder:"N"`
	TaskDone string `help:"A task of plan.md that is done: its number, or what only its text begins with." placeholder:"TASK"`
	Commit   string `help:"The commit of that task." placeholder:"SHA"`
	Message  string `help:"The message of that commit." placeholder:"TEXT"`
	Fixed    *int   `help:"How many issues are fixed." placeholder:"N"`
	Issue    string `help:"The issue that is worked on." placeholder:"TEXT"`
	trackFlags
}

// Run records the progress.
func (c *progressCommand) Run(std app.Streams) error {
	p := loop.Progress{
		Step: c.Step, Task: c.Task, Done: c.Done, TaskDone: c.TaskDone, Commit: c.Commit, Message: c.Message, Fixed: c.Fixed, Issue: c.Issue,
	}
	if c.Phase != "" {
		var err error
		if p.Phase, p.Phases, err = readPhase(c.Phase); err != nil {
			return err
		}
	}
	if err := p.Check(); err != nil {
		return app.WithRequestHint(fmt.Errorf("loop progress: %w", err))
	}
	return c.change(std, "loop progress", false, loop.Transition{}, loop.Do((*loop.Track).Progress, p))
}

// readPhase reads a phase of how many: 2/5.
func readPhase(text string) (phase, phases int, err error) {
	k, n, ok := strings.Cut(text, "/")
	phase, err = strconv.Atoi(strings.TrimSpace(k))
	phases, err2 := strconv.Atoi(strings.TrimSpace(n))
	if !ok || errors.Join(err, err2) != nil || phase < 1 || phase > phases {
		return 0, 0, fmt.Errorf("loop progress: --phase is %q, want K/N, the phase and how many there are, such as 2/5", text)
	}
	return phase, phases, nil
}

// finishFlags are those of commands that end a step.
type finishFlags struct {
	Step  string `arg:"" optional:"" help:"The step (default: the current one)."`
	Notes string `help:"What is to be known of it." placeholder:"TEXT"`
	trackFlags
}

type passCommand struct {
	finishFlags
	trackForce
	outputFlag
}

// Run ends the step as passed.
func (c *passCommand) Run(std app.Streams) error {
	outputs, err := c.relative(&c.trackFlag, "loop pass")
	if err != nil {
		return err
	}
	f := loop.Finish{Step: c.Step, Outputs: outputs, Notes: c.Notes, Force: c.Force}
	return c.change(std, "loop pass", true, loop.Transition{Verb: "pass", Step: c.Step, Force: c.Force}, loop.Do((*loop.Track).Pass, f))
}

type failCommand struct {
	finishFlags
	outputFlag
}

// Run ends the step as failed.
func (c *failCommand) Run(std app.Streams) error {
	if strings.TrimSpace(c.Notes) == "" {
		return app.Hinted(errors.New("loop fail: --notes is missing, want what went wrong"), `mdck loop fail --notes "spec.md is missing"`)
	}
	outputs, err := c.relative(&c.trackFlag, "loop fail")
	if err != nil {
		return err
	}
	f := loop.Finish{Step: c.Step, Outputs: outputs, Notes: c.Notes}
	return c.change(std, "loop fail", true, loop.Transition{Verb: "fail", Step: c.Step}, loop.Do((*loop.Track).Fail, f))
}

type skipCommand struct {
	finishFlags
	trackForce
}

// Run marks the step as skipped.
func (c *skipCommand) Run(std app.Streams) error {
	f := loop.Finish{Step: c.Step, Notes: c.Notes, Force: c.Force}
	return c.change(std, "loop skip", true, loop.Transition{Verb: "skip", Step: c.Step, Force: c.Force}, loop.Do((*loop.Track).Skip, f))
}
