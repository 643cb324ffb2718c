package report

import (
	"fmt"
	"io"
	"strings"

	"mdck/tokens"
)

// A Count has the counts of one text. The names in JSON are part of the interface.
type Count struct {
	Path       string    `json:"path"` // as displayed to the user
	Tokens     int       `json:"tokens"`
	Lines      int       `json:"lines"`
	Characters int       `json:"characters"`
	Bytes      int       `json:"bytes"`
	Encoding   string    `json:"encoding"`
	Estimate   *Estimate `json:"estimate,omitempty"` // nil if not requested
}

// An Estimate is the approximate number of tokens for a model.
type Estimate struct {
	tokens.Estimator
	Of     string `json:"of"` // the encoding whose count is multiplied
	Tokens int    `json:"tokens"`
}

func (e *Estimate) amount() string { return fmt.Sprintf("~%d", e.Tokens) }

// measure describes what c counts. Only counts with equal measures can be added.
func (c *Count) measure() string {
	if c.Estimate == nil {
		return c.Encoding
	}
	return "tokens: " + c.Encoding + "; " + c.Estimate.String()
}

// Counts prints the encoding, a line for each count, and the total of several.
func Counts(w io.Writer, counts []Count) error {
	var measures []string
	of := map[string][]Count{}
	for _, c := range counts {
		m := c.measure()
		if of[m] == nil {
			measures = append(measures, m)
		}
		of[m] = append(of[m], c)
	}
	var b strings.Builder
	for i, m := range measures {
		if i > 0 {
			b.WriteString("\n")
		}
		writeCounts(&b, m, of[m])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCounts(b *strings.Builder, measure string, counts []Count) {
	if len(counts) > 1 {
		counts = append(counts, sum(counts))
	}
	rows := [][]string{{"tokens", "", "lines", "chars", "bytes", "(" + OneLine(measure) + ")"}}
	for _, c := range counts {
		estimate := ""
		if c.Estimate != nil {
			rows[0][1], estimate = "estimate", c.Estimate.amount()
		}
		rows = append(rows, []string{fmt.Sprint(c.Tokens), estimate, fmt.Sprint(c.Lines), fmt.Sprint(c.Characters), fmt.Sprint(c.Bytes), Name(c.Path)})
	}
	AlignRight(rows, 0, 1, 2, 3, 4)
	_ = Table(b, rows, nil, 0) // a strings.Builder returns no errors
}

func sum(counts []Count) Count {
	total := Count{Path: "total", Encoding: counts[0].Encoding}
	if e := counts[0].Estimate; e != nil {
		total.Estimate = &Estimate{Estimator: e.Estimator}
	}
	for _, c := range counts {
		total.Tokens, total.Lines = total.Tokens+c.Tokens, total.Lines+c.Lines
		total.Characters, total.Bytes = total.Characters+c.Characters, total.Bytes+c.Bytes
		if c.Estimate != nil {
			total.Estimate.Tokens += c.Estimate.Tokens
		}
	}
	return total
}
