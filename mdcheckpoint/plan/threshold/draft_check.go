package threshold

import (
	"fmt"
	"math"
	"slices"

	"mdck/mdcheckpoint/protocol"
)

// A Checked is a reading and what follows from it.
type Checked struct {
	Reading
	Ack      Ack    // of an alert, if it is acknowledged
	Acked    bool   // the alert is acknowledged, and that counts
	Void     string // why an acknowledgment of the alert does not count, for people
	Grown    bool   // the value is far above the acknowledged one
	Waypoint string // the file about a stop; "" without one
}

// Halts reports whether nothing goes on from here: at a stop, and at an alert that
// nobody has acknowledged.
func (c *Checked) Halts() bool {
	return c.Level == Stop || c.Level == Alert && !c.Acked
}

// Check checks readings, writes a waypoint for each that stops, and records them all.
func (d *Draft) Check(readings []Reading) ([]Checked, error) {
	var all []Checked
	for _, r := range readings {
		c := Checked{Reading: r}
		var err error
		switch r.Level {
		case Alert:
			err = d.excuse(&c)
		case Stop:
			c.Waypoint, err = d.waypoint(string(r.Kind), plain(r.Number), r.Level, reason(&r))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	text, exists, err := d.text(StateFile)
	if err != nil {
		return nil, err
	}
	change, err := Record(StateFile, text, readings, d.read.Now)
	if err != nil {
		return nil, err
	}
	d.put(StateFile, text, exists, change)
	return all, nil
}

// excuse looks up whether an alert is acknowledged.
func (d *Draft) excuse(c *Checked) error {
	_, acks, err := d.readAcks()
	if err != nil {
		return err
	}
	if c.Acked, c.Void = acks.Excuses(c.Kind, c.Limit); c.Acked {
		c.Ack, _ = acks.Find(c.Kind)
		c.Grown = acks.Grown(c.Value)
	}
	return nil
}

// unread says why an acknowledgment does not count that cannot be read.
const unread = "the acknowledgments cannot be read, so none counts"

// Evaluate checks readings without recording them, for when recording fails: nobody is to
// go on because a file is broken.
func (d *Draft) Evaluate(readings []Reading) []Checked {
	var all []Checked
	for _, r := range readings {
		c := Checked{Reading: r}
		if r.Level == Alert && d.excuse(&c) != nil {
			c.Void = unread
		}
		all = append(all, c)
	}
	return all
}

// readAcks returns the acknowledgments, with the text they are from. It reads them once,
// for there may be many alerts and a long history.
func (d *Draft) readAcks() (before, *Acks, error) {
	if d.acks == nil {
		d.acks = d.parse()
	}
	return d.acks.before, d.acks.acks, d.acks.err
}

// parsed are acknowledgments as they were read.
type parsed struct {
	before before
	acks   *Acks
	err    error
}

func (d *Draft) parse() *parsed {
	text, exists, err := d.text(AcksFile)
	if err != nil {
		return &parsed{err: err}
	}
	acks, err := ParseAcks(AcksFile, text)
	return &parsed{before{text, exists}, acks, err}
}

// before is a file as it was.
type before struct {
	text   string
	exists bool
}

// reason says why there is a stop.
func reason(r *Reading) string {
	return fmt.Sprintf("%s at %s, %s from %s", r.Kind, r.Shown(), r.Level, r.Kind.Exact(r.Limit))
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
	was, acks, err := d.readAcks()
	if err != nil {
		return err
	}
	whole := &Change{Text: was.text}
	for _, r := range readings {
		change, err := acks.Acknowledge(r.Value, d.read.Now, a.Session, a.Note)
		if err != nil {
			return err
		}
		if acks, err = ParseAcks(AcksFile, change.Text); err != nil {
			return err
		}
		whole.Text, whole.Did, whole.Notes = change.Text, append(whole.Did, change.Did...), append(whole.Notes, change.Notes...)
	}
	d.put(AcksFile, was.text, was.exists, whole)
	return nil
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
	alert := a.Limits.Of(k).At(Alert)
	return r, protocol.Refusal("below it, mdck plan threshold check goes on by itself",
		"%s at %s is no alert, which begins at %s: there is nothing to acknowledge", k, k.Beside(v.Number, alert), k.Exact(alert))
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
	return Reading{Value: v, Level: level, Limit: math.Min(a.Limits.Of(v.Kind).At(level), v.Number)}
}

// Reset removes all acknowledgments.
func (d *Draft) Reset() error {
	was, acks, err := d.readAcks()
	if err != nil {
		return err
	}
	change, err := acks.Clear(d.read.Now)
	if err != nil {
		return err
	}
	d.put(AcksFile, was.text, was.exists, change)
	return nil
}
