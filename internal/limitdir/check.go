package limitdir

import (
	"fmt"
	"math"
	"slices"

	"mdck/mdcheckpoint/plan/threshold"
)

// A Judged is a reading and what follows from it.
type Judged struct {
	threshold.Reading
	Ack      threshold.Ack // of an alert, if it is acknowledged
	Acked    bool          // the alert is acknowledged, and that counts
	Void     string        // why an acknowledgment of the alert does not count, for people
	Grown    bool          // the value is far above the acknowledged one
	Waypoint string        // the file that tells of a stop; "" if there is none
}

// Halts reports whether nothing goes on from here: at a stop, and at an alert that
// nobody has acknowledged.
func (j *Judged) Halts() bool {
	return j.Level == threshold.Stop || j.Level == threshold.Alert && !j.Acked
}

// Check judges readings, writes a waypoint for each that stops, and records them all.
func (d *Draft) Check(readings []threshold.Reading) ([]Judged, error) {
	var all []Judged
	for _, r := range readings {
		j := Judged{Reading: r}
		var err error
		switch r.Level {
		case threshold.Alert:
			err = d.judge(&j)
		case threshold.Stop:
			j.Waypoint, err = d.waypoint(r.Value, reason(&r))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	text, there, err := d.text(threshold.StateFile)
	if err != nil {
		return nil, err
	}
	change, err := threshold.Record(threshold.StateFile, text, readings, d.now)
	if err != nil {
		return nil, err
	}
	d.put(threshold.StateFile, text, there, change)
	return all, nil
}

// judge says whether an alert is acknowledged.
func (d *Draft) judge(j *Judged) error {
	_, acks, err := d.acks()
	if err != nil {
		return err
	}
	if j.Acked, j.Void = acks.Excuses(j.Kind, j.Limit); j.Acked {
		j.Ack, _ = acks.Find(j.Kind)
		j.Grown = acks.Grown(j.Value)
	}
	return nil
}

// unread says why an acknowledgment does not count that cannot be read.
const unread = "the acknowledgments cannot be read, so none counts"

// Judge judges readings and records nothing, for when that cannot be done: nobody is to
// go on because a file is broken.
func (p *Project) Judge(readings []threshold.Reading) []Judged {
	d := &Draft{project: p}
	var all []Judged
	for _, r := range readings {
		j := Judged{Reading: r}
		if r.Level == threshold.Alert && d.judge(&j) != nil {
			j.Void = unread
		}
		all = append(all, j)
	}
	return all
}

// acks are the acknowledgments, with the text they are from. They are read once, for
// there may be many alerts and a long history.
func (d *Draft) acks() (before, *threshold.Acks, error) {
	if d.read == nil {
		d.read = d.parse()
	}
	return d.read.before, d.read.acks, d.read.err
}

// parsed are acknowledgments as they were read.
type parsed struct {
	before before
	acks   *threshold.Acks
	err    error
}

func (d *Draft) parse() *parsed {
	text, there, err := d.text(threshold.AcksFile)
	if err != nil {
		return &parsed{err: err}
	}
	acks, err := threshold.ParseAcks(threshold.AcksFile, text)
	return &parsed{before{text, there}, acks, err}
}

// before is a file as it was.
type before struct {
	text  string
	there bool
}

// reason says why there is a stop.
func reason(r *threshold.Reading) string {
	return fmt.Sprintf("%s at %s, %s from %s", r.Kind, r.Shown(), r.Level, r.Kind.Exact(r.Limit))
}

// An Ack is what is to be acknowledged, or stopped at.
type Ack struct {
	Kinds   []threshold.Kind // none: every alert that the last check found
	Value   *float64         // of the only kind; nil is that of the last check
	Session string
	Note    string

	// Limits and Triggers are what a value is judged by that the last check has not
	// seen: a trigger that pauses at it asks for an acknowledgment, too.
	Limits   threshold.Table
	Triggers []threshold.Trigger
}

// Acknowledge acknowledges alerts. What is no alert is a [*RefusedError], a value that
// is not known a [*RequestError].
func (d *Draft) Acknowledge(a Ack) error {
	readings, err := d.alerts(a)
	if err != nil {
		return err
	}
	was, acks, err := d.acks()
	if err != nil {
		return err
	}
	whole := &threshold.Change{Text: was.text}
	for _, r := range readings {
		change, err := acks.Acknowledge(r.Value, d.now, a.Session, a.Note)
		if err != nil {
			return err
		}
		if acks, err = threshold.ParseAcks(threshold.AcksFile, change.Text); err != nil {
			return err
		}
		whole.Text, whole.Did, whole.Notes = change.Text, append(whole.Did, change.Did...), append(whole.Notes, change.Notes...)
	}
	d.put(threshold.AcksFile, was.text, was.there, whole)
	return nil
}

// Halt is the other answer to alerts: a waypoint for each. Errors are those of
// [Draft.Acknowledge].
func (d *Draft) Halt(a Ack) error {
	readings, err := d.alerts(a)
	if err != nil {
		return err
	}
	for _, r := range readings {
		why := "a person stopped at an alert: " + reason(&r)
		if a.Note != "" {
			why += ": " + a.Note
		}
		if _, err := d.waypoint(r.Value, why); err != nil {
			return err
		}
	}
	return nil
}

// alerts are the alerts that a is about.
func (d *Draft) alerts(a Ack) ([]threshold.Reading, error) {
	text, _, err := d.text(threshold.StateFile)
	if err != nil {
		return nil, err
	}
	state, err := threshold.ParseState(threshold.StateFile, text)
	if err != nil {
		return nil, err
	}
	var all []threshold.Reading
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
	for _, k := range threshold.Kinds() {
		if v, level, ok := state.Reading(k); ok && level == threshold.Alert {
			all = append(all, a.at(v, level))
		}
	}
	if len(all) == 0 {
		return nil, &RefusedError{"no alert: the last check found none that could be acknowledged", "mdck plan threshold check says where the values stand"}
	}
	return all, nil
}

// reading is the alert of one kind. A value that the last check has seen is of the
// level that it had then, whatever the limits are now.
func (a *Ack) reading(state *threshold.State, k threshold.Kind) (r threshold.Reading, err error) {
	v, level, known := state.Reading(k)
	switch {
	case a.Value == nil && !known:
		return r, &RequestError{fmt.Sprintf("no value of %s is known", k), fmt.Sprintf("mdck plan threshold check --%s N checks one, --value N says it here", k)}
	case a.Value != nil && (!known || v.Number != *a.Value):
		v = threshold.Value{Kind: k, Number: *a.Value}
		level = threshold.Read(a.Limits, []threshold.Value{v})[0].Level
	}
	if level < threshold.Alert && a.pauses(v) {
		level = threshold.Alert
	}
	switch r = a.at(v, level); level {
	case threshold.Alert:
		return r, nil
	case threshold.Stop:
		return r, &RefusedError{fmt.Sprintf("%s at %s is a stop, which no acknowledgment ends", k, k.Show(v.Number)), "raise the limit, or start anew with less to do"}
	}
	alert := a.Limits.Of(k).At(threshold.Alert)
	return r, &RefusedError{
		fmt.Sprintf("%s at %s is no alert, which begins at %s: there is nothing to acknowledge", k, k.Beside(v.Number, alert), k.Exact(alert)),
		"below it, mdck plan threshold check goes on by itself",
	}
}

// pauses reports whether a trigger pauses at a value.
func (a *Ack) pauses(v threshold.Value) bool {
	return slices.ContainsFunc(threshold.Fire(a.Triggers, threshold.Now{Values: []threshold.Value{v}}), func(f threshold.Firing) bool {
		return f.Halt == threshold.Alert
	})
}

// at is a value with a level and its limit, which is at most the value: the limits
// may be others now.
func (a *Ack) at(v threshold.Value, level threshold.Level) threshold.Reading {
	return threshold.Reading{Value: v, Level: level, Limit: math.Min(a.Limits.Of(v.Kind).At(level), v.Number)}
}

// Reset takes back all acknowledgments.
func (d *Draft) Reset() error {
	was, acks, err := d.acks()
	if err != nil {
		return err
	}
	change, err := acks.Clear(d.now)
	if err != nil {
		return err
	}
	d.put(threshold.AcksFile, was.text, was.there, change)
	return nil
}
