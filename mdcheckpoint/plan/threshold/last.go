package threshold

import (
	"io/fs"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// A Last is what the files of a project record of its last checks. A file that cannot be read
// records nothing: the commands about thresholds report it.
type Last struct {
	state  *State
	acks   *Acks
	limits []Limit // that the files of the project set, of which later ones win
}

// ReadLast reads the files of the project at the root of tree.
func ReadLast(tree fs.FS) *Last {
	read := func(name string) string {
		text, _ := source.ReadRegular(tree, name)
		return text
	}
	l := &Last{state: &State{}, acks: &Acks{}}
	if s, err := ParseState(StateFile, read(StateFile)); err == nil {
		l.state = s
	}
	if a, err := ParseAcks(AcksFile, read(AcksFile)); err == nil {
		l.acks = a
	}
	if f, _, err := (ConfigFile{tree, ProjectConfig, ProjectConfig}).Read(); err == nil && f != nil {
		l.limits = f.Limits
	}
	const own = ".mdck.yaml"
	if d, err := yamldoc.Parse(own, read(own)); err == nil {
		l.limits = append(l.limits, ConfiguredLimits(func(key string) (*jsondoc.Value, string) { return d.Root.Get(strings.Split(key, ".")...), own })...)
	}
	return l
}

// Values returns the values of the last checks since the last reset of acknowledgments.
func (l *Last) Values() []Value {
	var all []Value
	for _, k := range Kinds() {
		if v, _, ok := l.state.Reading(k); ok && l.state.CheckedAfter(l.acks.Reset) {
			all = append(all, v)
		}
	}
	return all
}

// Open returns what a person has to decide on: the stops since the last reset and the alerts
// that no acknowledgment counts for, unless the limit was raised.
func (l *Last) Open() []Reading {
	alerts := NewSheet(l.limits...).Table()
	var all []Reading
	for _, k := range Kinds() {
		v, level, ok := l.state.Reading(k)
		excused, _ := l.acks.Excuses(k, min(v.Number, alerts[k][Alert]))
		open := level == Stop && l.state.CheckedAfter(l.acks.Reset) || level == Alert && !excused
		if ok && open && !l.raised(v, level) {
			all = append(all, Reading{Value: v, Level: level})
		}
	}
	return all
}

// Holds reports whether the next session starts from a waypoint: until acknowledgments are
// reset, or the limit is raised.
func (l *Last) Holds(w *Stopped) bool {
	return w.Plan != "" && l.acks.Reset.Before(w.At) && (w.Kind == "" || !l.raised(w.Value, w.Level))
}

// raised reports whether the files of the project set the limit of a level above v.
func (l *Last) raised(v Value, level Level) bool {
	for _, limit := range slices.Backward(l.limits) {
		if limit.Kind == v.Kind && limit.Level == level {
			return limit.Number > v.Number
		}
	}
	return false
}
