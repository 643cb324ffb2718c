package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

type verified struct {
	claims []bootstrap.JSONVerdict // for JSON
	text   bytes.Buffer            // the same as lines, without JSON
	found  int                     // claims and due items, printed or not
	talk   string                  // for standard error
	errs   []error                 // unreadable files
	some   bool                    // a file that may contain claims exists
	stale  bool
}

func (c *verifyCommand) addTo(v *verified, made bootstrap.JSONVerdict, line func() string) {
	v.found++
	switch {
	case c.Quiet && made.Status != string(claim.Stale) && made.Claim != "due":
	case c.JSON:
		v.claims = append(v.claims, made)
	default:
		fmt.Fprintf(&v.text, "%s:%d:%d: %s\n", report.Name(made.Path), made.Line, made.Column, report.OneLine(line()))
	}
}

type tally struct {
	verified
	out  *bufio.Writer
	std  app.Streams
	read int // checkpoints
}

// add adds the result of one target. Without --json, it also prints the result.
func (y *tally) add(v *verified) {
	y.errs, y.claims = append(y.errs, v.errs...), append(y.claims, v.claims...)
	y.some, y.stale = y.some || v.some, y.stale || v.stale
	y.found += v.found
	if v.some {
		y.read++
	}
	_, _ = io.WriteString(y.std.Err, v.talk)
	_, _ = v.text.WriteTo(y.out) // Flush returns the error
}

func (c *verifyCommand) end(y *tally) error {
	if c.JSON {
		return report.Indented(y.std.Out, y.claims)
	}
	if y.read > 0 && y.found == 0 && !c.Quiet && app.IsTerminal(y.std.Out) {
		fmt.Fprintf(y.out, "No claims in %s\n", spelling.Count(y.read, "checkpoint"))
	}
	return y.out.Flush()
}
