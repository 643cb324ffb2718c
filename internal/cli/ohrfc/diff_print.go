package ohrfc

import (
	"bytes"
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/ohrfc/compare"
	"mdck/mdcheckpoint/schema"
)

// A printedDiff is a comparison with what is said around it.
type printedDiff struct {
	*compare.Comparison
	path     string // of the checkpoint; "" for two files
	a, b     *version
	budgets  []budgetChange
	encoding string // in which tokens are counted
}

// text is the comparison for people.
func (p *printedDiff) text() []byte {
	var b bytes.Buffer
	if p.path != "" {
		fmt.Fprintf(&b, "%s: ", report.Name(p.path))
	}
	fmt.Fprintf(&b, "%s -> %s\n", report.Name(p.a.title()), report.Name(p.b.title()))
	if !p.Differs() {
		fmt.Fprintf(&b, "no difference in meaning; %s\n", p.bytes())
	}
	p.facts(&b)
	p.rounds(&b)
	p.tensions(&b)
	said := map[string]bool{}
	for _, r := range p.Rounds {
		said[gateRound(r.Round)] = true
	}
	for i := range p.Sections {
		printSection(&b, &p.Sections[i], said)
	}
	p.budget(&b)
	return b.Bytes()
}

func (p *printedDiff) bytes() string {
	if p.a.text == p.b.text {
		return "the bytes are the same"
	}
	return "the bytes differ"
}

func (p *printedDiff) facts(b *bytes.Buffer) {
	for _, f := range p.Facts {
		fmt.Fprintf(b, "%-14s  %s -> %s\n", factName(f.Key), factValue(f.From), factValue(f.To))
	}
}

// factName is a fact in the text form.
func factName(key string) string {
	switch key {
	case ohrfc.VersionKey:
		return "version"
	case ohrfc.LastPhaseKey:
		return "phase"
	case ohrfc.RoundKey:
		return "round"
	}
	return key
}

// factValue is a value, or that there is none.
func factValue(text string) string {
	if text == "" {
		return "(none)"
	}
	return report.OneLine(text)
}

func (p *printedDiff) rounds(b *bytes.Buffer) {
	if len(p.Rounds) > 0 {
		fmt.Fprintln(b, "Rounds")
	}
	for _, r := range p.Rounds {
		fmt.Fprintf(b, "  %s: %s (%s)\n", gateRound(r.Round), r.Change, report.Counted(r.Bullets, "bullet"))
	}
}

func gateRound(n int) string { return ohrfc.Group(ohrfc.GateBKey).TitleFor(n) }

func (p *printedDiff) tensions(b *bytes.Buffer) {
	t := &p.Tensions
	if len(t.Resolved)+len(t.Intensified)+len(t.New)+len(t.Dropped) > 0 {
		fmt.Fprintln(b, "Tensions")
	}
	printTensions(b, "resolved", t.Resolved)
	printTensions(b, "intensified", t.Intensified)
	printTensions(b, "new", t.New)
	printTensions(b, "dropped", t.Dropped)
}

func printTensions(b *bytes.Buffer, what string, all []compare.TensionChange) {
	for _, c := range all {
		note := ""
		switch {
		case c.Was != nil:
			note = "  (was: " + report.OneLine(c.Was.Section) + ")"
		case c.Now != nil:
			note = "  (gone without being resolved; see: " + report.OneLine(c.Now.Section) + ")"
		case what == "dropped":
			note = "  (gone without being resolved)"
		}
		fmt.Fprintf(b, "  %-11s  %s%s\n", what, report.OneLine(c.Text), note)
	}
}

// printSection prints what differs in one section, a line or two a bullet. said are the
// sections of which it was said that they came or went.
func printSection(b *bytes.Buffer, s *compare.SectionChange, said map[string]bool) {
	body := printedBody(s)
	if s.Change == compare.Pruned || body == "" && (s.Under || said[s.Section]) {
		return
	}
	fmt.Fprint(b, report.OneLine(s.Section))
	if s.Change != compare.Changed && !s.Under {
		fmt.Fprintf(b, " (%s)", s.Change)
	}
	fmt.Fprintf(b, "\n%s", body)
}

func printedBody(s *compare.SectionChange) string {
	var b strings.Builder
	for _, text := range s.Added {
		fmt.Fprintf(&b, "  + %s\n", report.OneLine(text))
	}
	for _, text := range s.Gone {
		fmt.Fprintf(&b, "  - %s\n", report.OneLine(text))
	}
	for _, r := range s.Reworded {
		fmt.Fprintf(&b, "  ~ %s\n    %s\n", report.OneLine(r.From), report.OneLine(r.To))
	}
	for _, m := range s.Moved {
		fmt.Fprintf(&b, "  > %s  (from: %s)\n", report.OneLine(m.Text), report.OneLine(m.From))
	}
	if s.Text {
		fmt.Fprintf(&b, "  text %s\n", s.Change)
	}
	return b.String()
}

func (p *printedDiff) budget(b *bytes.Buffer) {
	if len(p.budgets) > 0 {
		fmt.Fprintln(b, "Budget")
	}
	for _, c := range p.budgets {
		what := c.Unit
		if what == "tokens" {
			what += " (" + p.encoding + ")"
		}
		fmt.Fprintf(b, "  %s %d -> %d%s\n", what, c.From, c.To, budgetShare(c))
	}
}

// budgetShare is how much of its limit is used now.
func budgetShare(c budgetChange) string {
	if c.Limit == 0 {
		return ""
	}
	state := ""
	if c.State != schema.Kept {
		state = ", " + string(c.State)
	}
	return fmt.Sprintf(" of %d (%d %%%s)", c.Limit, c.To*100/c.Limit, state)
}
