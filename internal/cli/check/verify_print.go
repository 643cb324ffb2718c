package check

import (
	"bufio"
	"fmt"
	"io"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/report"
)

// A verified is what became of the claims of one target.
type verified struct {
	text     []byte   // the lines of its claims, for people
	elements [][]byte // the same as JSON
	talk     string   // for standard error
	faults   []error  // of what cannot be read
	some     bool     // it has claims, or could have some
	stale    bool     // a claim is
}

// add adds a line about v to what is printed of y, in the requested form.
func (y *verified) add(v bootstrap.JSONVerdict, line string, asJSON bool) error {
	if asJSON {
		element, err := report.Element(v)
		y.elements = append(y.elements, element)
		return err
	}
	y.text = fmt.Appendf(y.text, "%s:%d:%d: %s\n", report.Name(v.Path), v.Line, v.Column, report.OneLine(line))
	return nil
}

// A tally is what became of the claims of several targets. It prints them as they
// come: of a large tree they are not kept.
type tally struct {
	out    *bufio.Writer
	list   *report.List // nil: lines for people
	talk   io.Writer
	faults []error
	some   bool // a target has claims, or could have some
	stale  bool // a claim is
}

func newTally(asJSON bool, std app.Streams) *tally {
	y := &tally{out: bufio.NewWriterSize(std.Out, 32<<10), talk: std.Err}
	if asJSON {
		y.list = report.NewList(y.out)
	}
	return y
}

func (y *tally) add(v *verified) {
	y.faults = append(y.faults, v.faults...)
	y.some, y.stale = y.some || v.some, y.stale || v.stale
	_, _ = io.WriteString(y.talk, v.talk)
	_, _ = y.out.Write(v.text) // Flush returns the error
	for _, e := range v.elements {
		_ = y.list.Add(e)
	}
}

// end prints what is left.
func (y *tally) end() error {
	if y.list != nil {
		_ = y.list.End()
	}
	return y.out.Flush()
}
