package threshold

import (
	"io/fs"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// A State is what the last checks found.
type State struct{ root *jsondoc.Value }

// Reading returns what the last check of a kind found; ok is false if it was never checked.
func (s State) Reading(k Kind) (v Value, level Level, ok bool) {
	text, _ := s.root.Get("current_values", k.measure().key()).Number()
	n, err := strconv.ParseFloat(text, 64)
	name, _ := s.root.Get("levels_triggered", string(k)).Str()
	return Value{k, n}, levelOf(name), err == nil && n >= 0
}

// checkedAfter reports whether the last check was after t, or it is not known when it was.
func (s State) checkedAfter(t time.Time) bool {
	at, ok := readTime(s.root.Get("last_check"))
	return !ok || at.After(t)
}

// A Last is what the files of a project record of its last checks. A file that cannot be read
// records nothing: the commands about thresholds report it.
type Last struct {
	state  State
	acks   *Acks
	limits Sheet // as the files of the project set them
}

// ReadLast reads the files of the project at the root of tree.
func ReadLast(tree fs.FS) *Last {
	l := &Last{acks: newAcks(nil)}
	if d, err := readFile(tree, StateFile); err == nil {
		l.state.root = d.Root
	}
	if a, err := ReadAcks(tree); err == nil {
		l.acks = a
	}
	const own = ".mdck.yaml"
	text, _ := source.ReadRegular(tree, own)
	d, err := yamldoc.Parse(own, text)
	if err != nil {
		d = &jsondoc.Document{}
	}
	get := func(key string) (*jsondoc.Value, string) { return d.Root.Get(strings.Split(key, ".")...), own }
	r, _ := Resolve(get, ConfigFile{tree, ProjectConfig, ProjectConfig}) // their order is for a check to report
	l.limits = r.Limits
	return l
}

// Values returns the values of the last checks since the last reset of acknowledgments.
func (l *Last) Values() []Value {
	var all []Value
	for _, k := range Kinds() {
		if v, _, ok := l.state.Reading(k); ok && l.state.checkedAfter(l.acks.Reset) {
			all = append(all, v)
		}
	}
	return all
}

// Open returns what a person has to decide on: the stops since the last reset and the alerts
// that no acknowledgment counts for, unless the limit was raised.
func (l *Last) Open() []Reading {
	var all []Reading
	for _, k := range Kinds() {
		v, level, ok := l.state.Reading(k)
		if !ok || level < Alert || l.raised(v, level) {
			continue
		}
		r := newReading(l.limits, v, level)
		r.Excuse(l.acks)
		if r.Halts() && (level == Alert || l.state.checkedAfter(l.acks.Reset)) {
			all = append(all, r)
		}
	}
	return all
}

// Holds reports whether the next session starts from a waypoint: until acknowledgments are
// reset, or the limit is raised.
func (l *Last) Holds(w *Waypoint) bool {
	return w.Plan != "" && l.acks.Reset.Before(w.At) && (w.Kind == "" || !l.raised(w.Value, w.Level))
}

// raised reports whether the files of the project set the limit of a level above v.
func (l *Last) raised(v Value, level Level) bool {
	limit := l.limits.find(v.Kind, level)
	return limit.Source != DefaultSource && limit.Number > v.Number
}
