package threshold

import "slices"

// A Fired is a trigger that fires, and what follows from it.
type Fired struct {
	Firing
	Excuse
	At       float64 // the value that can be acknowledged; 0 if there is none
	Waypoint string  // the file about it; "" without one
}

// Halts reports whether the action pauses or stops.
func (f *Fired) Halts() bool { return f.Halt >= Alert && !f.Acked }

// A TriggerInput is what a check of triggers goes by.
type TriggerInput struct {
	Triggers []Trigger
	Now      Now
	Limits   Table // a value from their stop on is excused by nobody
}

// CheckTriggers returns the triggers that fire, and counts them. A dry check does not count, and
// does not fail.
func (d *Draft) CheckTriggers(in TriggerInput) ([]Fired, error) {
	firings := Fire(in.Triggers, in.Now)
	var all []Fired
	for _, firing := range firings {
		f := Fired{Firing: firing}
		if err := d.excuseFired(&f, &in); err != nil {
			return nil, err
		}
		if err := d.leave(&f, in.Now.Values); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, d.record(TriggersFile, func(text string) (*Change, error) { return RecordFired(TriggersFile, text, firings, d.read.Now) })
}

// leave writes the waypoint of a trigger that leaves one.
func (d *Draft) leave(f *Fired, values []Value) (err error) {
	if y := typeNamed(f.Type); y == nil || !y.leaves {
		return nil
	}
	kind, value := f.Type, "null"
	for _, v := range values {
		if v.Kind == f.Kind() {
			kind, value = string(v.Kind), plain(v.Number)
		}
	}
	f.Waypoint, err = d.waypoint(kind, value, f.Halt, f.Why)
	return err
}

// excuseFired looks up whether the pause that f asks for at a value is acknowledged: it
// waits for the same person as the alert of that kind, and no longer than that one.
func (d *Draft) excuseFired(f *Fired, in *TriggerInput) error {
	i := slices.IndexFunc(in.Now.Values, func(v Value) bool { return v.Kind == f.Kind() })
	if i < 0 || f.Halt != Alert {
		return nil
	}
	v := in.Now.Values[i]
	if Read(in.Limits, []Value{v})[0].Level == Stop {
		return nil
	}
	f.At = v.Number
	var err error
	f.Excuse, err = d.excuse(v, f.From)
	return err
}
