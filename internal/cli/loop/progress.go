package loop

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const progressHelp = `Records the progress of a step. Without flags, it records that work continues. The step must be in progress.

--task-done takes the number of a task in plan.md, or the beginning of its text. mdck ticks the box of the task and adds the commit to its line. If two tasks have the same number, name the phase too: "Phase 2, Task 1".

--task-done can also tick a box below a task. The task is done when all boxes below it are ticked.

Examples:

    mdck loop progress --phase 2/5 --task "design the schema" --done 5
    mdck loop progress --task-done 2.3 --commit 4d8fc76
    mdck loop progress FIX --fixed 2 --issue "the total is wrong"`

type progressCommand struct {
	Step     string `arg:"" optional:"" help:"The step (default: the current step)."`
	Phase    string `help:"The current phase K and the number of phases N." placeholder:"K/N"`
	Task     string `help:"The current task." placeholder:"TEXT"`
	Done     *int   `help:"The number of completed tasks." placeholder:"N"`
	TaskDone string `help:"A completed task of plan.md: its number, or the beginning of its text." placeholder:"TASK"`
	Commit   string `help:"The commit that completed the task." placeholder:"SHA"`
	Message  string `help:"The message of the commit." placeholder:"TEXT"`
	Fixed    *int   `help:"The number of fixed issues." placeholder:"N"`
	Issue    string `help:"The current issue." placeholder:"TEXT"`
	trackFlags
}

func (c *progressCommand) Run(std app.Streams) error {
	phase, phases, err := readPhase(c.Phase)
	if err != nil {
		return err
	}
	return c.change(std, loop.Request{
		Verb: "progress", Step: c.Step, Phase: phase, Phases: phases, Task: c.Task, Done: c.Done, TaskDone: c.TaskDone,
		Commit: c.Commit, Message: c.Message, Fixed: c.Fixed, Issue: c.Issue,
	})
}

// readPhase parses "2/5": phase 2 of 5. "" gives zeros.
func readPhase(text string) (phase, phases int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	k, n, _ := strings.Cut(text, "/")
	phase, err = strconv.Atoi(strings.TrimSpace(k))
	phases, err2 := strconv.Atoi(strings.TrimSpace(n))
	if errors.Join(err, err2) != nil || phase < 1 {
		return 0, 0, fmt.Errorf("loop progress: --phase is %q; expected the phase and the number of phases, such as 2/5", text)
	}
	return phase, phases, nil
}
