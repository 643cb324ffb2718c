package ohrfc

import (
	"slices"

	"mdck/mdcheckpoint/ohrfc/compare"
)

// A jsonDiff is the JSON form. Names are part of the interface; lists are never null.
type jsonDiff struct {
	Path        string `json:"path"` // of the checkpoint; "" for two files
	From        string `json:"from"`
	To          string `json:"to"`
	FromThere   bool   `json:"fromThere"` // false where that version does not have the checkpoint
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

// json leaves out the sections of rounds that were pruned, as the text does.
func (p *printedDiff) json() *jsonDiff {
	out := &jsonDiff{
		Path: p.path, From: p.a.label, To: p.b.label, FromThere: p.a.there, ToThere: p.b.there,
		Differs: p.Differs(), BytesDiffer: p.a.text != p.b.text, Comparison: *p.Comparison, Budget: jsonUses{p.encoding, p.budgets},
	}
	out.Sections = slices.DeleteFunc(slices.Clone(p.Sections), func(s compare.SectionChange) bool { return s.Change == compare.Pruned })
	return out
}
