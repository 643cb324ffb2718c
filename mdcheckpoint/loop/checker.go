package loop

import (
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Checker is what package lint needs to check tracks.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: func() []lint.Rule { return rules() }}

// rules is the table of rules, made when it is first used.
var rules = sync.OnceValue(ruleTable)

// readForLint reads a track. Rules consult its plan, but any/ rules do not check it.
func readForLint(in lint.Input) *lint.Checkpoint {
	t := Read(in.Tree, in.Main)
	c := &lint.Checkpoint{Model: t, Files: map[string]*source.File{}, Faults: t.Faults}
	c.Claim(in.Main, t.Claims(in.Outside))
	if f := t.Files[in.Main]; f != nil {
		c.Files[in.Main] = f
	}
	c.Find("loop/"+RuleSchema, c.SyntaxFindings(in.Main)...)
	for _, p := range t.Check(in.Strict) {
		c.Find("loop/"+p.Rule, finding(&p))
	}
	return c
}

func finding(p *Problem) lint.Finding {
	f := lint.Finding{Span: p.Span, Severity: lint.Error, Message: p.Message}
	if p.Warning {
		f.Severity = lint.Warning
	}
	if prefix := jsondoc.Parent(p.Path); prefix != "" && !saysWhere(p.Message) {
		f.Message = prefix + ": " + p.Message
	}
	if len(p.Fix) > 0 {
		f.Fix = &lint.Fix{}
		for _, e := range p.Fix {
			f.Fix.Edits = append(f.Fix.Edits, lint.FileEdit{Edit: e})
		}
	}
	return f
}

// saysWhere reports whether a message needs no path before it: those that need one
// begin with the name of a key, or with what is unknown.
func saysWhere(message string) bool {
	return !strings.HasPrefix(message, `"`) && !strings.HasPrefix(message, "unknown ")
}
