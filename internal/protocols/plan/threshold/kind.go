// Package threshold implements limits for the work of an agent. At certain values of cost, used
// context, deviation from an estimate, and number of errors, the agent warns, waits for a person or
// stops. The package determines levels, acknowledgments and triggers, and edits the files that
// record them.
//
// All functions are pure: files are texts or a tree, and times are arguments.
//
// "Source" in comments names a document: seed (the checkpoint protocol), state (the description of
// the state files), or global state (the files in the home directory of a user).
package threshold

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
)

const maxQuoted = 60

// A Kind is a kind of measured value.
type Kind string

const (
	Cost     Kind = "cost"     // dollars
	Context  Kind = "context"  // percent of the context in use
	Variance Kind = "variance" // deviation from the estimate, in percent
	Errors   Kind = "errors"   // count
)

type measure struct {
	kind   Kind
	limits [Stop + 1]float64
	names  []string // the last one is the key in the state file
	number jsondoc.Kind
	syntax string // pattern of a number in a string, for example "30%"
	wanted string // syntax in words
	doc    string
}

const percent = `^[0-9]{1,15}(\.[0-9]{1,15})? ?%?$`

// measures lists all kinds, in the order of reports. Source: seed, state.
var measures = []*measure{
	{
		Cost, [...]float64{0, 10, 25, 50}, []string{"total_cost", "cost"},
		jsondoc.Number, `^\$? ?[0-9]{1,15}(\.[0-9]{1,15})?$`, "a cost such as 10 or $10", "money spent, in dollars",
	},
	{
		Context, [...]float64{0, 30, 40, 50}, []string{"context", "context_percent"},
		jsondoc.Number, percent, "a number such as 30 or 30%", "used context, in percent",
	},
	{
		Variance, [...]float64{0, 20, 30, 50}, []string{"variance", "variance_percent"},
		jsondoc.Number, percent, "a number such as 20 or 20%", "difference between actual value and estimate, in percent",
	},
	{
		Errors, [...]float64{0, 2, 3, 5}, []string{"errors", "error_count"},
		jsondoc.Int, `^[0-9]{1,15}$`, "a whole number such as 3", "number of errors",
	},
}

// Kinds returns all kinds, in the order of reports.
func Kinds() (all []Kind) {
	for _, m := range measures {
		all = append(all, m.kind)
	}
	return all
}

// ParseKind returns the kind with a name, such as "cost" or "total_cost".
func ParseKind(name string) (Kind, error) {
	var known []string
	for _, m := range measures {
		if slices.Contains(m.names, name) {
			return m.kind, nil
		}
		known = append(known, string(m.kind))
	}
	return "", fmt.Errorf("unknown threshold %q; expected one of %s%s", spelling.Cut(name, maxQuoted), strings.Join(known, ", "), nearest.Hint(name, known))
}

func (k Kind) measure() *measure { return measures[slices.Index(Kinds(), k)] }

func (m *measure) key() string { return m.names[len(m.names)-1] }

func (m *measure) field(name string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: m.number | jsondoc.String, HasMin: true, Pattern: m.syntax, Match: jsondoc.Matcher(m.syntax), Wanted: m.wanted}
}

// ParseNumber parses a value of k such as "30%", "$10" or "3".
func ParseNumber(k Kind, text string) (float64, error) {
	m := k.measure()
	bare := strings.TrimSpace(text)
	if !jsondoc.Matcher(m.syntax)(bare) {
		return 0, fmt.Errorf("expected %s, found %q", m.wanted, spelling.Cut(text, maxQuoted))
	}
	return strconv.ParseFloat(strings.Trim(bare, "$% "), 64)
}

func (m *measure) read(v *jsondoc.Value) (n float64, ok bool) {
	if text, isNumber := v.Number(); isNumber {
		n, err := strconv.ParseFloat(text, 64)
		ok := err == nil && n >= 0 && (m.number != jsondoc.Int || v.Kind == jsondoc.Int)
		return n, ok
	}
	text, _ := v.Str()
	n, err := ParseNumber(m.kind, text)
	return n, err == nil && jsondoc.Matcher(m.syntax)(text)
}

// Show formats a value of k, such as "$26.50". It rounds down: $24.999 is below $25.
func (k Kind) Show(value float64) string {
	whole, decimals, _ := strings.Cut(plain(value), ".")
	decimals = decimals[:min(len(decimals), 2)]
	if k == Cost {
		return "$" + whole + "." + (decimals + "00")[:2]
	}
	text := strings.TrimRight(strings.TrimRight(whole+"."+decimals, "0"), ".")
	if k == Errors {
		return text
	}
	return text + "%"
}

func plain(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// OffBy returns how far an estimate is off, in percent. It fails if estimated is not positive.
func OffBy(estimated, actual float64) (float64, error) {
	if estimated <= 0 {
		return 0, fmt.Errorf("--estimated is %s; expected a number above 0", plain(estimated))
	}
	return round(math.Abs(actual-estimated) / estimated * 100), nil
}

// round removes rounding errors: 1.17 must be exactly 30% off 0.9.
func round(n float64) float64 {
	const digits = 1e9
	return math.Round(n*digits) / digits
}
