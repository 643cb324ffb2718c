package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	Limit []string `sep:"none" help:"A limit for this run, such as cost.alert=30, which the protocol's own triggers go by; may be given again." placeholder:"KIND.LEVEL=N"`
	JSON  bool     `help:"Print one JSON object."`
	limitFlags
}

// Run checks the triggers.
func (c *planTriggerCommand) Run(std Streams) error {
	if c.JSON && c.Diff {
		return errors.New("plan trigger check: --json prints what fires, --diff what would be written: not both")
	}
	now, err := c.happened()
	if err != nil {
		return err
	}
	w, l, err := c.begin(std, "plan trigger check", c.Limit)
	if err != nil {
		return err
	}
	return c.check(w, l, now)
}

// unmet returns a refusal if a trigger verifies a complete phase, and what its plans must have
// does not exist.
func (w *stateWriter) unmet(l *limits, now threshold.Now) error {
	const event = "phase_complete"
	if now.Event != event || !slices.ContainsFunc(l.triggers, func(t threshold.Trigger) bool { return t.Type == event }) {
		return nil
	}
	p, _ := w.standing()
	if p == nil {
		return nil
	}
	phase, missing := p.Unmet()
	if len(missing) == 0 {
		return nil
	}
	err := refusal{fmt.Errorf("nothing was written: phase %s does not have what its plans must have", phase)}
	return hinted(err, missing...)
}

// happened is what the flags say.
func (c *planTriggerCommand) happened() (threshold.Now, error) {
	now := threshold.Now{Event: c.Event}
	var err1, err2 error
	now.Values, err1 = c.values()
	if c.Elapsed != "" {
		d, err := threshold.ParseDuration(c.Elapsed)
		if now.Elapsed = &d; err != nil {
			err2 = fmt.Errorf("--elapsed: %w", err)
		}
	}
	err := errors.Join(err1, err2)
	if err == nil && now.Event == "" && now.Elapsed == nil && len(now.Values) == 0 {
		err = hinted(errors.New("plan trigger check: nothing to check, want --event, --elapsed, --cost, --context or --errors"), "mdck plan trigger check --event task_complete --context 35")
	}
	return now, err
}

// check checks the triggers, records those that fire and prints what follows.
func (c *planTriggerCommand) check(w *stateWriter, l *limits, now threshold.Now) error {
	if err := w.unmet(l, now); err != nil {
		return err
	}
	in := threshold.TriggerInput{Triggers: l.triggers, Now: now, Limits: l.sheet.Table()}
	v := &firedView{checkRun: checkRun{w: w, limits: l}}
	failed := v.record(func(d *threshold.Draft) (err error) {
		v.fired, err = d.CheckTriggers(in)
		return err
	})
	for i := range v.fired {
		v.halts = v.halts || v.fired[i].Halts()
	}
	if c.JSON {
		return v.finish(failed, report.Indented(w.std.Out, v.json()))
	}
	return v.finish(failed, w.say(v.text()))
}

// A firedView is what a check of triggers found.
type firedView struct {
	checkRun
	fired []threshold.Fired
}

// text is a line for each trigger that fires.
func (v *firedView) text() string {
	if len(v.fired) == 0 {
		return "no trigger fires\n"
	}
	var b strings.Builder
	for i := range v.fired {
		f := &v.fired[i]
		left := report.OneLine(v.waypoint(f.Waypoint))
		if left != "" {
			left = "; waypoint: " + left
		}
		fmt.Fprintf(&b, "%s: %s (%s)%s%s\n", f.Type, report.OneLine(f.Action), report.OneLine(f.Why), v.follows(f), left)
		if f.Void != "" {
			fmt.Fprintf(&b, "Note: %s\n", report.OneLine(f.Void))
		}
	}
	return b.String()
}

// follows says what follows from a trigger.
func (v *firedView) follows(f *threshold.Fired) string {
	switch {
	case f.Acked && f.Grown:
		return ": acknowledged, at a value far below"
	case f.Acked:
		return ": acknowledged"
	case f.Halt == threshold.Alert && f.At > 0:
		return ": pauses, until " + v.w.withProject("mdck plan ack "+string(f.Kind())+" --value "+strconv.FormatFloat(f.At, 'f', -1, 64))
	case f.Halt == threshold.Alert && f.Kind() == "":
		return ": pauses, until a person says go on, which is not recorded: the next check with it pauses again"
	case f.Halts():
		return ": " + haltName(f.Halt) + "s"
	}
	return ""
}

// haltName is what an action does to the agent: pause, stop or "".
func haltName(l threshold.Level) string {
	switch l {
	case threshold.Alert:
		return "pause"
	case threshold.Stop:
		return "stop"
	}
	return ""
}
