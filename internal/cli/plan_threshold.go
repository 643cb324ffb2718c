package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/threshold"
)

const planThresholdHelp = `Checks what was measured against the limits, says which level each value has reached, and records it in .autopilot/state/thresholds.json. At a warning it says so in two lines, and the status is 0. At an alert the status is 1 until mdck plan ack acknowledges it. At a stop a waypoint is written, and the status is 1 whatever was acknowledged. Of several values the worst decides.

A limit is that of --limit, else of thresholds in .mdck.yaml, else of .autopilot/config.yaml or ~/.claude/autopilot/config.json, else the protocol's own: cost 10, 25 and 50 dollars, context 30, 40 and 50%, variance 20, 30 and 50%, errors 2, 3 and 5. A value that is equal to a limit has reached it. docs/thresholds.md has more.

Examples:

    mdck plan threshold check --cost 27 --context 41
    mdck plan threshold check --estimated 8 --actual 11.5 --errors 1 --json
    mdck plan threshold check --cost 27 --limit cost.alert=30`

type planThresholdCommand struct {
	Check string `arg:"" enum:"check" help:"What to do: check."`
	readingFlags
	Variance  string `xor:"variance" help:"By how many percent the actual value is off the estimate." placeholder:"N"`
	Estimated string `xor:"variance" and:"estimate" help:"The estimate, to count the variance of; with --actual." placeholder:"N"`
	Actual    string `and:"estimate" help:"What it came to; with --estimated." placeholder:"N"`
	JSON      bool   `xor:"form" help:"Print one JSON object."`
	Plain     bool   `help:"Print no emoji."`
	limitFlags
}

// readingFlags are what was measured.
type readingFlags struct {
	Cost    string `help:"What has been spent, in dollars." placeholder:"N"`
	Context string `help:"How much of the context is used, in percent." placeholder:"N"`
	Errors  string `help:"How many errors there were." placeholder:"N"`
}

// values returns those that are given.
func (f *readingFlags) values(variance string) ([]threshold.Value, error) {
	given := map[threshold.Kind]string{threshold.Cost: f.Cost, threshold.Context: f.Context, threshold.Variance: variance, threshold.Errors: f.Errors}
	var all []threshold.Value
	var faults []error
	for _, k := range threshold.Kinds() {
		if given[k] == "" {
			continue
		}
		n, err := threshold.ParseNumber(k, given[k])
		if err != nil {
			faults = append(faults, fmt.Errorf("--%s: %w", k, err))
		}
		all = append(all, threshold.Value{Kind: k, Number: n})
	}
	return all, errors.Join(faults...)
}

// Run checks the values.
func (c *planThresholdCommand) Run(std Streams) error {
	variance, err := c.variance()
	if err != nil {
		return err
	}
	values, err := c.values(variance)
	if err == nil && len(values) == 0 {
		err = hinted(errors.New("plan threshold check: nothing to check, want --cost, --context, --variance, --estimated with --actual, or --errors"), "mdck plan threshold check --cost 27 --context 41")
	}
	if err != nil {
		return err
	}
	check, err := c.begin(std, "plan threshold check")
	if err != nil {
		return err
	}
	return check.readings(values, c.Plain, c.JSON)
}

// variance returns --variance, or what --estimated and --actual make of it.
func (c *planThresholdCommand) variance() (string, error) {
	if c.Estimated == "" {
		return c.Variance, nil
	}
	estimated, err1 := threshold.ParseNumber(threshold.Cost, c.Estimated)
	actual, err2 := threshold.ParseNumber(threshold.Cost, c.Actual)
	if err := errors.Join(err1, err2); err != nil {
		return "", fmt.Errorf("--estimated and --actual: %w", err)
	}
	off, err := threshold.OffBy(estimated, actual)
	return strconv.FormatFloat(off, 'f', -1, 64), err
}

// readings checks values, records them and prints what follows.
func (c *limitCheck) readings(values []threshold.Value, plain, asJSON bool) error {
	readings := threshold.Read(c.limits.Limits, values)
	c.found.Readings = readings
	for i := range readings {
		c.found.Halts = append(c.found.Halts, &readings[i].Halt)
	}
	failed := c.record()
	if asJSON {
		return c.finish(failed, c.readingsJSON(), "")
	}
	var b strings.Builder
	for i := range readings {
		r := &readings[i]
		b.WriteString(r.Show("mdck plan ack "+string(r.Kind), report.OneLine(r.Waypoint), plain))
		b.WriteString(noteOf(&r.Halt))
	}
	return c.finish(failed, nil, b.String())
}

// noteOf returns why the acknowledgment of h does not count, as a line; "" if it does.
func noteOf(h *threshold.Halt) string {
	if h.Void == "" {
		return ""
	}
	return "Note: " + report.OneLine(h.Void) + "\n"
}
