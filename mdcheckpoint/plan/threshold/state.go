package threshold

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// StateFields are the keys of thresholds.json. Source: state.
var StateFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: "current_values", Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
		{Name: "cost", Kind: jsondoc.Number | jsondoc.Null},
		{Name: "context_percent", Kind: jsondoc.Number | jsondoc.Null},
		{Name: "variance_percent", Kind: jsondoc.Number | jsondoc.Null},
		{Name: "error_count", Kind: jsondoc.Number | jsondoc.Null},
	}},
	{Name: "levels_triggered", Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
		{Name: string(Cost), Kind: jsondoc.String | jsondoc.Null},
		{Name: string(Context), Kind: jsondoc.String | jsondoc.Null},
		{Name: string(Variance), Kind: jsondoc.String | jsondoc.Null},
		{Name: string(Errors), Kind: jsondoc.String | jsondoc.Null},
	}},
	{Name: "last_check", Kind: jsondoc.String | jsondoc.Null},
}}

// CheckState finds levels in a state that are none, and what is of the wrong form.
func CheckState(d *jsondoc.Document) []jsondoc.Problem {
	problems := d.Check(StateFields)
	for _, m := range members(d.Root.Get("levels_triggered")) {
		if s, ok := m.Value.Str(); ok && s != "" {
			if _, err := ParseLevel(s); err != nil {
				problems = append(problems, jsondoc.Problem{Span: m.Value.Span, Path: "levels_triggered." + m.Key, Class: jsondoc.BadValue, Message: err.Error()})
			}
		}
	}
	return problems
}

// A State is what the last checks found.
type State struct{ root *jsondoc.Value }

// ParseState reads text as the state called name. An empty text is a state before
// the first check. Text that is no JSON, or of the wrong form, is an error at its
// place.
func ParseState(name, text string) (*State, error) {
	d, err := parse(name, text, StateFields)
	if err != nil || d == nil {
		return &State{}, err
	}
	return &State{d.Root}, nil
}

// Reading is what the last check of a kind found: its value and its level. ok is
// false if it was never checked. A level that is none counts as [None].
func (s *State) Reading(k Kind) (v Value, level Level, ok bool) {
	text, ok := s.root.Get("current_values", k.valueKey()).Number()
	if !ok {
		return v, None, false
	}
	n, err := strconv.ParseFloat(text, 64)
	name, _ := s.root.Get("levels_triggered", string(k)).Str()
	level, _ = ParseLevel(name)
	return Value{k, n}, level, err == nil && n >= 0
}

// CheckedAfter reports whether the last check was after a time, or it is not known when it was.
func (s *State) CheckedAfter(t time.Time) bool {
	text, _ := s.root.Get("last_check").Str()
	at, ok := readTime(text)
	return !ok || at.After(t)
}

// Record makes the text of the state called name after a check. text is what is
// there, which may be empty; kinds that were not checked keep their values.
func Record(name, text string, readings []Reading, now time.Time) (*Change, error) {
	d, err := parse(name, text, StateFields)
	if err != nil {
		return nil, err
	}
	if d == nil {
		if d, err = jsondoc.Parse(name, emptyState); err != nil {
			return nil, err
		}
	}
	var all []setter
	for _, r := range readings {
		level := "null"
		if r.Level != None {
			level = jsondoc.Quote(r.Level.String())
		}
		all = append(all, setter{plain(r.Number), []string{"current_values", r.Kind.valueKey()}}, setter{level, []string{"levels_triggered", string(r.Kind)}})
	}
	all = append(all, setter{jsondoc.Quote(spelling.FormatTime(now)), []string{"last_check"}})
	after, err := apply(d, all...)
	if err != nil {
		return nil, err
	}
	if after == text {
		return &Change{Text: text}, nil
	}
	return &Change{Text: after, Did: []string{"recorded " + counted(len(readings), "value")}}, nil
}

