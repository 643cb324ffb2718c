package threshold

import (
	"fmt"
	"strings"

	"mdck/internal/spelling"
)

// A Value is a measured value.
type Value struct {
	Kind   Kind    `json:"type"` // "" for an event or a duration
	Number float64 `json:"value"`
}

func (v Value) shown() string { return v.Kind.Show(v.Number) }

func (v Value) at() string { return string(v.Kind) + " at " + v.shown() }

// A Reading is a value with its level, or a trigger that fires. Its JSON names are an interface.
type Reading struct {
	Trigger string `json:"trigger,omitempty"` // "" for a limit
	Action  string `json:"action,omitempty"`
	Value
	Level      Level   `json:"level"` // an alert pauses the work; a stop ends it
	Limit      float64 `json:"threshold,omitzero"`
	Next       *Bound  `json:"next"`           // next higher level; nil for a stop and a trigger
	Why        string  `json:"why"`            // for display; "" below all limits
	Ack        *Ack    `json:"acknowledgment"` // nil if none counts
	Grown      bool    `json:"grown"`          // the value is far above the acknowledged value
	Waypoint   string  `json:"waypoint"`       // "" until the waypoint is written
	AckProblem string  `json:"-"`              // why an acknowledgment does not count

	final  bool // cannot be acknowledged
	leaves bool // leaves a waypoint
}

// A Bound is the value at which a level begins.
type Bound struct {
	Level  Level   `json:"level"`
	Number float64 `json:"threshold"`
}

// Read returns a reading for each value.
func Read(s Sheet, values []Value) (readings []*Reading) {
	for _, v := range values {
		readings = append(readings, newReading(s, v, s.Level(v)))
	}
	return readings
}

func newReading(s Sheet, v Value, level Level) *Reading {
	r := &Reading{Value: v, Level: level, leaves: level == Stop}
	if level != None {
		r.Limit = min(s.At(v.Kind, level), v.Number)
		r.Why = fmt.Sprintf("%s, %s limit %s", v.at(), level, v.Kind.Show(r.Limit))
	}
	if level != Stop {
		r.Next = &Bound{level + 1, s.At(v.Kind, level+1)}
	}
	return r
}

// Worst returns the highest level of the readings.
func Worst(readings []*Reading) Level {
	worst := None
	for _, r := range readings {
		worst = max(worst, r.Level)
	}
	return worst
}

// Halts reports whether the work must pause or stop.
func (r *Reading) Halts() bool { return r.Level == Stop || r.Level == Alert && r.Ack == nil }

// growth is the factor from which on a value is far above its acknowledged value.
const growth = 1.2

// FindAck looks up the acknowledgment of r in a, and sets Ack, Grown or AckProblem. a is nil if it
// cannot be read.
func (r *Reading) FindAck(a *Acks) {
	if r.Level != Alert || r.Kind == "" || r.final {
		return
	}
	if a == nil {
		r.AckProblem = "the acknowledgments cannot be read, so they are ignored"
		return
	}
	ack := a.find(r.Kind)
	if ack == nil {
		return
	}
	if r.AckProblem = a.void(r.Kind, ack, r.Limit); r.AckProblem != "" {
		return
	}
	r.Ack = ack
	if ack.Value != nil {
		r.Grown = r.Number > *ack.Value && r.Number >= round(growth**ack.Value)
	}
}

func (r *Reading) Show() string {
	text := ""
	switch {
	case r.Trigger != "":
		text = r.showTrigger()
	case r.Level == None:
		text = fmt.Sprintf("%s: %s, below the %s at %s\n", title(string(r.Kind)), r.shown(), r.Next.Level, r.next())
	case r.Level == Warning || r.Ack != nil:
		text = r.showNote()
	default:
		text = r.showHalt()
	}
	if r.AckProblem != "" {
		text += "Note: " + r.AckProblem + "\n"
	}
	return text
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

func (r *Reading) next() string { return r.Kind.Show(r.Next.Number) }

func (r *Reading) showNote() string {
	text := fmt.Sprintf("%s: %s (limit: %s)", title(r.Level.String()), r.at(), r.Kind.Show(r.Limit))
	if r.Ack != nil {
		text += ", acknowledged"
		if r.Ack.Value != nil {
			text += " at " + r.Kind.Show(*r.Ack.Value)
		}
		text += " on " + spelling.FormatTime(r.Ack.At)
	}
	if r.Grown {
		text += fmt.Sprintf("\n   That is at least %v times the acknowledged value. The stop is at %s.", growth, r.next())
	}
	return text + "\n   Continuing.\n"
}

const (
	showAlert = `   Waiting for an acknowledgment.
   To continue: mdck plan ack KIND
   To stop:     mdck plan ack KIND --stop
`
	showStop = `   Work stops here. You can:
   1. Raise the limit with --set thresholds.stop.KIND=N, or in .mdck.yaml
   2. Reduce the remaining work
   3. Start a new session, which counts from zero
`
)

func (r *Reading) showHalt() string {
	facts, end := "%s: threshold reached\n   Type:        %s\n   Current:     %s\n   Threshold:   %s (%s)\n", showStop
	text := fmt.Sprintf(facts, strings.ToUpper(r.Level.String()), title(string(r.Kind)), r.shown(), r.Kind.Show(r.Limit), r.Level)
	if r.Level == Alert {
		text += fmt.Sprintf("   Next:        %s (%s)\n", r.next(), r.Next.Level)
		end = showAlert
	}
	text += strings.ReplaceAll(end, "KIND", string(r.Kind))
	if r.Waypoint != "" {
		text += "Waypoint for the next session: " + spelling.Escape(r.Waypoint, "") + "\n"
	}
	return text
}

func (r *Reading) showTrigger() string {
	text := fmt.Sprintf("%s: action %s (%s)", r.Trigger, r.Action, r.Why)
	switch {
	case r.Grown:
		text += "; acknowledged at a much lower value"
	case r.Ack != nil:
		text += "; acknowledged"
	case r.Level == Alert && r.final:
		text += "; the work must pause"
	case r.Level == Alert:
		text += "; the work must pause until a person runs mdck plan ack " + string(r.Kind)
	case r.Level == Stop:
		text += "; the work must stop"
	}
	if r.Waypoint != "" {
		text += "; waypoint: " + spelling.Escape(r.Waypoint, "")
	}
	return text + "\n"
}
