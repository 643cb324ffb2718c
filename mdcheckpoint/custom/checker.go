package custom

import (
	"mdck/lint"
)

// Checker checks files with a format for package lint. [lint.Input.Format] must be nil or a *Format.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable}

type ruleUnit struct {
	*lint.Unit
	*Document
	lint.Report
}

func rule(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	collect := func(u *lint.Unit, r *Reading) []lint.Finding {
		if r.Document == nil {
			return nil
		}
		unit := &ruleUnit{Unit: u, Document: r.Document}
		check(unit)
		return unit.Found
	}
	return lint.Rule{
		ID: id, Custom: true, Severity: severity,
		Summary: summary, Why: why, Check: lint.For(collect),
	}
}

func readForLint(in lint.Input) *lint.Checkpoint {
	f, _ := in.Format.(*Format)
	if f == nil {
		f = &Format{}
	}
	r := Read(in.Tree, in.Main, f)
	c := &lint.Checkpoint{Model: r, Files: r.Files, Faults: r.Faults}
	if d := r.Document; d != nil {
		c.Document, c.Match = d.Document, d.Match
	}
	return c
}