// emptyState is a state before the first check.
const emptyState = `{
  "current_values": {},
  "levels_triggered": {
    "cost": null,
    "context": null,
    "variance": null,
    "errors": null
  },
  "last_check": null
}
`

// WaypointDir is the directory of files that tell of stops, relative to the root of the
// repository.
const WaypointDir = ".autopilot/waypoints"

// waypointPrefix is what the names of waypoints begin with.
const waypointPrefix = WaypointDir + "/stop-"

// IsWaypoint reports whether name, relative to the root of the repository, is that of a
// file that tells of a stop.
func IsWaypoint(name string) bool {
	rest, ok := strings.CutPrefix(name, waypointPrefix)
	return ok && strings.HasSuffix(rest, ".json") && strings.Trim(rest, "0123456789-") == ".json"
}

// LastWaypoint returns the name of the newest waypoint of a project; "" if there is none.
func LastWaypoint(tree fs.FS) string {
	entries, _ := fs.ReadDir(tree, WaypointDir) // without it nothing stopped
	last := ""
	for _, e := range entries {
		bare := strings.TrimSuffix(path.Join(WaypointDir, e.Name()), ".json") // the time, and a number if it is not the first of a second
		if bare > last && IsWaypoint(bare+".json") {
			last = bare
		}
	}
	if last == "" {
		return ""
	}
	return last + ".json"
}

// A Stopped is the content of a waypoint.
type Stopped struct {
	Value       // its Kind is "" if the file names no kind
	Level Level // that was reached
	Place       // where the work was
	At    time.Time
}

// A Place is where the work on plans is; the zero Place if there are no plans.
type Place struct {
	Plan     string   // path of the plan at hand; "" without one
	Task     int      // number of the task to go on with; 0 if it is not known
	Position string   // as the state of the project has it
	Open     []string // checkpoints of the plan that are open: "03-06:4 human-verify"
}

// ParseWaypoint reads text as the waypoint called name.
func ParseWaypoint(name, text string) (*Stopped, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	s := &Stopped{Level: Stop}
	kind, _ := d.Root.Get("type").Str()
	s.Kind, _ = KindOf(kind)
	if level, _ := d.Root.Get("level").Str(); level == Alert.String() {
		s.Level = Alert
	}
	number, _ := d.Root.Get("value").Number()
	s.Number, _ = strconv.ParseFloat(number, 64)
	s.Plan, _ = d.Root.Get("plan").Str()
	s.Task, _ = d.Root.Get("task").Int()
	const layout = "20060102-150405"
	if rest := strings.TrimPrefix(name, waypointPrefix); len(rest) >= len(layout) {
		s.At, _ = time.Parse(layout, rest[:len(layout)])
	}
	return s, nil
}

// WaypointName is the name of the file that tells of a stop, relative to the root of
// the repository. The n-th of one second, counted from 0, is told apart by a number.
// Source: seed.
func WaypointName(now time.Time, n int) string {
	name := waypointPrefix + now.UTC().Format("20060102-150405")
	if n > 0 {
		name += "-" + plain(float64(n+1))
	}
	return name + ".json"
}

// Waypoint is the text of that file; of an event, value is "null". Source: seed (type, value
// and reason).
func Waypoint(kind, value string, level Level, reason string, at Place) string {
	set := []pair{{"type", jsondoc.Quote(kind)}, {"value", value}, {"reason", jsondoc.Quote(reason)}}
	if at.Plan != "" {
		var open []string
		for _, name := range at.Open {
			open = append(open, jsondoc.Quote(name))
		}
		set = append(set, pair{"level", jsondoc.Quote(level.String())}, pair{"plan", jsondoc.Quote(at.Plan)}, pair{"task", strconv.Itoa(at.Task)}, pair{"position", jsondoc.Quote(at.Position)}, pair{"open", "[" + strings.Join(open, ", ") + "]"})
	}
	return object(set, "  ") + "\n}\n"
}
