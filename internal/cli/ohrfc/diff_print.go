package ohrfc

import (
	"bytes"
	"fmt"
	"slices"

	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/ohrfc/compare"
	"mdck/mdcheckpoint/schema"
)

type printedDiff struct {
	*compare.Comparison
	bytes.Buffer        // the text output
	path         string // path of the checkpoint; "" for two files
	a, b         *version
	budgets      []budgetChange
	encoding     string // token encoding
}

// jsonDiff is the JSON output. Its names are part of the interface.
type jsonDiff struct {
	Path        string `json:"path"` // path of the checkpoint; "" for two files
	From        string `json:"from"`
	To          string `json:"to"`
	FromThere   bool   `json:"fromThere"` // the first version has the checkpoint
	ToThere     bool   `json:"toThere"`
	Differs     bool   `json:"differs"`
	BytesDiffer bool   `json:"bytesDiffer"`
	compare.Comparison
	Budget jsonUses `json:"budget"`
}

type jsonUses struct {
	Encoding string         `json:"encoding"`
	Changes  []budgetChange `json:"changes"`
}

// json leaves out the sections of pruned rounds, as the text does.
func (p *printedDiff) json() *jsonDiff {
	out := &jsonDiff{
		Path: p.path, From: p.a.label, To: p.b.label, FromThere: p.a.there, ToThere: p.b.there,
		Differs: p.Differs(), BytesDiffer: p.a.text != p.b.text, Comparison: *p.Comparison, Budget: jsonUses{p.encoding, p.budgets},
	}
	out.Sections = slices.DeleteFunc(slices.Clone(p.Sections), func(s compare.SectionChange) bool { return s.Change == compare.Pruned })
	return out
}

func (p *printedDiff) line(format string, args ...any) {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = report.OneLine(text)
		}
	}
	fmt.Fprintf(p, format+"\n", args...)
}

func (p *printedDiff) text() []byte {
	if p.path != "" {
		fmt.Fprintf(p, "%s: ", report.Name(p.path))
	}
	p.line("%s -> %s", p.a.title(), p.b.title())
	switch {
	case p.Differs():
	case p.a.text == p.b.text:
		p.line("no difference in meaning; the bytes are the same")
	default:
		p.line("no difference in meaning; the bytes differ")
	}
	for _, f := range p.Facts {
		p.line("%-14s  %s -> %s", factName(f.Key), factValue(f.From), factValue(f.To))
	}
	printed := map[string]bool{} // titles of rounds that are new or gone
	for i, r := range p.Rounds {
		if i == 0 {
			p.line("Rounds")
		}
		title := ohrfc.Group(ohrfc.GateBKey).TitleFor(r.Round)
		printed[title] = true
		p.line("  %s: %s (%s)", title, r.Change, spelling.Count(r.Bullets, "bullet"))
	}
	p.tensions()
	for i := range p.Sections {
		p.section(&p.Sections[i], printed)
	}
	for i, c := range p.budgets {
		if i == 0 {
			p.line("Budget")
		}
		p.budget(c)
	}
	return p.Bytes()
}

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

func factValue(text string) string {
	if text == "" {
		return "(none)"
	}
	return text
}

func (p *printedDiff) tensions() {
	t, printed := &p.Tensions, false
	for _, list := range []struct {
		what string
		all  []compare.TensionChange
	}{{"resolved", t.Resolved}, {"intensified", t.Intensified}, {"new", t.New}, {"dropped", t.Dropped}} {
		for _, c := range list.all {
			if !printed {
				p.line("Tensions")
			}
			printed = true
			note := ""
			switch {
			case c.Was != nil:
				note = "  (was: " + c.Was.Section + ")"
			case c.Now != nil:
				note = "  (removed without being resolved; see: " + c.Now.Section + ")"
			case list.what == "dropped":
				note = "  (removed without being resolved)"
			}
			p.line("  %-11s  %s%s", list.what, c.Text, note)
		}
	}
}

func (p *printedDiff) section(s *compare.SectionChange, printed map[string]bool) {
	quiet := s.Under || printed[s.Section]
	if empty := len(s.Added)+len(s.Gone)+len(s.Reworded)+len(s.Moved) == 0 && !s.Text; s.Change == compare.Pruned || empty && quiet {
		return
	}
	if s.Change == compare.Changed || s.Under {
		p.line("%s", s.Section)
	} else {
		p.line("%s (%s)", s.Section, s.Change)
	}
	for _, text := range s.Added {
		p.line("  + %s", text)
	}
	for _, text := range s.Gone {
		p.line("  - %s", text)
	}
	for _, r := range s.Reworded {
		p.line("  ~ %s\n    %s", r.From, r.To)
	}
	for _, m := range s.Moved {
		p.line("  > %s  (from: %s)", m.Text, m.From)
	}
	if s.Text {
		p.line("  text %s", s.Change)
	}
}

func (p *printedDiff) budget(c budgetChange) {
	what, share := c.Unit, ""
	if what == "tokens" {
		what += " (" + p.encoding + ")"
	}
	if c.Limit > 0 {
		share = fmt.Sprintf(" of %d (%d %%", c.Limit, c.To*100/c.Limit)
		if c.State != schema.Within {
			share += ", " + string(c.State)
		}
		share += ")"
	}
	p.line("  %s %d -> %d%s", what, c.From, c.To, share)
}
