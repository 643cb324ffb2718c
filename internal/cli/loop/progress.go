package loop

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const progressHelp = `Records the progress of a step; without flags, it records that work continues. Task numbers are those of plan.md, if it has numbers. A task counts as done, once, if its box is ticked or if a recorded commit names it. A count that was recorded earlier never becomes lower. --task-done also ticks the box of the task in plan.md and adds the commit to its line, in the form of the other tasks. It also ticks a box below a task, by its text; the task counts as done when all boxes below it are ticked. If several tasks have the same number, add the text after the number or the phase before it. A step that is not in progress is refused with status 1.

Examples:

    mdck loop progress --phase 2/5 --task "design the schema" --done 5
    mdck loop progress --task-done 2.3 --commit 4d8fc76
    mdck loop progress FIX --fixed 2 --issue "the total is wrong"`

type progressCommand struct {
	Step     string `arg:"" optional:"" help:"The step (default: the current step)."`
	Phase    string `help:"The current phase, and the number of phases." placeholder:"K/N"`
	Task     string `help:"The current task." placeholder:"TEXT"`
	Done     *int   `help:"The number of completed tasks." placeholder:"N"`
	TaskDone string `help:"A completed task of plan.md: its number, or the beginning of its text; or a box below a task, by its text." placeholder:"TASK"`
	Commit   string `help:"The commit that completed the task of --task-done." placeholder:"SHA"`
	Message  string `help:"The message of that commit." placeholder:"TEXT"`
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
