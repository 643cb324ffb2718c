package cli

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/tokens"
)

// print prints the findings and gives the verdict.
func (l *linter) print(results []result) error {
	p := l.printer()
	for i := range results {
		p.add(&results[i])
	}
	return p.end()
}

// A printer prints results as they come.
type printer struct {
	*linter
	out      *bufio.Writer
	files    []report.File // those that are printed at the end
	counters []string      // names of encodings, of these
	failed   bool
	err      error
}

func (l *linter) printer() *printer {
	return &printer{linter: l, out: bufio.NewWriterSize(l.std.Out, 32<<10)}
}

func (p *printer) add(r *result) {
	var err error
	if r.talk.Len() > 0 {
		err = p.out.Flush() // on a terminal both stand in order
		_, fault := io.WriteString(p.std.Err, r.talk.String())
		err = errors.Join(err, fault)
	}
	p.failed = p.failed || r.failed()
	switch {
	case p.command.Diff:
		err = errors.Join(err, p.printDiff(*r))
	case p.command.wantsJSON():
		p.files, p.counters = append(p.files, r.File), r.counter(p.counters)
	default:
		err = errors.Join(err, report.Text(p.out, []report.File{r.File}))
	}
	if p.err == nil { // the next one says the same
		p.err = err
	}
}

// end prints what is left and gives the verdict.
func (p *printer) end() error {
	err := p.err
	if p.command.wantsJSON() && !p.command.Diff {
		err = errors.Join(err, report.JSON(p.out, p.files, cmp.Or(strings.Join(p.counters, ", "), tokens.Default)))
	}
	if err = errors.Join(err, p.out.Flush()); err != nil {
		return err
	}
	return verdict(p.failed)
}

// printDiff prints what fixing would change, and on standard error what it would
// leave.
func (l *linter) printDiff(r result) error {
	_, err := io.WriteString(l.std.Out, r.diff)
	r.Diagnostics = r.left
	return errors.Join(err, report.Text(l.std.Err, []report.File{r.File}))
}

// verdict is errFindings if a result failed.
func verdict(failed bool) error {
	if failed {
		return errFindings
	}
	return nil
}

// failed reports whether a finding is at or above the severity at which the
// configuration says that the command fails.
func (r *result) failed() bool {
	least := lint.Error
	switch r.settings.FailOn() {
	case "warning":
		least = lint.Warning
	case "never":
		return false
	}
	return slices.ContainsFunc(r.Diagnostics, func(d lint.Diagnostic) bool { return d.Severity >= least })
}

// counter adds the name of the encoding that the tokens of r were counted in to
// names.
func (r *result) counter(names []string) []string {
	if name := r.settings.counter.Name(); !slices.Contains(names, name) {
		names = append(names, name)
	}
	return names
}
