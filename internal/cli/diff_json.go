package cli

import "mdck/mdcheckpoint/ohrfc/compare"

// The JSON form. Names are part of the interface; lists are never null.
type (
	jsonDiff struct {
		Path        string                  `json:"path"` // of the checkpoint; "" for two files
		From        string                  `json:"from"`
		To          string                  `json:"to"`
		FromThere   bool                    `json:"fromThere"` // false where that version does not have the checkpoint
		ToThere     bool                    `json:"toThere"`
		Differs     bool                    `json:"differs"`
		BytesDiffer bool                    `json:"bytesDiffer"`
		Meta        []compare.FactChange    `json:"meta"`
		Rounds      []compare.RoundChange   `json:"rounds"`
		Tensions    jsonTensions            `json:"tensions"`
		Sections    []compare.SectionChange `json:"sections"`
		Unpaired    int                     `json:"unpaired"`
		Budget      jsonUses                `json:"budget"`
	}
	jsonTensions struct {
		Resolved    []jsonTension `json:"resolved"`
		Intensified []jsonTension `json:"intensified"`
		New         []jsonTension `json:"new"`
		Dropped     []jsonTension `json:"dropped"`
	}
	jsonTension struct {
		Text    string           `json:"text"`
		Section string           `json:"section"`
		Was     *compare.Tension `json:"was,omitempty"` // what it was before, of those resolved and intensified
		Now     *compare.Tension `json:"now,omitempty"` // what is like it, of those dropped
	}
	jsonUses struct {
		Encoding string                 `json:"encoding"`
		Changes  []compare.BudgetChange `json:"changes"`
	}
)

// list returns a list that is never nil.
func list[T any](all []T) []T { return append([]T{}, all...) }

func (p *printedDiff) json() *jsonDiff {
	t := &p.Tensions
	return &jsonDiff{
		Path: p.path, From: p.a.label, To: p.b.label, FromThere: p.a.there, ToThere: p.b.there,
		Differs: p.Differs(), BytesDiffer: p.a.text != p.b.text, Unpaired: p.Unpaired,
		Meta: list(p.Facts), Rounds: list(p.Rounds),
		Tensions: jsonTensions{tensionsBefore(t.Resolved), tensionsBefore(t.Intensified), tensionsBefore(t.New), droppedTensions(t.Dropped)},
		Sections: p.jsonSections(),
		Budget:   jsonUses{p.encoding, list(p.budgets)},
	}
}

func tensionsBefore(changes []compare.TensionChange) []jsonTension {
	all := []jsonTension{}
	for _, c := range changes {
		all = append(all, jsonTension{Text: c.Text, Section: c.Section, Was: c.Other})
	}
	return all
}

func droppedTensions(changes []compare.TensionChange) []jsonTension {
	all := []jsonTension{}
	for _, c := range changes {
		all = append(all, jsonTension{Text: c.Text, Section: c.Section, Now: c.Other})
	}
	return all
}

// jsonSections leaves out the sections of rounds that were pruned, as the text does.
func (p *printedDiff) jsonSections() []compare.SectionChange {
	all := []compare.SectionChange{}
	for _, s := range p.Sections {
		if s.Change != compare.Pruned {
			s.Added, s.Gone, s.Reworded, s.Moved = list(s.Added), list(s.Gone), list(s.Reworded), list(s.Moved)
			all = append(all, s)
		}
	}
	return all
}
