package loop

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Metadata is a parsed metadata.json. Its methods return zero values for missing keys.
type Metadata struct{ Doc *jsondoc.Document }

// Parse parses text as the metadata called name. It returns the errors of [jsondoc.Parse].
func Parse(name, text string) (*Metadata, error) {
	return jsondoc.ParseAs[Metadata](name, text)
}

// text returns a string, or a number as written, or "".
func text(v *jsondoc.Value) string {
	s, _ := v.Str()
	n, _ := v.Number()
	return s + n
}

// texts returns the strings and numbers in an array. A single value counts as an array.
func texts(v *jsondoc.Value) (all []*jsondoc.Value) {
	for _, e := range v.List() {
		if strings.TrimSpace(text(e)) != "" {
			all = append(all, e)
		}
	}
	return all
}

// number returns a whole number, quoted or not, limited to ±2^53. 2.0 counts as whole.
func number(v *jsondoc.Value) (int, bool) {
	const most = 1 << 53
	f, err := strconv.ParseFloat(strings.TrimSpace(text(v)), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || f != math.Trunc(f) {
		return 0, false
	}
	return int(max(-most, min(f, most))), true
}

func truth(v *jsondoc.Value) (value, ok bool) {
	if b, ok := v.Bool(); ok {
		return b, true
	}
	s, _ := v.Str()
	s = strings.ToLower(strings.TrimSpace(s))
	return s == "true", s == "true" || s == "false"
}

func moment(v *jsondoc.Value) (at time.Time, ok bool) {
	return spelling.ReadTime(text(v), time.UTC)
}

// entry formats a value on one line, such as "issue: b, file: c.go".
func entry(v *jsondoc.Value) string {
	if v == nil || v.Kind != jsondoc.Object {
		return spelling.OneLine(text(v))
	}
	var parts []string
	for _, m := range v.Members {
		if value := spelling.OneLine(text(m.Value)); value != "" {
			parts = append(parts, m.Key+": "+value)
		}
	}
	return strings.Join(parts, ", ")
}

func entries(v *jsondoc.Value, key string) (all []string) {
	for _, e := range v.List() {
		if text := cmp.Or(entry(e.Get(key)), entry(e)); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func (m *Metadata) get(path ...string) *jsondoc.Value {
	if m == nil {
		return nil
	}
	return m.Doc.Root.Get(path...)
}

func (m *Metadata) loop(path ...string) *jsondoc.Value {
	return m.get("loop_state").Get(path...)
}

// Version returns the version of the metadata, by default 1.
func (m *Metadata) Version() int {
	if n, ok := number(m.get("version")); ok {
		return n
	}
	return 1
}

func (m *Metadata) Status() string { return text(m.get("status")) }

// Done reports whether the whole track is complete.
func (m *Metadata) Done() bool { return Fold(m.Status()) == Complete }

func (m *Metadata) stopped() bool { return Fold(m.Status()) == "STOPPED" }

func (m *Metadata) legacy() bool {
	for _, v := range []*jsondoc.Value{m.get("superpower_enhanced"), m.loop("superpower_enhanced")} {
		if enhanced, ok := truth(v); ok {
			return !enhanced
		}
	}
	return false
}

// Updated returns the latest time in the metadata.
func (m *Metadata) Updated() (latest time.Time, ok bool) {
	m.eachTime(func(_, _ string, v *jsondoc.Value) {
		if at, read := moment(v); read && at.After(latest) {
			latest, ok = at, true
		}
	})
	return latest, ok
}

func (m *Metadata) eachTime(do func(path, key string, v *jsondoc.Value)) {
	in := func(path string, v *jsondoc.Value, keys string) {
		for key := range strings.FieldsSeq(keys) {
			do(path, key, v.Get(key))
		}
	}
	in("", m.get(), "created_at created updated updated_at completed_at")
	in("loop_state", m.loop(), "step_started_at")
	for _, c := range m.Checkpoints() {
		in(c.path(), c.Value, "started_at completed_at last_updated")
	}
	for _, b := range m.Blockers() {
		in(strings.Join(b.path, "."), b.value, "blocked_at resolved_at")
	}
}

// HasLoop reports whether loop_state exists and is an object.
func (m *Metadata) HasLoop() bool {
	v := m.loop()
	return v != nil && v.Kind == jsondoc.Object
}

func (m *Metadata) needsLoop() error {
	if m.HasLoop() {
		return nil
	}
	if state := m.loop(); !state.IsNothing() {
		return m.Doc.File.Errorf(state.Span.Start, "loop_state is not an object")
	}
	return cmp.Or(m.Doc.CheckObject(), protocol.BadRequest("to add it: mdck loop migrate --write", "loop_state is missing"))
}

func (m *Metadata) lacksLoop() bool {
	_, missing := errors.AsType[*protocol.RequestError](m.needsLoop())
	return missing
}

// currentStep returns current_step as written.
func (m *Metadata) currentStep() string { return text(m.loop("current_step")) }

// Step returns the current step: its name in [steps], or else as written. NOT_STARTED counts as
// PLAN.
func (m *Metadata) Step() string {
	raw := m.currentStep()
	if Fold(raw) == NotStarted {
		return Planning
	}
	if s := stepOf(raw); s != nil {
		return s.Name
	}
	return strings.TrimSpace(raw)
}

// stepStatus returns step_status as written.
func (m *Metadata) stepStatus() string { return text(m.loop("step_status")) }

func (m *Metadata) statusNow() string {
	status := cmp.Or(statusName(m.stepStatus()), NotStarted)
	if status == Passed && Fold(m.currentStep()) == NotStarted {
		return NotStarted
	}
	return status
}

func (m *Metadata) statusAt(step string) string {
	if sameStep(step, m.Step()) && m.stepStatus() != "" {
		return m.statusNow()
	}
	return cmp.Or(m.Checkpoint(step).Status, NotStarted)
}

func statusName(raw string) string {
	if s := StatusOf(raw); s != nil {
		return s.Name
	}
	return strings.TrimSpace(raw)
}

// fixes returns the number of fix cycles and its limit. An invalid value is an error, because with 0
// instead the loop would never end.
func (m *Metadata) fixes() (cycles, limit int, err error) {
	read := func(key string, missing int) int {
		v := m.loop(key)
		n, ok := number(v)
		switch {
		case v.IsNothing():
			return missing
		case !ok && err == nil:
			err = protocol.Refusal("a person must correct fix_cycle_count and max_fix_cycles", "%s is %s; expected a whole number", key, short(m.Doc.File.Slice(v.Span)))
		}
		return n
	}
	cycles, limit = read("fix_cycle_count", 0), read("max_fix_cycles", maxFixCycles)
	return cycles, limit, err
}

// FixText returns the number of fix cycles, such as "1 of 3" or "unknown".
func (m *Metadata) FixText() string {
	cycles, limit, err := m.fixes()
	if err != nil {
		return "unknown"
	}
	return itoa(cycles) + " of " + itoa(limit)
}

func itoa(n int) string { return strconv.Itoa(n) }

func short(text string) string { return spelling.Cut(text, 60) }
