package threshold

import (
	"fmt"
	"strings"
)

// A Limit is the value from which on a level of a kind is reached, and who said so.
type Limit struct {
	Kind   Kind    `json:"type"`
	Level  Level   `json:"level"`
	Number float64 `json:"value"`
	Source string  `json:"source"` // for people: "default", "--limit", ".mdck.yaml:3:11"
}

// DefaultSource is the Source of a limit that nobody has set.
const DefaultSource = "default"

// A Sheet has one limit for each level of each kind, in the order of [Kinds] and
// [Levels].
type Sheet []Limit

// LoweredSource is the Source of a default that is above a higher level which was set,
// and gave way to it.
const LoweredSource = "default, lowered"

// NewSheet is the sheet of [Defaults] with limits laid over it, of which later ones
// win. A default is no higher than a level above it that is among them: a stop that was
// set at $20 is none the later for an alert at $25 that nobody did. Limits of no kind or
// level are left out.
func NewSheet(limits ...Limit) Sheet {
	defaults := Defaults()
	var s Sheet
	for _, k := range Kinds() {
		for _, level := range Levels() {
			s = append(s, Limit{k, level, defaults[k][level], DefaultSource})
		}
	}
	for _, l := range limits {
		for i := range s {
			if s[i].Kind == l.Kind && s[i].Level == l.Level {
				s[i] = l
			}
		}
	}
	s.lower()
	return s
}

// lower lets defaults give way to limits of higher levels that were set. They never rise:
// what was not asked for does not stop later than the protocol says.
func (s Sheet) lower() {
	for i := len(s) - 2; i >= 0; i-- {
		l, above := &s[i], &s[i+1]
		if l.Kind == above.Kind && l.Source == DefaultSource && above.Source != DefaultSource && l.Number > above.Number {
			l.Number, l.Source = above.Number, LoweredSource
		}
	}
}

// Table are the numbers of the sheet.
func (s Sheet) Table() Table {
	t := Table{}
	for _, l := range s {
		limits := t[l.Kind]
		limits[l.Level] = l.Number
		t[l.Kind] = limits
	}
	return t
}

// Disordered says which limits are above a higher level of the same kind that is
// among them.
func Disordered(limits []Limit) []string {
	var found []string
	for _, k := range Kinds() {
		var below *Limit
		for _, level := range Levels() {
			for i := range limits {
				l := &limits[i]
				if l.Kind != k || l.Level != level {
					continue
				}
				if below != nil && below.Number > l.Number {
					found = append(found, fmt.Sprintf("%s: %s is above %s", k, below, l))
				}
				below = l
			}
		}
	}
	return found
}

// String is the limit for people: "alert at $25.00 (default)".
func (l *Limit) String() string {
	at := fmt.Sprintf("%s at %s", l.Level, l.Kind.Show(l.Number))
	if l.Source == "" {
		return at
	}
	return at + " (" + l.Source + ")"
}

// ParseLimit reads a limit as a command line has it: cost.alert=20, or
// alert.cost=$20.
func ParseLimit(text string) (Limit, error) {
	name, value, ok := strings.Cut(text, "=")
	first, second, ok2 := strings.Cut(strings.TrimSpace(name), ".")
	if !ok || !ok2 {
		return Limit{}, fmt.Errorf("%q is no limit, want KIND.LEVEL=N, such as cost.alert=20", short(text))
	}
	if _, err := ParseLevel(first); err == nil {
		first, second = second, first
	}
	k, err := ParseKind(first)
	if err != nil {
		return Limit{}, err
	}
	level, err := ParseLevel(second)
	if err != nil {
		return Limit{}, err
	}
	n, err := ParseNumber(k, value)
	return Limit{Kind: k, Level: level, Number: n}, err
}
