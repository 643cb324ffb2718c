package plan

import (
	"errors"
	"fmt"
	"strconv"

	"mdck/internal/cli/app"
	"mdck/internal/protocols/plan/threshold"
)

const thresholdHelp = `Compares measured values with the limits of an agent, and records the values in .autopilot/state/thresholds.json.

    warning    the work continues
    alert      the work pauses until a person runs mdck plan ack; exit status 1
    stop       the work ends; mdck writes a waypoint, which is a note for the
               next session; exit status 1

You can set the limits in .mdck.yaml and in the files that docs/thresholds.md lists. These are the default limits:

                warning    alert     stop
    cost        $10.00     $25.00    $50.00
    context     30%        40%       50%
    variance    20%        30%       50%
    errors      2          3         5

A value that is equal to a limit has reached the limit.

Examples:

    mdck plan threshold check --cost 27 --context 41
    mdck plan threshold check --estimated 8 --actual 11.5 --errors 1 --json
    mdck plan threshold check --cost 27 --set thresholds.alert.cost=30`

type thresholdCommand struct {
	checkFlags
	Variance  string `xor:"variance" help:"Difference between the actual value and the estimate, in percent." placeholder:"N"`
	Estimated string `xor:"variance" and:"estimate" help:"The estimate. Use it with --actual, in place of --variance." placeholder:"N"`
	Actual    string `and:"estimate" help:"The actual value. Use it with --estimated." placeholder:"N"`
}

func (c *thresholdCommand) Run(std app.Streams) error {
	variance, err := c.variance()
	if err != nil {
		return err
	}
	values, err := c.values(variance)
	if err == nil && len(values) == 0 {
		err = app.Errorf("mdck plan threshold check --cost 27 --context 41", "plan threshold check: nothing to check; expected --cost, --context, --variance, --estimated with --actual, or --errors")
	}
	if err != nil {
		return err
	}
	check, err := c.begin(std, "plan threshold check")
	if err != nil {
		return err
	}
	return check.values(values, c.JSON)
}

func (c *thresholdCommand) variance() (string, error) {
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
