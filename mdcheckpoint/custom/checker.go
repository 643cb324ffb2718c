package custom

import (
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// Checker is what package lint needs to check files of formats. The format of a file
// is in [lint.Input.Format], a *Format; without one only any/ rules check the file.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: func() []lint.Rule { return rules() }}

// rules is the table of rules, made when it is first used.
var rules = sync.OnceValue(ruleTable)

// A ruleUnit is what a rule about a file of a format checks.
type ruleUnit struct {
	*lint.Unit
	reading *Reading
}

// about makes the check of a rule from one of units.
func about(check func(*ruleUnit) []lint.Finding) func(*lint.Unit) []lint.Finding {
	return lint.For(func(u *lint.Unit, r *Reading) []lint.Finding { return check(&ruleUnit{u, r}) })
}

func readForLint(in lint.Input) *lint.Checkpoint {
	f, _ := in.Format.(*Format)
	if f == nil {
		f = &Format{}
	}
	r := Read(in.Tree, in.Main, f)
	c := &lint.Checkpoint{Model: r, Files: map[string]*source.File{}, Faults: map[string]error{}}
	if r.File != nil {
		c.Files[in.Main] = r.File
	}
	if r.Fault != nil {
		c.Faults[in.Main] = r.Fault
	}
	if d := r.Document; d != nil {
		c.Document, c.Match = d.Document, d.Match
	}
	return c
}
