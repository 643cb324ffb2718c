package loop

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// Metadata is a metadata.json, read. Its keys are read one by one: a missing key,
// or one of a kind that cannot be read as the one that is wanted, is zero.
type Metadata struct{ Doc *jsondoc.Document }

// Parse reads text as the metadata called name. It fails as [jsondoc.Parse] does.
func Parse(name, text string) (*Metadata, error) { return jsondoc.ParseAs[Metadata](name, text) }

// A Text is a string of the metadata and where it stands; a zero Text is one that
// is not there.
type Text struct {
	Text string
	Span source.Span
}

// A Moment is a time of the metadata.
type Moment struct {
	Text string    // as it is written
	At   time.Time // zero if Text cannot be read
	OK   bool      // whether it can
	Set  bool      // whether there is a value other than null
	Span source.Span
}

// text reads a string, and a number as it is spelled.
func text(v *jsondoc.Value) Text {
	if s, ok := v.Str(); ok {
		return Text{s, v.Span}
	}
	if n, ok := v.Number(); ok {
		return Text{n, v.Span}
	}
	return Text{}
}

// texts reads an array of strings, or a string in the place of one. What is
// neither is left out.
func texts(v *jsondoc.Value) []Text {
	var all []Text
	for _, e := range v.List() {
		if t := text(e); strings.TrimSpace(t.Text) != "" {
			all = append(all, t)
		}
	}
	return all
}

// mostCount is what a larger number is read as, so that it counts as one that is too high.
const mostCount = 1 << 53

// number reads a whole number, quoted or not. One that has a fraction of zeros, or an
// exponent, is whole to the programs that read it, and so it is here.
func number(v *jsondoc.Value) (int, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text(v).Text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || f != math.Trunc(f) {
		return 0, false
	}
	return int(max(-mostCount, min(f, mostCount))), true
}

// truth reads true and false, quoted or not.
func truth(v *jsondoc.Value) (value, ok bool) {
	if b, ok := v.Bool(); ok {
		return b, true
	}
	s, _ := v.Str()
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "true", s == "true" || s == "false"
}

func moment(v *jsondoc.Value) Moment {
	if v.IsNothing() {
		return Moment{}
	}
	m := Moment{Text: text(v).Text, Set: true, Span: v.Span}
	m.At, m.OK = ReadTime(m.Text)
	return m
}

// Version is the version of the metadata: 1 if there is none.
func (m *Metadata) Version() int {
	n, ok := number(m.Doc.Root.Get("version"))
	if !ok {
		return 1
	}
	return n
}

// TrackID is track_id.
func (m *Metadata) TrackID() string { return text(m.Doc.Root.Get("track_id")).Text }

// Type is type, such as "feature".
func (m *Metadata) Type() string { return text(m.Doc.Root.Get("type")).Text }

// Status is the status of the whole track as it is written; zero without metadata.
func (m *Metadata) Status() Text {
	if m == nil {
		return Text{}
	}
	return text(m.Doc.Root.Get("status"))
}

// Done reports whether the status of the whole track says that it is complete.
func (m *Metadata) Done() bool { return Fold(m.Status().Text) == Complete }

// Stopped reports whether a person decided that the loop of the track ends where it is.
func (m *Metadata) Stopped() bool { return Fold(m.Status().Text) == "STOPPED" }

// Legacy reports whether the track says that it is worked by the legacy agents.
func (m *Metadata) Legacy() bool {
	for _, v := range []*jsondoc.Value{m.Doc.Root.Get("superpower_enhanced"), m.loop("superpower_enhanced")} {
		if enhanced, ok := truth(v); ok {
			return !enhanced
		}
	}
	return false
}

// Updated returns when the track was written last: the latest of its times that can be read.
func (m *Metadata) Updated() (latest time.Time, ok bool) {
	take := func(v *jsondoc.Value, keys ...string) {
		for _, key := range keys {
			if t := moment(v.Get(key)); t.OK && (!ok || t.At.After(latest)) {
				latest, ok = t.At, true
			}
		}
	}
	take(m.Doc.Root, "updated_at", "created_at", "created")
	take(m.Doc.Root.Get("loop_state"), "step_started_at")
	for _, c := range m.Checkpoints() {
		take(c.Value, "started_at", "completed_at", "last_updated")
	}
	return latest, ok
}

// HasLoop reports whether there is an object loop_state.
func (m *Metadata) HasLoop() bool {
	v := m.Doc.Root.Get("loop_state")
	return v != nil && v.Kind == jsondoc.Object
}

// needsLoop reports that there is no state of the loop. One that is missing can be
// added, one of another kind has to be mended by hand.
func (m *Metadata) needsLoop() error {
	state := m.Doc.Root.Get("loop_state")
	switch {
	case m.HasLoop():
		return nil
	case m.Doc.Root.Kind != jsondoc.Object:
		return m.Doc.File.Errorf(m.Doc.Root.Span.Start, "the document is no object")
	case !state.IsNothing():
		return m.Doc.File.Errorf(state.Span.Start, "loop_state is no object")
	}
	return protocol.BadRequest("mdck loop migrate --write adds it", "there is no loop_state")
}

// LacksLoop reports whether there is no state of the loop where [Track.Migrate] would
// add one.
func (m *Metadata) LacksLoop() bool {
	_, missing := errors.AsType[*protocol.RequestError](m.needsLoop())
	return missing
}

// loop is the value at a path below loop_state.
func (m *Metadata) loop(path ...string) *jsondoc.Value {
	if m == nil {
		return nil
	}
	return m.Doc.Root.Get("loop_state").Get(path...)
}

// CurrentStep is current_step as it is written.
func (m *Metadata) CurrentStep() Text { return text(m.loop("current_step")) }

// Step is current_step as it is read: by its name in [Steps] if it has one there,
// and as PLAN where it is NOT_STARTED, which no table of the protocol has.
func (m *Metadata) Step() string {
	raw := m.CurrentStep().Text
	if Fold(raw) == NotStarted {
		return Planning
	}
	if s := StepOf(raw); s != nil {
		return s.Name
	}
	return strings.TrimSpace(raw)
}

// StepStatus is step_status as it is written.
func (m *Metadata) StepStatus() Text { return text(m.loop("step_status")) }

// StatusNow is step_status by its name in [Statuses] if it has one there; NOT_STARTED
// where it is missing, or where current_step is NOT_STARTED and so no step has passed.
func (m *Metadata) StatusNow() string {
	status := cmp.Or(statusName(m.StepStatus().Text), NotStarted)
	if status == Passed && Fold(m.CurrentStep().Text) == NotStarted {
		return NotStarted
	}
	return status
}

// statusAt is the status of any step: step_status for the current one, which is
// what the loop goes by, else that of its checkpoint; NOT_STARTED without either.
func (m *Metadata) statusAt(step string) string {
	if sameStep(step, m.Step()) && m.StepStatus().Text != "" {
		return m.StatusNow()
	}
	if c := m.Checkpoint(step); c != nil && c.Status != "" {
		return c.Status
	}
	return NotStarted
}

func statusName(raw string) string {
	if s := StatusOf(raw); s != nil {
		return s.Name
	}
	return strings.TrimSpace(raw)
}

// FixCycles is how many fix cycles were entered.
func (m *Metadata) FixCycles() int {
	n, _ := number(m.loop("fix_cycle_count"))
	return n
}

// FixLimit is how many fix cycles there may be: max_fix_cycles, or [MaxFixCycles]
// where that is not stored.
func (m *Metadata) FixLimit() int {
	if n, ok := number(m.loop("max_fix_cycles")); ok {
		return n
	}
	return MaxFixCycles
}
