package loop

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const progressHelp = `Records how far a step has come; without flags, that it is alive. Numbers of tasks are those of plan.md where it has them; a task that is done counts where its box, its commit or the count of before says so; one that may have been counted before does not count again. --task-done ticks the box of the task in plan.md and adds the commit to its line, in the same write. A number that several tasks have is refused: the text behind it, or the phase before it, says which. A step that is not in progress is refused, with status 1.

Examples:

    mdck loop progress --phase 2/5 --task "design the schema" --done 5
    mdck loop progress --task-done 2.3 --commit 4d8fc76
    mdck loop progress FIX --fixed 2 --issue "the total is wrong"`

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
	phase, phases, err := readPhase(c.Phase)
	if err != nil {
		return err
	}
	return c.change(std, loop.Request{
		Verb: "progress", Step: c.Step, Phase: phase, Phases: phases, Task: c.Task, Done: c.Done, TaskDone: c.TaskDone,
		Commit: c.Commit, Message: c.Message, Fixed: c.Fixed, Issue: c.Issue,
	})
}

// readPhase reads a phase of how many: 2/5. A text that is empty says none.
func readPhase(text string) (phase, phases int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	k, n, _ := strings.Cut(text, "/")
	phase, err = strconv.Atoi(strings.TrimSpace(k))
	phases, err2 := strconv.Atoi(strings.TrimSpace(n))
	if errors.Join(err, err2) != nil || phase < 1 {
		return 0, 0, fmt.Errorf("loop progress: --phase is %q, want K/N, the phase and how many there are, such as 2/5", text)
	}
	return phase, phases, nil
}
