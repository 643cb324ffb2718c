package check

import (
	"bufio"
	"fmt"
	"io"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

type verified struct {
	claims []bootstrap.JSONVerdict
	lines  []string // one for each claim
	talk   string   // for standard error
	faults []error  // unreadable files
	some   bool     // there are files that may contain claims
	stale  bool
}

func (v *verified) add(claim bootstrap.JSONVerdict, line string) {
	v.claims, v.lines = append(v.claims, claim), append(v.lines, line)
}

type tally struct {
	verified
	out   *bufio.Writer
	std   app.Streams
	json  bool
	quiet bool // print only stale claims and due items
	read  int  // checkpoints
	found int  // their claims and due items
}

// add adds the result of one target and, except for JSON, prints it.
func (y *tally) add(v *verified) {
	y.faults = append(y.faults, v.faults...)
	y.some, y.stale = y.some || v.some, y.stale || v.stale
	y.found += len(v.claims)
	if v.some {
		y.read++
	}
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

func (y *tally) end() error {
	if y.json {
		return report.Indented(y.std.Out, y.claims)
	}
	if y.read > 0 && y.found == 0 && !y.quiet && app.IsTerminal(y.std.Out) {
		fmt.Fprintf(y.out, "No claims in %s\n", spelling.Count(y.read, "checkpoint"))
	}
	return y.out.Flush()
}
