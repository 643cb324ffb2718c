package check

import (
	"bufio"
	"fmt"
	"io"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/mdcheckpoint/claim"
)

// A verified is what became of the claims of one target.
type verified struct {
	claims []bootstrap.JSONVerdict
	lines  []string // of the claims, for people
	talk   string   // for standard error
	faults []error  // of what cannot be read
	some   bool     // it has claims, or could have some
	stale  bool     // a claim is
}

// add adds a claim with its line for people.
func (v *verified) add(claim bootstrap.JSONVerdict, line string) {
	v.claims, v.lines = append(v.claims, claim), append(v.lines, line)
}

// A tally is what became of the claims of several targets.
type tally struct {
	verified
	out   *bufio.Writer
	std   app.Streams
	json  bool
	quiet bool // only what is stale or due
}

// add adds what became of the claims of a target, and prints it unless it is part of an array.
func (y *tally) add(v *verified) {
	y.faults = append(y.faults, v.faults...)
	y.some, y.stale = y.some || v.some, y.stale || v.stale
	_, _ = io.WriteString(y.std.Err, v.talk)
	for i, c := range v.claims {
		switch {
		case y.quiet && c.Status != string(claim.Stale) && c.Claim != "due":
			continue
		case y.json:
			y.claims = append(y.claims, c)
			continue
		}
		fmt.Fprintf(y.out, "%s:%d:%d: %s\n", report.Name(c.Path), c.Line, c.Column, report.OneLine(v.lines[i])) // Flush returns the error
	}
}

// end prints the rest.
func (y *tally) end() error {
	if y.json {
		return report.Indented(y.std.Out, y.claims)
	}
	return y.out.Flush()
}
