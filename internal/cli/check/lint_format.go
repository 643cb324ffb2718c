package check

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/tokens"
)

type format struct {
	name string
	each func(p *printer, r *result) error
	end  func(p *printer, err error) error
}

// formats lists the values of --format in the order of the enum in [lintCommand].
func formats() []format {
	return []format{
		{"text", (*printer).printText, (*printer).endText},
		{"json", (*printer).addJSON, (*printer).printJSON},
		{"sarif", (*printer).keep, (*printer).printSARIF},
		{"rdjson", (*printer).keep, kept(report.RDJSON)},
		{"github", (*printer).keep, kept(report.GitHub)},
	}
}

type findingsWriter func(w io.Writer, files []report.File) error

func (p *printer) keep(r *result) error {
	p.files = append(p.files, r.File)
	return nil
}

func kept(write findingsWriter) func(*printer, error) error {
	return func(p *printer, _ error) error { return errors.Join(write(p.out, p.files), p.printOver()) }
}

func (p *printer) printText(r *result) error {
	if p.terminal == nil {
		return report.Text(p.out, []report.File{r.File})
	}
	return errors.Join(p.terminal.Print(p.out, r.File), p.out.Flush())
}

func (p *printer) endText(error) error {
	if p.terminal == nil || p.command.Quiet || p.command.Diff || p.isText() { // no summary after a diff or text
		return p.printOver()
	}
	return errors.Join(p.terminal.Summary(p.out, p.checked), p.printOver())
}

func (p *printer) addJSON(r *result) error {
	if name := r.settings.Counter.Name(); !slices.Contains(strings.Split(p.json.Counter, ", "), name) {
		p.json.Counter = app.JoinNonEmpty(", ", p.json.Counter, name)
	}
	p.json.Add(r.File)
	return nil
}

func (p *printer) printJSON(error) error {
	p.json.Counter, p.json.Baseline, p.json.History = cmp.Or(p.json.Counter, tokens.Default), p.baselineReport(), p.over
	return report.Indented(p.out, p.json)
}

func (p *printer) printSARIF(err error) error { return report.SARIF(p.out, p.files, p.thisRun(err)) }
