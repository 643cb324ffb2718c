// Package threshold knows the limits at which an agent warns, waits for a person or
// stops: by cost, by how full its context is, by how far off its estimate was and
// by errors. It decides which level a value has reached, whether an alert was
// acknowledged, and which triggers fire, and it edits the state files that remember
// that.
//
// Everything is a pure function: files come as text, times as arguments. Edits touch
// the values that they name and no other byte, and are read again before they are
// handed out.
//
// "Source" in comments names the document of the protocol: seed (the checkpoint
// protocol) or state (the skill that describes the state files).
package threshold

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"mdck/internal/nearest"
)

// A Kind is what is measured.
type Kind string

const (
	Cost     Kind = "cost"     // dollars
	Context  Kind = "context"  // percent of the context that is used
	Variance Kind = "variance" // percent by which the actual value is off the estimate
	Errors   Kind = "errors"   // how many
)

// Kinds are all of them, in the order in which they are reported. Source: seed.
func Kinds() []Kind { return []Kind{Cost, Context, Variance, Errors} }

// aliases are the names that the other documents have for a kind. Source: state.
var aliases = [...]struct {
	name string
	kind Kind
}{{"context_percent", Context}, {"variance_percent", Variance}, {"error_count", Errors}, {"total_cost", Cost}}

// KindOf is the kind of that name, in either document; false if there is none.
func KindOf(name string) (Kind, bool) {
	for _, k := range Kinds() {
		if name == string(k) {
			return k, true
		}
	}
	for _, a := range aliases {
		if name == a.name {
			return a.kind, true
		}
	}
	return "", false
}

// ParseKind is KindOf with an error that names the nearest.
func ParseKind(name string) (Kind, error) {
	if k, ok := KindOf(name); ok {
		return k, nil
	}
	var known []string
	for _, k := range Kinds() {
		known = append(known, string(k))
	}
	return "", fmt.Errorf("unknown threshold %q, want one of %s%s", short(name), strings.Join(known, ", "), nearest.Hint(name, known))
}

// short cuts what would make a message too long.
func short(text string) string {
	const most = 60
	if r := []rune(text[:min(len(text), 4*most+1)]); len(r) > most { // four bytes a character, and a sign of more
		return string(r[:most]) + "…"
	}
	return text
}

// valueKey is the key of a kind in current_values. Source: state.
func (k Kind) valueKey() string {
	for _, a := range aliases[:3] {
		if a.kind == k {
			return a.name
		}
	}
	return string(k)
}

// Name is k for people: "Cost".
func (k Kind) Name() string { return strings.ToUpper(string(k[:1])) + string(k[1:]) }

// is is the verb behind the name.
func (k Kind) is() string {
	if k == Errors {
		return "are"
	}
	return "is"
}

// Show returns a value of k for people: "$26.50", "41%", "3". What is behind the second decimal
// is cut, not rounded: what is below a limit is shown below it.
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

// plain spells a number without trailing zeros.
func plain(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// A Level is how bad a value is.
type Level uint8

const (
	None    Level = iota
	Warning       // log and go on
	Alert         // wait until a person has acknowledged it
	Stop          // go no further
)

var levelNames = [...]string{None: "", Warning: "warning", Alert: "alert", Stop: "stop"}

// String is the name of the level; "" of None.
func (l Level) String() string { return levelNames[l] }

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Levels are all levels, the mildest first.
func Levels() []Level { return []Level{Warning, Alert, Stop} }

// Limits are the values from which on the levels of one kind are reached, by level.
type Limits [Stop + 1]float64

// A Table has the limits of every kind.
type Table map[Kind]Limits

// Defaults are the limits of the protocol. Source: seed.
func Defaults() Table {
	return Table{
		Cost:     {Warning: 10, Alert: 25, Stop: 50},
		Context:  {Warning: 30, Alert: 40, Stop: 50},
		Variance: {Warning: 20, Alert: 30, Stop: 50},
		Errors:   {Warning: 2, Alert: 3, Stop: 5},
	}
}

// A Value is what was measured.
type Value struct {
	Kind   Kind
	Number float64
}

// A Reading is a value and the level that it has reached.
type Reading struct {
	Value
	Level Level
	Limit float64 // that was reached; 0 at None
	Next  Level   // the level above; None at Stop
	// NextLimit is the limit of that level.
	NextLimit float64
}

// Read gives the level of each value, the highest whose limit is reached: a value
// equal to a limit has reached it.
func Read(t Table, values []Value) []Reading {
	var readings []Reading
	for _, v := range values {
		limits, r := t[v.Kind], Reading{Value: v}
		for _, level := range Levels() {
			if v.Number >= limits[level] {
				r.Level, r.Limit = level, limits[level]
			}
		}
		if r.Level < Stop {
			r.Next = r.Level + 1
			r.NextLimit = limits[r.Next]
		}
		readings = append(readings, r)
	}
	return readings
}

// Worst is the highest level of all.
func Worst(readings []Reading) Level {
	worst := None
	for _, r := range readings {
		worst = max(worst, r.Level)
	}
	return worst
}

// OffBy is the variance of an estimate: by how many percent of it the actual value
// is above or below, counted with the numbers as they are spelled: 1.17 is 30% off 0.9.
// An estimate that is not above 0 is an error.
func OffBy(estimated, actual float64) (float64, error) {
	if !(estimated > 0) || math.IsInf(estimated, 0) {
		return 0, fmt.Errorf("estimated is %s, want a number above 0", plain(estimated))
	}
	if math.IsNaN(actual) || math.IsInf(actual, 0) || actual < 0 {
		return 0, fmt.Errorf("actual is %s, want a number that is not negative", plain(actual))
	}
	off := new(big.Rat).Sub(exact(actual), exact(estimated))
	off.Quo(off.Abs(off), exact(estimated))
	n, _ := off.Mul(off, big.NewRat(100, 1)).Float64()
	return min(n, math.MaxFloat64), nil
}

// ParseNumber reads a value or limit of k: a number that is not negative, with the
// unit or without: "30%", "$10", "10.00", "3".
func ParseNumber(k Kind, text string) (float64, error) {
	bare := strings.TrimSpace(text)
	switch k {
	case Cost:
		bare = strings.TrimPrefix(bare, "$")
	case Context, Variance:
		bare = strings.TrimSuffix(bare, "%")
	}
	bare = strings.TrimSpace(bare)
	n, err := strconv.ParseFloat(bare, 64)
	if err != nil || strings.Trim(bare, "0123456789.") != "" || math.IsInf(n, 0) {
		return 0, fmt.Errorf("%q is no %s, want %s", short(text), k, example(k))
	}
	if k == Errors && n != math.Trunc(n) {
		return 0, fmt.Errorf("%q is no number of errors, want a whole number", short(text))
	}
	return n, nil
}

func example(k Kind) string {
	switch k {
	case Cost:
		return "a number such as 10 or $10"
	case Errors:
		return "a number such as 3"
	}
	return "a number such as 30 or 30%"
}
