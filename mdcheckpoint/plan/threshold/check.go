package threshold

import "fmt"

// A Value is what was measured.
type Value struct {
	Kind   Kind
	Number float64
}

// A Halt is what may end the work for now: a limit that a value has reached, or a trigger.
type Halt struct {
	Value           // its Kind is "" of an event and of the time
	Event    string // type of the trigger; "" of a limit
	Level    Level  // an alert waits for a person, a stop for nobody
	Limit    float64
	Final    bool   // no acknowledgment counts
	Reason   string // for people
	Leaves   bool   // a waypoint
	Waypoint string // that it leaves; "" unless the edit that records it was made

	Ack   Ack    // of an alert, if it counts
	Acked bool   // it counts
	Void  string // why it does not count, for people
	Grown bool   // the value is far above the acknowledged one
}

// Halts reports whether the work does not go on: at a stop, and at an alert that nobody has
// acknowledged.
func (h *Halt) Halts() bool { return h.Level == Stop || h.Level == Alert && !h.Acked }

// A Reading is a value and the level that it has reached.
type Reading struct {
	Halt
	Next      Level // the level above; None at Stop
	NextLimit float64
}

// Read returns the level of each value.
func Read(s Sheet, values []Value) []Reading {
	var readings []Reading
	for _, v := range values {
		readings = append(readings, newReading(s, v, s.Level(v)))
	}
	return readings
}

// newReading returns a value at a level. Its limit is no higher than the value: it may have been
// another one when the level was reached.
func newReading(s Sheet, v Value, level Level) Reading {
	r := Reading{Halt: Halt{Value: v, Level: level, Leaves: level == Stop}}
	if level != None {
		r.Limit = min(s.At(v.Kind, level), v.Number)
		r.Reason = fmt.Sprintf("%s at %s, %s from %s", v.Kind, v.Kind.Show(v.Number), level, v.Kind.Show(r.Limit))
	}
	if level != Stop {
		r.Next = level + 1
		r.NextLimit = s.At(v.Kind, r.Next)
	}
	return r
}

// Worst returns the highest level of all.
func Worst(readings []Reading) Level {
	worst := None
	for _, r := range readings {
		worst = max(worst, r.Level)
	}
	return worst
}
