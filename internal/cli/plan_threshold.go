package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/lint"
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
	Variance  string   `help:"By how many percent the actual value is off the estimate." placeholder:"N"`
	Estimated string   `help:"The estimate, to count the variance of; with --actual." placeholder:"N"`
	Actual    string   `help:"What it came to; with --estimated." placeholder:"N"`
	Limit     []string `sep:"none" help:"A limit for this run, such as cost.alert=30; may be given again." placeholder:"KIND.LEVEL=N"`
	JSON      bool     `help:"Print one JSON object."`
	Plain     bool     `help:"Print no emoji."`
	limitFlags
}

// readingFlags are what was measured.
type readingFlags struct {
	Cost    string `help:"What has been spent, in dollars." placeholder:"N"`
	Context string `help:"How much of the context is used, in percent." placeholder:"N"`
	Errors  string `help:"How many errors there were." placeholder:"N"`
}

// values are those that are given, of the command called name.
func (f *readingFlags) values() ([]threshold.Value, error) {
	return measuredOf([]threshold.Kind{threshold.Cost, threshold.Context, threshold.Errors}, []string{f.Cost, f.Context, f.Errors})
}

// measuredOf reads the values of kinds; "" is none.
func measuredOf(kinds []threshold.Kind, texts []string) ([]threshold.Value, error) {
	var all []threshold.Value
	var faults []error
	for i, k := range kinds {
		if texts[i] == "" {
			continue
		}
		n, err := threshold.ParseNumber(k, texts[i])
		if err != nil {
			faults = append(faults, fmt.Errorf("--%s: %w", k, err))
		}
		all = append(all, threshold.Value{Kind: k, Number: n})
	}
	return all, errors.Join(faults...)
}

// Run checks the values.
func (c *planThresholdCommand) Run(std Streams) error {
	if c.JSON && c.Diff {
		return errors.New("plan threshold check: --json prints what was found, --diff what would be written: not both")
	}
	values, err := c.measured()
	if err != nil {
		return err
	}
	w, l, err := c.begin(std, "plan threshold check", c.Limit)
	if err != nil {
		return err
	}
	return c.check(w, l, threshold.Read(l.sheet.Table(), values))
}

// parseLimits reads the values of --limit.
func parseLimits(texts []string) ([]threshold.Limit, error) {
	var all []threshold.Limit
	var faults []error
	for _, text := range texts {
		l, err := threshold.ParseLimit(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("--limit: %w", err))
		}
		l.Source = "--limit"
		all = append(all, l)
	}
	return all, errors.Join(faults...)
}

// measured are the values that are given, in the order of their kinds.
func (c *planThresholdCommand) measured() ([]threshold.Value, error) {
	variance, err := c.offBy()
	if err != nil {
		return nil, err
	}
	values, err := measuredOf(threshold.Kinds(), []string{c.Cost, c.Context, variance, c.Errors})
	if err == nil && len(values) == 0 {
		err = hinted(errors.New("plan threshold check: nothing to check, want --cost, --context, --variance, --estimated with --actual, or --errors"), "mdck plan threshold check --cost 27 --context 41")
	}
	return values, err
}

// offBy is --variance, or what --estimated and --actual say of it.
func (c *planThresholdCommand) offBy() (string, error) {
	switch {
	case c.Estimated == "" && c.Actual == "":
		return c.Variance, nil
	case c.Variance != "":
		return "", errors.New("plan threshold check: --variance says what --estimated and --actual would: not both")
	case c.Estimated == "" || c.Actual == "":
		return "", errors.New("plan threshold check: --estimated and --actual belong together")
	}
	estimated, err1 := number("--estimated", c.Estimated)
	actual, err2 := number("--actual", c.Actual)
	if err := errors.Join(err1, err2); err != nil {
		return "", err
	}
	off, err := threshold.OffBy(estimated, actual)
	return strconv.FormatFloat(off, 'f', -1, 64), err
}

func number(flag, text string) (float64, error) {
	n, err := threshold.ParseNumber(threshold.Cost, text)
	if err != nil {
		return 0, fmt.Errorf("%s is %q, want a number such as 8 or 8.50", flag, text)
	}
	return n, nil
}

// check checks the readings, records them and prints what follows.
func (c *planThresholdCommand) check(w *stateWriter, l *limits, readings []threshold.Reading) error {
	v, failed := checkLimits(w, l, readings)
	if c.JSON {
		return v.finish(failed, report.Indented(w.std.Out, v.json()))
	}
	return v.finish(failed, w.say(v.text(threshold.Look{Plain: c.Plain})))
}

// checkLimits checks the readings and records them.
func checkLimits(w *stateWriter, l *limits, readings []threshold.Reading) (v *limitVerdict, failed error) {
	v = &limitVerdict{checkRun: checkRun{w: w, limits: l}}
	failed = v.record(func(d *threshold.Draft) (err error) {
		v.checked, err = d.Check(readings)
		return err
	})
	for i := range v.checked {
		v.halts = v.halts || v.checked[i].Halts()
	}
	return v, failed
}

// A checkRun is one check of thresholds or triggers.
type checkRun struct {
	w        *stateWriter
	limits   *limits
	recorded bool
	failed   bool // recording failed
	halts    bool // the work does not go on
}

// record makes and records a check. If that fails, it makes the check again without recording
// it, so that what was found is printed all the same.
func (r *checkRun) record(check func(*threshold.Draft) error) error {
	if !r.w.keeps() {
		r.w.evaluate(check)
		return recoverWrite(&r.w.target, r.w.std.Err)
	}
	r.w.print = func(*change.Made, []lint.Diagnostic) error { return nil } // what was found is printed, recorded or not
	err := r.w.change(check)
	isWritten := err == nil || change.Written(err)
	if !isWritten {
		r.w.evaluate(check)
	}
	r.recorded, r.failed = isWritten && !r.w.diff, err != nil
	return err
}

// waypoint returns the path of a waypoint from the current directory; "" if there is none.
func (r *checkRun) waypoint(name string) string {
	if name == "" {
		return ""
	}
	return r.w.target.Shown(name)
}

// finish returns the error of a check: of recording, of printing, or that the work does not
// go on.
func (r *checkRun) finish(failed, printed error) error {
	switch {
	case printed != nil:
		return printed
	case failed != nil:
		return failed
	case r.halts:
		return errFindings
	}
	return nil
}

// say prints text, unless a difference was printed.
func (w *stateWriter) say(text string) error {
	if w.diff {
		return nil
	}
	_, err := io.WriteString(w.std.Out, text)
	return err
}

// A limitVerdict is what a check of thresholds found.
type limitVerdict struct {
	checkRun
	checked []threshold.Checked
}

// text is the verdict for people.
func (v *limitVerdict) text(look threshold.Look) string {
	var b strings.Builder
	for i := range v.checked {
		j := &v.checked[i]
		switch {
		case j.Level == threshold.None:
			b.WriteString(threshold.ShowBelow(j.Reading))
		case j.Acked:
			b.WriteString(threshold.ShowAcknowledged(j.Reading, j.Ack, j.Grown, look))
		default:
			b.WriteString(threshold.Show(j.Reading, v.w.withProject("mdck plan ack "+string(j.Kind)), report.OneLine(v.waypoint(j.Waypoint)), look))
		}
		if j.Void != "" {
			fmt.Fprintf(&b, "Note: %s\n", report.OneLine(j.Void))
		}
	}
	return b.String()
}
