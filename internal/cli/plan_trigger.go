package cli

import (
	"errors"
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/threshold"
)

const planTriggerHelp = `Says which triggers fire with what has happened and was measured, and what each asks for, and counts them in .autopilot/state/triggers.json. The status is 1 when an action pauses or stops; a pause at a value is none while mdck plan ack has acknowledged it, but for a value at the stop. A pause on an event or by the time is for a person to end, and is not recorded.

The list is triggers in .mdck.yaml, else checkpoint_triggers in .autopilot/config.yaml, else the protocol's own, with the limits of mdck plan threshold check, --limit included. docs/thresholds.md lists types and actions.

Examples:

    mdck plan trigger check --event task_complete --context 35
    mdck plan trigger check --elapsed 45m --errors 3 --cost 12
    mdck plan trigger check --event phase_complete --json`

type planTriggerCommand struct {
	Check   string `arg:"" enum:"check" help:"What to do: check."`
	Event   string `help:"What has happened: task_complete, phase_complete or user_interrupt." enum:",task_complete,phase_complete,user_interrupt" default:"" placeholder:"EVENT"`
	Elapsed string `help:"The time since the session began: 45m, 1h30m; a bare number is minutes." placeholder:"TIME"`
	readingFlags
	JSON bool `xor:"form" help:"Print one JSON object."`
	limitFlags
}

// Run checks the triggers.
func (c *planTriggerCommand) Run(std Streams) error {
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

// happened returns what the flags say.
func (c *planTriggerCommand) happened() (threshold.Happened, []threshold.Value, error) {
	now := threshold.Happened{Event: c.Event}
	values, err := c.values("")
	if c.Elapsed != "" {
		d, wrong := threshold.ParseDuration(c.Elapsed)
		if now.Elapsed = &d; wrong != nil {
			err = errors.Join(err, fmt.Errorf("--elapsed: %w", wrong))
		}
	}
	if err == nil && now.Event == "" && now.Elapsed == nil && len(values) == 0 {
		err = hinted(errors.New("plan trigger check: nothing to check, want --event, --elapsed, --cost, --context or --errors"), "mdck plan trigger check --event task_complete --context 35")
	}
	return now, values, err
}

// triggers checks triggers, records values and those that fire, and prints what follows.
func (c *limitCheck) triggers(values []threshold.Value, now threshold.Happened, asJSON bool) error {
	c.found.Readings = threshold.Read(c.limits.Limits, values)
	fired := threshold.Fire(c.limits.Triggers, c.found.Readings, now)
	c.found.Fired = fired
	for i := range fired {
		if fired[i].Type == "phase_complete" {
			if err := c.w.unmet(); err != nil {
				return err
			}
		}
		c.found.Halts = append(c.found.Halts, &fired[i].Halt)
	}
	failed := c.record()
	if asJSON {
		return c.finish(failed, c.firedJSON(), "")
	}
	text := "no trigger fires\n"
	if len(fired) > 0 {
		text = firedText(fired)
	}
	return c.finish(failed, nil, text)
}

// unmet returns a refusal if something does not exist that the plans of the phase which was
// finished last must have.
func (w *stateWriter) unmet() error {
	p, _ := w.standing()
	if p == nil {
		return nil
	}
	phase, missing := p.Unmet()
	if len(missing) == 0 {
		return nil
	}
	return hinted(refusal{fmt.Errorf("nothing was written: phase %s does not have what its plans must have", phase)}, missing...)
}

// firedText returns a line for each trigger that fires.
func firedText(fired []threshold.Firing) string {
	var b strings.Builder
	for i := range fired {
		f := &fired[i]
		left := report.OneLine(f.Waypoint)
		if left != "" {
			left = "; waypoint: " + left
		}
		fmt.Fprintf(&b, "%s: %s (%s)%s%s\n%s", f.Type, report.OneLine(f.Action), report.OneLine(f.Reason), follows(f), left, noteOf(&f.Halt))
	}
	return b.String()
}

// follows returns what follows from a trigger.
func follows(f *threshold.Firing) string {
	switch {
	case f.Acked && f.Grown:
		return ": acknowledged, at a value far below"
	case f.Acked:
		return ": acknowledged"
	case f.Level == threshold.Alert && f.Kind == "":
		return ": pauses, until a person says go on, which is not recorded: the next check with it pauses again"
	case f.Level == threshold.Alert && !f.Final:
		return ": pauses, until mdck plan ack " + string(f.Kind)
	case f.Halts():
		return ": " + haltNames[f.Level] + "s"
	}
	return ""
}

// haltNames are what an action does to the work, by level.
var haltNames = [...]string{threshold.Alert: "pause", threshold.Stop: "stop"}
