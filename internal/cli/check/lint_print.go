package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/lint"
)

type printer struct {
	*linter
	out      *bufio.Writer
	terminal *report.Terminal // nil unless a person reads
	format   format
	json     *report.JSON // with --format json
	files    []report.File
	checked  int // files checked; 0 unless a person reads
	failed   bool
	over     int // findings in finished work, not printed
	err      error
}

func (l *linter) printer() *printer {
	p := &printer{linter: l, out: bufio.NewWriterSize(l.std.Out, 32<<10), json: report.NewJSON()}
	p.format = formats()[slices.IndexFunc(formats(), func(f format) bool { return f.name == l.command.Format })]
	if l.command.Format == "text" && app.UseColour(l.command.Color, l.std.Out, os.Getenv) {
		p.terminal = &report.Terminal{Width: app.TerminalWidth(l.std.Out)}
	}
	return p
}

func (p *printer) add(r *result) {
	err := p.compare(r)
	if p.terminal != nil {
		p.checked += p.countFiles(r)
	}
	if r.history {
		all := len(r.Diagnostics)
		r.Diagnostics, r.left = workspace.InHistory(r.Diagnostics), nil
		p.over += all - len(r.Diagnostics)
	}
	failing := r.failing(r.Diagnostics)
	if p.command.Quiet {
		r.Diagnostics, r.left = failing, r.failing(r.left)
	}
	isGuessed := p.terminal != nil && r.Disk == nil && p.command.As == ""
	if p.command.Verbose || isGuessed {
		pick.PrintRead(&r.talk, r.target, r.Shown, r.settings.Config)
	}
	if r.talk.Len() > 0 {
		fault := p.out.Flush() // keep the streams in order
		_, talk := io.WriteString(p.std.Err, r.talk.String())
		err = errors.Join(err, fault, talk)
	}
	p.failed = p.failed || r.settings.Config.FailOn() != "never" && len(failing) > 0
	if err = errors.Join(err, p.printOne(r)); p.err == nil { // keep the first error
		p.err = err
	}
}

// countFiles counts the existing files of a checkpoint. Standard input counts as one.
func (p *printer) countFiles(r *result) int {
	missing := func(name string) bool { return !app.Exists(r.target.File(name)) }
	return max(1, len(slices.DeleteFunc(slices.Clone(r.target.Files()), missing)))
}

func (p *printer) printOne(r *result) error {
	switch {
	case p.command.Diff:
		_, err := io.WriteString(p.std.Raw(), r.diff)
		left := r.File
		left.Diagnostics = r.left
		return errors.Join(err, report.Text(p.std.Err, []report.File{left}))
	case p.isText():
		_, err := io.WriteString(p.std.Raw(), r.text)
		return errors.Join(err, report.Text(p.std.Err, []report.File{r.File}))
	}
	return p.format.each(p, r)
}

func (p *printer) end(errs ...error) error {
	if p.err != nil { // standard output may be closed
		return errors.Join(p.err, p.closeBaselines())
	}
	if err := errors.Join(p.closeBaselines(), p.format.end(p, errors.Join(errs...)), p.out.Flush()); err != nil {
		return err
	}
	if p.failed {
		return app.ErrFindings
	}
	return nil
}

func (p *printer) printOver() error {
	if p.over == 0 || p.command.Quiet {
		return nil
	}
	fault := p.out.Flush()
	_, err := fmt.Fprintln(p.std.Err, "mdck: "+p.overText())
	return errors.Join(fault, err)
}

func (p *printer) overText() string {
	return "lint does not report " + spelling.Count(p.over, "finding") + " in finished plans or tracks; --all reports everything"
}

func (p *printer) thisRun(err error) report.Run {
	run := report.Run{Version: app.CurrentBuild().Version, Rules: p.std.Table.Rules()}
	if p.over > 0 {
		run.Notes = []string{p.overText()}
	}
	run.Dir, _ = os.Getwd() // without Dir, paths are absolute
	run.Root = workspace.Repository(run.Dir)
	for _, e := range report.Errors(err) {
		run.Faults = append(run.Faults, report.OneLine(e.Error()))
	}
	return run
}

func (r *result) failing(all []lint.Diagnostic) (failing []lint.Diagnostic) {
	least := lint.Error
	if r.settings.Config.FailOn() == "warning" {
		least = lint.Warning
	}
	for i := range all {
		if all[i].Severity >= least {
			failing = append(failing, all[i])
		}
	}
	return failing
}
