package threshold

import "slices"

// A Level is how serious a value is.
type Level uint8

const (
	None    Level = iota
	Warning       // log and continue
	Alert         // the work waits until a person acknowledges the alert
	Stop          // do not continue
)

var levelNames = [...]string{None: "", Warning: "warning", Alert: "alert", Stop: "stop"}

var levelDocs = [...]string{Warning: "Warn", Alert: "Wait for an acknowledgment", Stop: "Stop"}

// String returns the name of the level, or "" for None.
func (l Level) String() string { return levelNames[l] }

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Levels returns all levels except None, the mildest first.
func Levels() []Level { return []Level{Warning, Alert, Stop} }

func levelOf(name string) Level { return Level(max(slices.Index(levelNames[:], name), 0)) }

// A Limit is the value at which a level of a kind begins.
type Limit struct {
	Kind   Kind    `json:"type"`
	Level  Level   `json:"level"`
	Number float64 `json:"value"`
	Source string  `json:"source"` // such as "default", "--set" or ".mdck.yaml:3:11"
}

// DefaultSource is the Source of a default limit.
const DefaultSource = "default"

// A Sheet has a limit for each level of each kind, in the order of [Kinds] and [Levels].
type Sheet []Limit

// NewSheet returns the default limits, overridden by limits. A limit above that of the next level
// is lowered.
func NewSheet(limits ...Limit) (s Sheet) {
	for _, m := range measures {
		for _, level := range Levels() {
			s = append(s, Limit{m.kind, level, m.limits[level], DefaultSource})
		}
	}
	for _, l := range limits {
		*s.find(l.Kind, l.Level) = l
	}
	for i := len(s) - 2; i >= 0; i-- {
		l, above := &s[i], &s[i+1]
		if l.Kind == above.Kind && l.Number > above.Number {
			l.Number, l.Source = above.Number, above.Source
		}
	}
	return s
}

func (s Sheet) find(k Kind, level Level) *Limit {
	return &s[slices.IndexFunc(s, func(l Limit) bool { return l.Kind == k && l.Level == level })]
}

// At returns the limit of k for level.
func (s Sheet) At(k Kind, level Level) float64 { return s.find(k, level).Number }

// Level returns the highest level that v has reached.
func (s Sheet) Level(v Value) Level {
	reached := None
	for _, level := range Levels() {
		if v.Number >= s.At(v.Kind, level) {
			reached = level
		}
	}
	return reached
}
