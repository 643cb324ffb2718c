package threshold

import "slices"

// A Fired is a trigger that fires, and what follows from it.
type Fired struct {
	Firing
	At    float64 // the value of its kind; 0 if it has none
	Acked bool    // it would pause, and that is acknowledged
	Void  string  // why an acknowledgment does not count, for people
	Grown bool    // the value is far above the acknowledged one

	Waypoint string // the file about it; "" without one
}

// Halts reports whether the action pauses or stops.
func (f *Fired) Halts() bool { return f.Halt >= Alert && !f.Acked }

// A TriggerInput is what a check of triggers goes by.
type TriggerInput struct {
	Triggers []Trigger
	Now      Now
	Limits   Table // a value from their stop on is excused by nobody
}

// CheckTriggers returns the triggers that fire, and counts them.
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
	text, exists, err := d.text(TriggersFile)
	if err != nil {
		return nil, err
	}
	change, err := RecordFired(TriggersFile, text, firings, d.read.Now)
	if err != nil {
		return nil, err
	}
	d.put(TriggersFile, text, exists, change)
	return all, nil
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
	f.At = v.Number
	if Read(in.Limits, []Value{v})[0].Level == Stop {
		return nil
	}
	_, acks, err := d.readAcks()
	if err != nil {
		return err
	}
	f.Acked, f.Void = acks.Excuses(v.Kind, f.From())
	f.Grown = f.Acked && acks.Grown(v)
	return nil
}

// EvaluateTriggers returns the triggers that fire without counting them, for when recording
// fails.
func (d *Draft) EvaluateTriggers(in TriggerInput) []Fired {
	var all []Fired
	for _, firing := range Fire(in.Triggers, in.Now) {
		f := Fired{Firing: firing}
		if d.excuseFired(&f, &in) != nil {
			f.Void = unread
		}
		all = append(all, f)
	}
	return all
}
