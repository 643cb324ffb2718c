package ccc

import (
	"slices"
	"sync"

	"mdck/lint"
)

// Checker is what package lint needs to check sessions.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: func() []lint.Rule { return rules() }}

// rules is the table of rules, made when it is first used.
var rules = sync.OnceValue(ruleTable)

// A ruleUnit is what a rule about a session checks.
type ruleUnit struct {
	*lint.Unit
	Session *Session
}

// about makes the check of a rule from one of units.
func about(check func(*ruleUnit) []lint.Finding) func(*lint.Unit) []lint.Finding {
	return lint.For(func(u *lint.Unit, s *Session) []lint.Finding { return check(&ruleUnit{u, s}) })
}

func readForLint(in lint.Input) *lint.Checkpoint {
	s := Read(in.Tree, in.Main, in.State, knownProgress(in.Known)...)
	c := &lint.Checkpoint{Model: s, Files: s.Files, Faults: s.Faults, Claims: s.Claims(in.Outside), Claimants: []string{s.ProgressPath, s.StatePath}}
	if s.Progress != nil {
		c.Document, c.Match = s.Progress.Document, s.Progress.Match
	}
	return c
}

// knownProgress returns the progress files among models of [lint.Input.Known].
func knownProgress(models []any) []*Progress {
	var all []*Progress
	for _, known := range models {
		switch known := known.(type) {
		case *Progress:
			all = append(all, known)
		case *Session:
			all = append(all, known.Progress)
		}
	}
	return slices.DeleteFunc(all, func(p *Progress) bool { return p == nil })
}
