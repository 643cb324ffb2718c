package limitdir

import "mdck/mdcheckpoint/plan/threshold"

// A Fired is a trigger that fires, and what follows from it.
type Fired struct {
	threshold.Firing
	At    float64 // the value of its kind; 0 if it has none
	Acked bool    // it would pause, and the alert of its kind is acknowledged
	Grown bool    // the value is far above the acknowledged one
}

// Halts reports whether the action pauses or stops.
func (f *Fired) Halts() bool { return f.Halt >= threshold.Alert && !f.Acked }

// Fire says which triggers fire, and counts them.
func (d *Draft) Fire(triggers []threshold.Trigger, now threshold.Now) ([]Fired, error) {
	firings := threshold.Fire(triggers, now)
	var all []Fired
	for _, firing := range firings {
		f := Fired{Firing: firing}
		for _, v := range now.Values {
			if v.Kind == firing.Kind() && firing.Halt == threshold.Alert {
				if err := d.excuse(&f, v); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, f)
	}
	text, there, err := d.text(threshold.TriggersFile)
	if err != nil {
		return nil, err
	}
	change, err := threshold.RecordFired(threshold.TriggersFile, text, firings, d.job.Now)
	if err != nil {
		return nil, err
	}
	d.put(threshold.TriggersFile, text, there, change)
	return all, nil
}

// excuse says whether the pause that f asks for at a value is acknowledged: it waits
// for the same person as the alert of that kind.
func (d *Draft) excuse(f *Fired, v threshold.Value) error {
	_, acks, err := d.acks()
	if err != nil {
		return err
	}
	f.At = v.Number
	f.Acked = acks.Valid(v.Kind)
	f.Grown = f.Acked && acks.Grown(v)
	return nil
}
