package report

import (
	"io"

	"mdck/mdcheckpoint/schema"
)

// The names are part of the interface.
type (
	jsonSheet struct {
		Path       string             `json:"path"`
		Shape      string             `json:"shape,omitempty"`
		Encoding   string             `json:"encoding"`
		State      schema.BudgetState `json:"state"` // worst of lines, tokens and characters
		Lines      schema.Amount      `json:"lines"`
		Tokens     schema.Amount      `json:"tokens"`
		Characters schema.Amount      `json:"characters"`
		Estimate   *Estimate          `json:"estimate,omitempty"`
		Sections   []jsonSection      `json:"sections"`
	}
	jsonRange struct {
		Used int `json:"used"`
		Min  int `json:"min"`
		Max  int `json:"max,omitempty"`
	}
	jsonSection struct {
		Title       string               `json:"title"`
		Level       int                  `json:"level"`
		Line        int                  `json:"line,omitempty"` // 1-based
		Known       bool                 `json:"known"`
		State       schema.BudgetState   `json:"state"`
		Lines       schema.Amount        `json:"lines"`
		Tokens      int                  `json:"tokens"`
		TokenLimit  int                  `json:"tokenLimit,omitempty"`
		Bullets     *jsonRange           `json:"bullets,omitempty"`
		Entries     *int                 `json:"entries,omitempty"` // for a group with its own entries
		Items       []schema.OutlineItem `json:"items,omitempty"`
		Subsections []jsonSection        `json:"subsections,omitempty"`
	}
)

// Sheets prints sheets as a JSON array.
func Sheets(w io.Writer, sheets []*Sheet) error {
	out := []jsonSheet{}
	for _, s := range sheets {
		o := s.Outline
		out = append(out, jsonSheet{
			Path: s.Path, Shape: o.Shape, Encoding: s.Encoding, State: o.State(),
			Lines: o.Lines, Tokens: o.Tokens, Characters: o.Characters, Estimate: s.Estimate,
			Sections: s.jsonSections(o.Sections),
		})
	}
	return Indented(w, out)
}

func (s *Sheet) jsonSections(sections []*schema.OutlineSection) []jsonSection {
	out := []jsonSection{}
	for _, section := range sections {
		j := jsonSection{
			Title: section.Title, Level: section.Level, Line: section.Line, Known: section.Known, State: section.State(),
			Lines: section.Lines, Tokens: section.Tokens.Used, TokenLimit: section.Tokens.Limit,
			Subsections: s.jsonSections(section.Sections),
		}
		if section.Level > s.Outline.Level || section.Bullets.Min > 0 || section.Bullets.Limit > 0 {
			j.Bullets = &jsonRange{section.Bullets.Used, section.Bullets.Min, section.Bullets.Limit}
		}
		if section.Listed {
			j.Entries = &section.Bullets.Used
		}
		if s.Bullets {
			j.Items = section.Items
		}
		out = append(out, j)
	}
	return out
}
