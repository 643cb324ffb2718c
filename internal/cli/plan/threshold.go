package plan

import (
	"errors"
	"fmt"
	"strconv"

	"mdck/internal/cli/app"
	"mdck/internal/protocols/plan/threshold"
)

const thresholdHelp = `Compares measured values with the limits, prints the level that each value has reached, and records it in .autopilot/state/thresholds.json. The worst value decides the status. At a warning it prints two lines, with status 0. At an alert the status is 1 until mdck plan ack acknowledges the alert. At a stop it writes a waypoint, and the status is 1 even if the alert was acknowledged.

The limits come from thresholds in .mdck.yaml or --set, or else from .autopilot/config.yaml or ~/.claude/autopilot/config.json. The defaults are those of the protocol: cost 10, 25 and 50 dollars, context 30, 40 and 50%, variance 20, 30 and 50%, errors 2, 3 and 5. A value equal to a limit has reached it. See docs/thresholds.md.

Examples:

    mdck plan threshold check --cost 27 --context 41
    mdck plan threshold check --estimated 8 --actual 11.5 --errors 1 --json
    mdck plan threshold check --cost 27 --set thresholds.alert.cost=30`

type thresholdCommand struct {
	checkFlags
	Variance  string `xor:"variance" help:"Difference between the actual value and the estimate, in percent." placeholder:"N"`
	Estimated string `xor:"variance" and:"estimate" help:"The estimate, to compute the variance; with --actual." placeholder:"N"`
	Actual    string `and:"estimate" help:"The actual value; with --estimated." placeholder:"N"`
}

func (c *thresholdCommand) Run(std app.Streams) error {
	variance, err := c.variance()
	if err != nil {
		return err
	}
	values, err := c.values(variance)
	if err == nil && len(values) == 0 {
		err = app.Hinted(errors.New("plan threshold check: nothing to check; expected --cost, --context, --variance, --estimated with --actual, or --errors"), "mdck plan threshold check --cost 27 --context 41")
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
