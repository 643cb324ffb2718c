package limitdir

import (
	"slices"

	"mdck/mdcheckpoint/plan/threshold"
)

// A Fired is a trigger that fires, and what follows from it.
type Fired struct {
	threshold.Firing
	At    float64 // the value of its kind; 0 if it has none
	Acked bool    // it would pause, and that is acknowledged
	Void  string  // why an acknowledgment does not count, for people
	Grown bool    // the value is far above the acknowledged one
}

// Halts reports whether the action pauses or stops.
func (f *Fired) Halts() bool { return f.Halt >= threshold.Alert && !f.Acked }

// What is what a check of triggers goes by.
type What struct {
	Triggers []threshold.Trigger
	Now      threshold.Now
	Limits   threshold.Table // a value from their stop on is excused by nobody
}

// Fire says which triggers fire, and counts them.
func (d *Draft) Fire(w What) ([]Fired, error) {
	firings := threshold.Fire(w.Triggers, w.Now)
	var all []Fired
	for _, firing := range firings {
		f := Fired{Firing: firing}
		if err := d.excuse(&f, &w); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	text, there, err := d.text(threshold.TriggersFile)
	if err != nil {
		return nil, err
	}
	change, err := threshold.RecordFired(threshold.TriggersFile, text, firings, d.now)
	if err != nil {
		return nil, err
	}
	d.put(threshold.TriggersFile, text, there, change)
	return all, nil
}

// excuse says whether the pause that f asks for at a value is acknowledged: it waits
// for the same person as the alert of that kind, and no longer than that one.
func (d *Draft) excuse(f *Fired, w *What) error {
	i := slices.IndexFunc(w.Now.Values, func(v threshold.Value) bool { return v.Kind == f.Kind() })
	if i < 0 || f.Halt != threshold.Alert {
		return nil
	}
	v := w.Now.Values[i]
	f.At = v.Number
	if threshold.Read(w.Limits, []threshold.Value{v})[0].Level == threshold.Stop {
		return nil
	}
	_, acks, err := d.acks()
	if err != nil {
		return err
	}
	f.Acked, f.Void = acks.Excuses(v.Kind, f.From())
	f.Grown = f.Acked && acks.Grown(v)
	return nil
}

// Fires says which triggers fire and counts none, for when that cannot be recorded.
func (p *Project) Fires(w What) []Fired {
	d := &Draft{project: p}
	var all []Fired
	for _, firing := range threshold.Fire(w.Triggers, w.Now) {
		f := Fired{Firing: firing}
		if d.excuse(&f, &w) != nil {
			f.Void = unread
		}
		all = append(all, f)
	}
	return all
}
