package plan

import (
	"errors"
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/protocols/plan/threshold"
)

const triggerHelp = `Prints which triggers fire for an event or for measured values, and the action of each trigger. The exit status is 1 if the work must pause or stop. mdck plan ack ends a pause, but not a stop.

The limits are those of mdck plan threshold check. docs/thresholds.md lists the triggers. The file .autopilot/state/triggers.json counts how often each trigger fired.

Examples:

    mdck plan trigger check --event task_complete --context 35
    mdck plan trigger check --elapsed 45m --errors 3 --cost 12
    mdck plan trigger check --event phase_complete --json`

type triggerCommand struct {
	checkFlags
	Event   string `help:"The event: task_complete, phase_complete or user_interrupt." enum:",task_complete,phase_complete,user_interrupt" default:"" placeholder:"EVENT"`
	Elapsed string `help:"The time since the session began: 45m, 1h30m, or a number of minutes." placeholder:"TIME"`
}

func (c *triggerCommand) Run(std app.Streams) error {
	now, values, err := c.happened()
	if err != nil {
		return err
	}
	check, err := c.begin(std, "plan trigger check")
	if err != nil {
		return err
	}
	return check.triggers(values, now, c.JSON)
}

func (c *triggerCommand) happened() (threshold.TriggerInput, []threshold.Value, error) {
	now := threshold.TriggerInput{Event: c.Event}
	values, err := c.values("")
	if c.Elapsed != "" {
		var wrong error
		if now.Elapsed, wrong = threshold.ParseDuration(c.Elapsed); wrong != nil {
			err = errors.Join(err, fmt.Errorf("--elapsed: %w", wrong))
		}
	}
	if err == nil && now == (threshold.TriggerInput{}) && len(values) == 0 {
		err = app.Errorf("mdck plan trigger check --event task_complete --context 35", "plan trigger check: nothing to check; expected --event, --elapsed, --cost, --context or --errors")
	}
	return now, values, err
}

// checkHaves fails if the last phase with a completed plan does not have what its plans require.
func (w *stateWriter) checkHaves() error {
	p, _ := w.progress()
	if p == nil {
		return nil
	}
	phase, missing := p.Unmet()
	if len(missing) == 0 {
		return nil
	}
	return app.WithHints(app.Refuse(fmt.Errorf("nothing was written, because phase %s lacks something that its plans require", phase)), missing...)
}
