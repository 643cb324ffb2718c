package check

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/workspace"
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
	terminal *report.Terminal // nil: findings are not for a person to read
	json     *report.JSON     // findings as JSON; unused for other forms
	files    []report.File    // those that are printed at the end
	counters []string         // names of encodings, for JSON
	failed   bool
	over     map[string]int // how many findings are not printed, by what history they are in
	err      error
}

func (l *linter) printer() *printer {
	p := &printer{linter: l, out: bufio.NewWriterSize(l.std.Out, 32<<10), over: map[string]int{}}
	p.json = report.NewJSON(p.out)
	if l.command.Format == "text" && app.UseColour(l.command.Color, l.std.Out, os.Getenv) {
		p.terminal = &report.Terminal{Width: app.TerminalWidth(l.std.Out)}
	}
	return p
}

func (p *printer) add(r *result) {
	err := p.known.compare(r)
	if r.history {
		all := len(r.Diagnostics)
		r.Diagnostics, r.left = workspace.InHistory(r.Diagnostics), nil
		p.over[r.target.Row().Past] += all - len(r.Diagnostics)
	}
	if r.talk.Len() > 0 {
		fault := p.out.Flush() // on a terminal both stand in order
		_, talk := io.WriteString(p.std.Err, r.talk.String())
		err = errors.Join(err, fault, talk)
	}
	p.failed = p.failed || r.failed()
	if err = errors.Join(err, p.printOne(r)); p.err == nil { // the next one says the same
		p.err = err
	}
}

// printOne prints r, or keeps it for the end where one object holds all findings.
func (p *printer) printOne(r *result) error {
	if p.command.Diff {
		return p.printDiff(*r)
	}
	switch p.command.Format {
	case "text":
		if p.terminal != nil {
			return errors.Join(p.terminal.Print(p.out, r.File), p.out.Flush())
		}
		return report.Text(p.out, []report.File{r.File})
	case "github":
		return report.GitHub(p.out, []report.File{r.File})
	case "json":
		p.counters = r.counter(p.counters)
		return p.json.Add(r.File)
	}
	p.files = append(p.files, r.File)
	return nil
}

// end prints what is left and gives the verdict. What could not be done is said by
// faults.
func (p *printer) end(faults ...error) error {
	if p.err != nil { // what comes would fail alike
		return errors.Join(p.err, p.closeBaselines())
	}
	if err := errors.Join(p.closeBaselines(), p.printAll(faults), p.out.Flush()); err != nil {
		return err
	}
	return verdict(p.failed)
}

// printAll prints what is printed once all is known.
func (p *printer) printAll(faults []error) error {
	switch p.command.Format {
	case "json":
		return p.json.End(cmp.Or(strings.Join(p.counters, ", "), tokens.Default), p.known.report(), p.overSum())
	case "sarif":
		return report.SARIF(p.out, p.files, p.thisRun(errors.Join(faults...)))
	case "rdjson":
		return errors.Join(report.RDJSON(p.out, p.files), p.printOver())
	}
	if p.terminal != nil {
		return errors.Join(p.terminal.Summary(p.out), p.printOver())
	}
	if len(p.over) == 0 {
		return nil
	}
	return p.printOver()
}

// printOver prints on standard error how many findings are not printed, after all others.
func (p *printer) printOver() error {
	if p.overSum() == 0 {
		return nil
	}
	fault := p.out.Flush()
	_, err := fmt.Fprintln(p.std.Err, "mdck: "+p.overText())
	return errors.Join(fault, err)
}

// overText returns how many findings are not printed, and in what.
func (p *printer) overText() string {
	of := slices.Sorted(maps.Keys(p.over))
	return fmt.Sprintf("%s in %s; --all shows them", report.Counted(p.overSum(), "finding"), strings.Join(of, " and "))
}

func (p *printer) overSum() int {
	sum := 0
	for _, n := range p.over {
		sum += n
	}
	return sum
}

// thisRun is what SARIF says of a run in which err went wrong.
func (p *printer) thisRun(err error) report.Run {
	run := report.Run{Version: app.CurrentBuild().Version, Rules: p.std.Table.Rules()}
	if p.overSum() > 0 {
		run.Notes = []string{p.overText()}
	}
	run.Dir, _ = os.Getwd() // without it, paths are absolute
	run.Root = workspace.Repository(run.Dir)
	for _, e := range report.Errors(err) {
		run.Faults = append(run.Faults, report.OneLine(e.Error()))
	}
	return run
}

// printDiff prints what fixing would change, and on standard error what it would
// leave.
func (l *linter) printDiff(r result) error {
	_, err := io.WriteString(l.std.Raw(), r.diff)
	r.Diagnostics = r.left
	return errors.Join(err, report.Text(l.std.Err, []report.File{r.File}))
}

// verdict is errFindings if a result failed.
func verdict(failed bool) error {
	if failed {
		return app.ErrFindings
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
	if name := r.settings.Counter.Name(); !slices.Contains(names, name) {
		names = append(names, name)
	}
	return names
}
