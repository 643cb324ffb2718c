package handoff

import (
	"cmp"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Name is the name of this protocol.
const Name = "handoff"

// Protocol describes this protocol to package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Yields: true, Checker: &Checker, Place: place, Limits: limits, Settings: settings, Outline: outline,
	Status: status, Glance: glance, Summary: summary, Restart: restart, Due: due, Facts: facts, PackBytes: packBytes,
	Start: &protocol.Start{Keeps: File + ", one note for the next session", Command: []string{"init", Name}, Usual: true},
	Init:  &protocol.Init{Check: checkInit, Make: makeInit},
	Prune: prune, Stamp: stamp, Append: appendTo, Restore: restore, PutBack: putBack, Archived: archived,
	Sections: func(*protocol.Reader, string) *schema.Schema { return written() },
	Words: protocol.Words{
		Noun:     "a hand-off (handoff)",
		Searched: "a " + File + " that mdck created",
		Help:     "to list the commands for a hand-off: mdck help handoff",
		Create:   "to create a hand-off: mdck init handoff",
	},
}

// packBytes limits what a session gets of the note at its start, in bytes.
const packBytes = 4000

// Checker checks notes for package lint.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable}

func readForLint(in lint.Input) *lint.Checkpoint {
	name := cmp.Or(in.Main, in.Path)
	c := lint.NewCheckpoint()
	n := source.Load(in.Tree, name, c.Files, c.Faults, Parse)
	c.Model = n
	if n == nil {
		c.Claimants = []string{name}
		return c
	}
	n.kept = keptOf(in.Tree, name)
	c.Document, c.Match = n.Document, n.Match
	c.Claim(name, n.claims(name, in.Outside))
	return c
}

func outline(c *lint.Checkpoint, limits schema.Limits, count func(string) int) *schema.Outline {
	return c.Match.Outline(schema.View{Limits: limits, Count: count})
}

const (
	lineRule      = "handoff/line-budget"
	tokenRule     = "handoff/token-budget"
	characterRule = "handoff/character-budget"
)

// Budgets returns the budgets of n and their use.
func (n *Note) Budgets(limits schema.Limits, count func(string) int) []schema.Budget {
	return n.Match.Budgets(limits, count, map[string]string{
		schema.FileLines: lineRule, schema.SectionLines: lineRule, schema.FileTokens: tokenRule, schema.FileCharacters: characterRule,
	})
}
