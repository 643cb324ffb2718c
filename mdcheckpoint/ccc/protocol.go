package ccc

import (
	"slices"

	"mdck/internal/protocols/ccc/prose"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Name is the name of this protocol.
const Name = "ccc"

// Protocol describes this protocol to package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Outline: outline, Restart: Restart,
	Glance: glance, Summary: summary, Settings: settings, Due: due, Allow: allow, Branch: true,
	Start: &protocol.Start{Keeps: ".ccc-progress.md, a session on an issue", Command: []string{"init", Name}},
	Init:  &protocol.Init{Flags: []string{"mode", "shape"}, Check: checkInit, Make: makeInit},
	Words: protocol.Words{
		Noun:     "a session (ccc)",
		Searched: ProgressFile + " and " + StateFile,
		Help:     "to list the commands for a session: mdck help ccc",
		Create:   "to start a session: mdck init ccc",
	},
}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) *schema.Outline {
	return c.Model.(*Session).Progress.Outline(count)
}

// Checker checks sessions for package lint.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable}

func readForLint(in lint.Input) *lint.Checkpoint {
	s := Read(in.Tree, in.Main, in.State)
	c := &lint.Checkpoint{Model: s, Files: s.Files, Faults: s.Faults, Claims: s.claims(in.Outside), Claimants: []string{s.ProgressPath, s.StatePath}}
	if s.Progress != nil {
		c.Document, c.Match = s.Progress.Document, s.Progress.Match
	}
	return c
}

func settings() []protocol.Setting {
	const syntax = `^([A-Za-z][A-Za-z0-9]*|\*)$`
	return []protocol.Setting{{Field: jsondoc.Field{
		Name: "team", Kind: jsondoc.String, Pattern: syntax, Match: jsondoc.Matcher(syntax), Default: jsondoc.Quote(prose.DefaultTeam),
		Wanted: "a prefix of issue ids, such as CIA, or * for any prefix",
		Doc:    "The team of the issues in ccc sessions: the prefix of the issue ids, such as CIA for CIA-123. The value * accepts any team.",
	}}}
}

// Outline returns the tree of the progress file.
func (p *Progress) Outline(count func(text string) int) *schema.Outline {
	var missing []schema.MissingGroup
	for _, g := range p.Match.Missing() {
		missing = append(missing, schema.MissingGroup{Group: g})
	}
	all := p.Match.Outline(schema.View{Count: count, Items: p.items(), Missing: missing})
	all.Shape = string(p.Shape)
	return all
}

// items returns a function that returns the entries of a section, or else its bullets.
func (p *Progress) items() func(*mdcheckpoint.Section) []schema.Item {
	all := slices.Concat(p.Completed, p.Current, p.Remaining, p.Decisions, p.Learnings, p.Blockers)
	for _, s := range p.Document.Sections {
		if p.isListed(s) {
			continue
		}
		for _, item := range s.Bullets() {
			all = append(all, p.itemEntry("", item))
		}
	}
	items := map[*mdcheckpoint.Section][]schema.Item{}
	for i := range all {
		s := p.Document.SectionAt(all[i].Span.Start)
		items[s] = append(items[s], schema.Item{Text: all[i].Line, Span: all[i].Span})
	}
	return func(s *mdcheckpoint.Section) []schema.Item { return items[s] }
}

func (p *Progress) isListed(s *mdcheckpoint.Section) bool {
	for ; s != nil; s = s.Parent {
		lists := func(g *schema.GroupMatch) bool { return g.Section == s && p.list(g.Group.Key) != nil }
		if slices.ContainsFunc(p.Match.Groups, lists) {
			return true
		}
	}
	return false
}
