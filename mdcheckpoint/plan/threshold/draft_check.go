package threshold

import (
	"fmt"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// A Checked is a reading and what follows from it.
type Checked struct {
	Reading
	Excuse
	Waypoint string // the file about a stop; "" without one
}

// An Excuse is what an acknowledgment says of a value that is to pause the work.
type Excuse struct {
	Ack   Ack    // if it counts
	Acked bool   // it counts
	Void  string // why it does not count, for people
	Grown bool   // the value is far above the acknowledged one
}

// Halts reports whether nothing goes on from here: at a stop, and at an alert that
// nobody has acknowledged.
func (c *Checked) Halts() bool {
	return c.Level == Stop || c.Level == Alert && !c.Acked
}

// Check checks readings, writes a waypoint for each that stops, and records them all. A dry
// check writes nothing, and does not fail.
func (d *Draft) Check(readings []Reading) ([]Checked, error) {
	var all []Checked
	for _, r := range readings {
		c := Checked{Reading: r}
		var err error
		switch r.Level {
		case Alert:
			c.Excuse, err = d.excuse(r.Value, r.Limit)
		case Stop:
			c.Waypoint, err = d.waypoint(string(r.Kind), plain(r.Number), r.Level, reason(&r))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, d.record(StateFile, func(text string) (*Change, error) { return Record(StateFile, text, readings, d.read.Now) })
}

// excuse returns whether what begins at limit is acknowledged at v.
func (d *Draft) excuse(v Value, limit float64) (e Excuse, err error) {
	acks, err := d.readAcks()
	if err != nil && d.Dry {
		return Excuse{Void: "the acknowledgments cannot be read, so none counts"}, nil
	} else if err != nil {
		return e, err
	}
	if e.Acked, e.Void = acks.Excuses(v.Kind, limit); e.Acked {
		e.Ack, _ = acks.Find(v.Kind)
		e.Grown = acks.Grown(v)
	}
	return e, nil
}

// readAcks returns the acknowledgments, which are read once: there may be many alerts.
func (d *Draft) readAcks() (*Acks, error) {
	if d.acks != nil {
		return d.acks, nil
	}
	text, _, err := d.text(AcksFile)
	if err != nil {
		return nil, err
	}
	acks, err := ParseAcks(AcksFile, text)
	if err == nil {
		d.acks = acks
	}
	return acks, err
}

// reason says why there is a stop.
func reason(r *Reading) string {
	return fmt.Sprintf("%s at %s, %s from %s", r.Kind, r.Kind.Show(r.Number), r.Level, r.Kind.Show(r.Limit))
}

// An AckInput says what to acknowledge, or to stop at.
type AckInput struct {
	Kinds   []Kind   // none: every alert that the last check found
	Value   *float64 // of the only kind; nil is that of the last check
	Session string
	Note    string

	// Limits and Triggers apply to a value that the last check has not seen: a trigger that
	// pauses at it asks for an acknowledgment, too.
	Limits   Table
	Triggers []Trigger
}

// Acknowledge acknowledges alerts. A value below or above an alert is a refused
// [*protocol.RequestError], an unknown one a [*protocol.RequestError].
func (d *Draft) Acknowledge(a AckInput) error {
	readings, err := d.alerts(a)
	if err != nil {
		return err
	}
	return d.record(AcksFile, func(text string) (*Change, error) {
		whole := &Change{Text: text}
		for _, r := range readings {
			acks, err := ParseAcks(AcksFile, whole.Text)
			if err != nil {
				return nil, err
			}
			change, err := acks.Acknowledge(r.Value, d.read.Now, a.Session, a.Note)
			if err != nil {
				return nil, err
			}
			whole = &Change{change.Text, append(whole.Did, change.Did...), append(whole.Notes, change.Notes...)}
		}
		return whole, nil
	})
}

// Halt is the other answer to alerts: a waypoint for each. Errors are those of
// [Draft.Acknowledge].
func (d *Draft) Halt(a AckInput) error {
	readings, err := d.alerts(a)
	if err != nil {
		return err
	}
	for _, r := range readings {
		why := "a person stopped at an alert: " + reason(&r)
		if a.Note != "" {
			why += ": " + a.Note
		}
		if _, err := d.waypoint(string(r.Kind), plain(r.Number), r.Level, why); err != nil {
			return err
		}
	}
	return nil
}

// alerts returns the alerts that a is about.
func (d *Draft) alerts(a AckInput) ([]Reading, error) {
	text, _, err := d.text(StateFile)
	if err != nil {
		return nil, err
	}
	state, err := ParseState(StateFile, text)
	if err != nil {
		return nil, err
	}
	var all []Reading
	for _, k := range a.Kinds {
		r, err := a.reading(state, k)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if len(a.Kinds) > 0 {
		return all, nil
	}
	for _, k := range Kinds() {
		if v, level, ok := state.Reading(k); ok && level == Alert {
			all = append(all, a.at(v, level))
		}
	}
	if len(all) == 0 {
		return nil, protocol.Refusal("mdck plan threshold check says where the values stand", "no alert: the last check found none that could be acknowledged")
	}
	return all, nil
}

// reading returns the alert of one kind. A value that the last check has seen is of the
// level that it had then, whatever the limits are now.
func (a *AckInput) reading(state *State, k Kind) (r Reading, err error) {
	v, level, known := state.Reading(k)
	switch {
	case a.Value == nil && !known:
		return r, protocol.BadRequest(fmt.Sprintf("mdck plan threshold check --%s N checks one, --value N says it here", k), "no value of %s is known", k)
	case a.Value != nil && (!known || v.Number != *a.Value):
		v = Value{Kind: k, Number: *a.Value}
		level = Read(a.Limits, []Value{v})[0].Level
	}
	if level < Alert && a.pauses(v) {
		level = Alert
	}
	switch r = a.at(v, level); level {
	case Alert:
		return r, nil
	case Stop:
		return r, protocol.Refusal("raise the limit, or start anew with less to do", "%s at %s is a stop, which no acknowledgment ends", k, k.Show(v.Number))
	}
	alert := a.Limits[k][Alert]
	return r, protocol.Refusal("below it, mdck plan threshold check goes on by itself",
		"%s at %s is no alert, which begins at %s: there is nothing to acknowledge", k, k.Show(v.Number), k.Show(alert))
}

// pauses reports whether a trigger pauses at a value.
func (a *AckInput) pauses(v Value) bool {
	return slices.ContainsFunc(Fire(a.Triggers, Now{Values: []Value{v}}), func(f Firing) bool {
		return f.Halt == Alert
	})
}

// at returns a value with a level and its limit, which is at most the value: the limits
// may be others now.
func (a *AckInput) at(v Value, level Level) Reading {
	return Reading{Value: v, Level: level, Limit: min(a.Limits[v.Kind][level], v.Number)}
}

// Reset removes all acknowledgments.
func (d *Draft) Reset() error {
	return d.record(AcksFile, func(text string) (*Change, error) {
		acks, err := ParseAcks(AcksFile, text)
		if err != nil {
			return nil, err
		}
		return acks.Clear(d.read.Now)
	})
}
