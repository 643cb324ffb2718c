package cli

import (
	"slices"

	"mdck/mdcheckpoint/ohrfc/compare"
)

// The JSON form. Names are part of the interface; lists are never null.
type (
	jsonDiff struct {
		Path        string        `json:"path"` // of the checkpoint; "" for two files
		From        string        `json:"from"`
		To          string        `json:"to"`
		FromThere   bool          `json:"fromThere"` // false where that version does not have the checkpoint
		ToThere     bool          `json:"toThere"`
		Differs     bool          `json:"differs"`
		BytesDiffer bool          `json:"bytesDiffer"`
		Meta        []jsonFact    `json:"meta"`
		Rounds      []jsonRound   `json:"rounds"`
		Tensions    jsonTensions  `json:"tensions"`
		Sections    []jsonSection `json:"sections"`
		Unpaired    int           `json:"unpaired"`
		Budget      jsonUses      `json:"budget"`
	}
	jsonFact struct {
		Key  string `json:"key"`
		From string `json:"from"` // "" where there is none
		To   string `json:"to"`
	}
	jsonRound struct {
		Round   int    `json:"round"`
		Change  string `json:"change"` // new, gone, pruned
		Bullets int    `json:"bullets"`
	}
	jsonTensions struct {
		Resolved    []jsonTension `json:"resolved"`
		Intensified []jsonTension `json:"intensified"`
		New         []jsonTension `json:"new"`
		Dropped     []jsonTension `json:"dropped"`
	}
	jsonTension struct {
		Text    string     `json:"text"`
		Section string     `json:"section"`
		Was     *jsonOther `json:"was,omitempty"` // what it was before, of those resolved and intensified
		Now     *jsonOther `json:"now,omitempty"` // what is like it, of those dropped
	}
	jsonOther struct {
		Text    string `json:"text"`
		Label   string `json:"label"` // "" in DISCOVER Exit
		Section string `json:"section"`
	}
	jsonSection struct {
		Section  string         `json:"section"`
		Change   string         `json:"change"` // changed, new, gone
		Added    []string       `json:"added"`
		Gone     []string       `json:"gone"`
		Reworded []jsonReworded `json:"reworded"`
		Moved    []jsonMoved    `json:"moved"`
		Text     bool           `json:"text"`
		Comments bool           `json:"comments"`
	}
	jsonReworded struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	jsonMoved struct {
		Text string `json:"text"`
		From string `json:"from"`
	}
	jsonUses struct {
		Encoding string    `json:"encoding"`
		Changes  []jsonUse `json:"changes"`
	}
	jsonUse struct {
		Kind  string `json:"kind"`
		Group string `json:"group"`
		Title string `json:"title"`
		Unit  string `json:"unit"`
		From  int    `json:"from"`
		To    int    `json:"to"`
		Limit int    `json:"limit"` // 0 for none
		State string `json:"state"` // ok, near, over
	}
)

// listOf makes a list that is never null.
func listOf[T, U any](all []T, one func(T) U) []U {
	list := make([]U, 0, len(all))
	for _, x := range all {
		list = append(list, one(x))
	}
	return list
}

func (p *printedDiff) json() *jsonDiff {
	t := &p.Tensions
	return &jsonDiff{
		Path: p.path, From: p.a.label, To: p.b.label, FromThere: p.a.there, ToThere: p.b.there,
		Differs: p.Differs(), BytesDiffer: p.a.text != p.b.text, Unpaired: p.Unpaired,
		Meta:     listOf(p.Facts, func(f compare.FactChange) jsonFact { return jsonFact(f) }),
		Rounds:   listOf(p.Rounds, func(r compare.RoundChange) jsonRound { return jsonRound(r) }),
		Tensions: jsonTensions{listOf(t.Resolved, wasTension), listOf(t.Intensified, wasTension), listOf(t.New, wasTension), listOf(t.Dropped, nowTension)},
		Sections: p.jsonSections(),
		Budget:   jsonUses{p.encoding, listOf(p.budgets, jsonUseOf)},
	}
}

func wasTension(c compare.TensionChange) jsonTension {
	return jsonTension{Text: c.Text, Section: c.Section, Was: (*jsonOther)(c.Other)}
}

func nowTension(c compare.TensionChange) jsonTension {
	return jsonTension{Text: c.Text, Section: c.Section, Now: (*jsonOther)(c.Other)}
}

// jsonSections leaves out what is left out of the text, too: the sections of
// rounds that were pruned.
func (p *printedDiff) jsonSections() []jsonSection {
	kept := slices.DeleteFunc(slices.Clone(p.Sections), func(s compare.SectionChange) bool { return s.Change == compare.Pruned })
	same := func(text string) string { return text }
	return listOf(kept, func(s compare.SectionChange) jsonSection {
		return jsonSection{
			Section: s.Section, Change: s.Change, Added: listOf(s.Added, same), Gone: listOf(s.Gone, same), Text: s.Text, Comments: s.Comments,
			Reworded: listOf(s.Reworded, func(r compare.Rewording) jsonReworded { return jsonReworded(r) }),
			Moved:    listOf(s.Moved, func(m compare.Move) jsonMoved { return jsonMoved(m) }),
		}
	})
}

func jsonUseOf(c compare.BudgetChange) jsonUse {
	return jsonUse{c.Kind, c.Group, c.Title, c.Unit, c.From, c.To, c.Limit, string(c.Is)}
}
