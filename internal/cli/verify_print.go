package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/mdcheckpoint/claim"
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

// print adds v to what is printed of y, in the form that is wanted.
func (y *verified) print(v claim.Verdict, shown bootstrap.JSONVerdict, asJSON bool) error {
	if asJSON {
		element, err := report.Element(shown)
		y.elements = append(y.elements, element)
		return err
	}
	y.text = fmt.Appendf(y.text, "%s:%d:%d: %s\n", report.Name(shown.Path), shown.Line, shown.Column, report.OneLine(bootstrap.VerdictLine(v)))
	return nil
}

// printDue adds d to what is printed of y, in the form that is wanted. The place is the beginning
// of its file.
func (y *verified) printDue(d bootstrap.Due, asJSON bool) error {
	if asJSON {
		element, err := report.Element(bootstrap.JSONVerdict{Claim: "due", Name: d.Problem, Status: "due", Command: d.Command, Path: d.Path, Line: 1, Column: 1})
		y.elements = append(y.elements, element)
		return err
	}
	y.text = fmt.Appendf(y.text, "%s:1:1: due: %s: %s\n", report.Name(d.Path), d.Problem, report.OneLine(d.Command))
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
	err    error
}

func newTally(asJSON bool, std Streams) *tally {
	y := &tally{out: bufio.NewWriterSize(std.Out, 32<<10), talk: std.Err}
	if asJSON {
		y.list = report.NewList(y.out)
	}
	return y
}

func (y *tally) add(v *verified) {
	y.faults = append(y.faults, v.faults...)
	y.some, y.stale = y.some || v.some, y.stale || v.stale
	_, err := io.WriteString(y.talk, v.talk)
	_, fault := y.out.Write(v.text)
	y.note(err, fault)
	for _, e := range v.elements {
		y.note(y.list.Add(e))
	}
}

// note keeps the first time that something could not be printed: the next says the same.
func (y *tally) note(faults ...error) {
	if y.err == nil {
		y.err = errors.Join(faults...)
	}
}

// end prints what is left.
func (y *tally) end() error {
	if y.list != nil {
		y.note(y.list.End())
	}
	y.note(y.out.Flush())
	return y.err
}
