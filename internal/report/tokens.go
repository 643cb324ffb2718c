package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/tokens"
)

// A Count is what was counted of one text.
type Count struct {
	Path     string // as the user is shown it
	Tokens   int
	Lines    int
	Bytes    int
	Encoding string    // that tokens were counted in
	Estimate *Estimate // nil if none is wanted
}

// An Estimate is about how many tokens a model makes of a text.
type Estimate struct {
	Tokens int
	By     tokens.Estimator
}

// amount is the estimate as it stands beside counts: ~4300.
func (e *Estimate) amount() string { return fmt.Sprintf("~%d", e.Tokens) }

// measure says what the numbers of c are numbers of. Those that have the same
// measure can be summed up.
func (c *Count) measure() string {
	if c.Estimate == nil {
		return c.Encoding
	}
	return "tokens: " + c.Encoding + "; " + c.Estimate.By.String()
}

// Counts prints a line for each of counts, tokens first, below one that names the
// encoding, and their sum if there are several. Those of another encoding or of
// other estimates are a list of their own.
func Counts(w io.Writer, counts []Count) error {
	var measures []string
	for i := range counts {
		if m := counts[i].measure(); !slices.Contains(measures, m) {
			measures = append(measures, m)
		}
	}
	var b strings.Builder
	for i, m := range measures {
		if i > 0 {
			b.WriteString("\n")
		}
		writeCounts(&b, m, slices.DeleteFunc(slices.Clone(counts), func(c Count) bool { return c.measure() != m }))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCounts prints counts of one measure.
func writeCounts(b *strings.Builder, measure string, counts []Count) {
	if len(counts) > 1 {
		counts = append(counts, sum(counts))
	}
	rows := [][]string{{"tokens", "lines", "bytes", "(" + OneLine(measure) + ")"}}
	if counts[0].Estimate != nil {
		rows[0] = slices.Insert(rows[0], 1, "estimate")
	}
	for i := range counts {
		c := &counts[i]
		row := []string{fmt.Sprint(c.Tokens), fmt.Sprint(c.Lines), fmt.Sprint(c.Bytes), Name(c.Path)}
		if c.Estimate != nil {
			row = slices.Insert(row, 1, c.Estimate.amount())
		}
		rows = append(rows, row)
	}
	last := len(rows[0]) - 1
	wide := make([]int, last)
	for _, row := range rows {
		for i := range wide {
			wide[i] = max(wide[i], len(row[i]))
		}
	}
	for _, row := range rows {
		for i, cell := range row[:last] {
			fmt.Fprintf(b, "%*s  ", wide[i], cell)
		}
		fmt.Fprintln(b, row[last])
	}
}

// sum is the sum of counts of one measure, of which there is one at least.
func sum(counts []Count) Count {
	total := Count{Path: "total", Encoding: counts[0].Encoding}
	if e := counts[0].Estimate; e != nil {
		total.Estimate = &Estimate{By: e.By}
	}
	for i := range counts {
		c := &counts[i]
		total.Tokens, total.Lines, total.Bytes = total.Tokens+c.Tokens, total.Lines+c.Lines, total.Bytes+c.Bytes
		if c.Estimate != nil {
			total.Estimate.Tokens += c.Estimate.Tokens
		}
	}
	return total
}

// The JSON form of counts. Names are part of the interface.
type (
	jsonCount struct {
		Path     string        `json:"path"`
		Tokens   int           `json:"tokens"`
		Lines    int           `json:"lines"`
		Bytes    int           `json:"bytes"`
		Encoding string        `json:"encoding"`
		Estimate *jsonEstimate `json:"estimate,omitempty"`
	}
	jsonEstimate struct {
		Model  string  `json:"model"`
		Factor float64 `json:"factor"`
		Of     string  `json:"of"` // the encoding whose tokens the factor is for
		Tokens int     `json:"tokens"`
	}
)

// CountsJSON prints counts as a JSON array of objects, one a text.
func CountsJSON(w io.Writer, counts []Count) error {
	out := []jsonCount{}
	for i := range counts {
		c := &counts[i]
		out = append(out, jsonCount{c.Path, c.Tokens, c.Lines, c.Bytes, c.Encoding, c.Estimate.json()})
	}
	return Indented(w, out)
}

func (e *Estimate) json() *jsonEstimate {
	if e == nil {
		return nil
	}
	return &jsonEstimate{e.By.Model, e.By.Factor, tokens.Default, e.Tokens}
}
