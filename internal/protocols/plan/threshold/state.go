package threshold

import (
	"cmp"
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// State files, below the root of the repository. Source: seed, state.
const (
	AcksFile     = ".autopilot/state/acknowledgments.json"
	StateFile    = ".autopilot/state/thresholds.json"
	TriggersFile = ".autopilot/state/triggers.json" // not in the documents of the protocol
)

// Files returns the paths of all state files.
func Files() []string { return []string{AcksFile, StateFile, TriggersFile} }

type format struct {
	fields jsondoc.Field
	empty  string
}

func formatOf(name string) format {
	switch name {
	case AcksFile:
		return format{ackFields(), "{\n  \"acknowledgments\": {},\n  \"last_reset\": null\n}\n"}
	case TriggersFile:
		return format{firedFields(), "{\n  \"triggers\": {}\n}\n"}
	}
	return format{checkFields(), `{
  "current_values": {},
  "levels_triggered": {
    "cost": null,
    "context": null,
    "variance": null,
    "errors": null
  },
  "last_check": null
}
`}
}

const (
	valuesKey   = "current_values"
	levelsKey   = "levels_triggered"
	checkedKey  = "last_check"
	triggersKey = "triggers"
	countKey    = "count"
	firedKey    = "last_triggered"
)

func open(name string, fields ...jsondoc.Field) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Object, Open: true, Fields: fields}
}

func textField(name string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.String | jsondoc.Null}
}

func levelField(name string) jsondoc.Field {
	isLevel := func(s string) bool { return s == "" || levelOf(s) != None }
	f := textField(name)
	f.Match, f.Wanted = isLevel, "one of warning, alert, stop"
	return f
}

const wantedTime = "a time such as " + spelling.TimeLayout + ", or null"

func timeField(name string) jsondoc.Field {
	f := textField(name)
	f.Match, f.Wanted = func(s string) bool { _, ok := spelling.ReadTime(s, time.UTC); return ok }, wantedTime
	return f
}

func readTime(v *jsondoc.Value) (time.Time, bool) {
	s, _ := v.Str()
	return spelling.ReadTime(s, time.UTC)
}

// checkFields describes the file of the last check. Source: state.
func checkFields() jsondoc.Field {
	values, levels := open(valuesKey), open(levelsKey)
	for _, m := range measures {
		values.Fields = append(values.Fields, jsondoc.Field{Name: m.key(), Kind: m.number | jsondoc.Null, HasMin: true})
		levels.Fields = append(levels.Fields, levelField(string(m.kind)))
	}
	return open("", values, levels, timeField(checkedKey))
}

// firedFields describes the file of fired triggers. Source: state.
func firedFields() jsondoc.Field {
	each := open("", timeField(firedKey), timeField("session_start"), jsondoc.Field{Name: countKey, Kind: jsondoc.Int | jsondoc.Null, HasMin: true})
	return open("", jsondoc.Field{Name: triggersKey, Kind: jsondoc.Object, Each: &each})
}

// Check returns the problems of the state file called name, one of [Files]. An invalid time is only
// [jsondoc.Unknown].
func Check(name string, d *jsondoc.Document) []jsondoc.Problem {
	problems := d.Check(formatOf(name).fields)
	for i := range problems {
		if strings.HasSuffix(problems[i].Message, wantedTime) {
			problems[i].Class = jsondoc.Unknown
		}
	}
	return problems
}

func parse(name, text string) (*jsondoc.Document, error) {
	if spelling.IsBlank(text) {
		text = formatOf(name).empty
	}
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	for _, p := range Check(name, d) {
		if p.Class != jsondoc.Unknown {
			return nil, d.File.Errorf(p.Span.Start, "%s", p.Message)
		}
	}
	return d, nil
}

func readFile(tree fs.FS, name string) (*jsondoc.Document, error) {
	text, err := source.ReadRegular(tree, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return parse(name, text)
}

func load(read *protocol.Reader, name string) (doc *jsondoc.Document, text string, exists bool, err error) {
	if err := source.CheckSize(read.Tree, name); err != nil {
		return nil, "", false, err
	}
	if text, exists, err = read.Text(name); err == nil {
		doc, err = parse(name, text)
	}
	return doc, text, exists, err
}

func edit(read *protocol.Reader, change *protocol.Change, name string, set func(e *jsondoc.Editor) (did string)) error {
	doc, text, exists, err := load(read, name)
	if err != nil {
		return err
	}
	after := doc
	e := jsondoc.NewEditor(&after)
	did := set(e)
	if e.Err == nil && after != doc {
		change.AddFile(protocol.File{Name: name, Before: text, After: after.File.Text, Exists: exists, Did: []string{did}})
	}
	return e.Err
}

// A Record is the result of a check.
type Record struct {
	Readings []*Reading
	Fired    []*Reading
	Halts    []*Reading // readings that may get a waypoint
	Where    func() Place
}

// Edit writes the waypoints, and records the values and the fired triggers.
func (r *Record) Edit(read *protocol.Reader) (*protocol.Change, error) {
	change := &protocol.Change{}
	for _, h := range r.Halts {
		if err := leave(read, change, h, r.Where); err != nil {
			return nil, err
		}
	}
	now := spelling.FormatTime(read.Now)
	if len(r.Readings) > 0 {
		if err := edit(read, change, StateFile, func(e *jsondoc.Editor) string { return r.setValues(e, now) }); err != nil {
			return nil, err
		}
	}
	if len(r.Fired) == 0 {
		return change, nil
	}
	return change, edit(read, change, TriggersFile, func(e *jsondoc.Editor) string { return r.setCounts(e, now) })
}

func (r *Record) setValues(e *jsondoc.Editor, now string) string {
	for _, v := range r.Readings {
		e.Set(plain(v.Number), valuesKey, v.Kind.measure().key())
		if v.Level == None {
			e.Set("null", levelsKey, string(v.Kind))
		} else {
			e.SetText(v.Level.String(), levelsKey, string(v.Kind))
		}
	}
	e.SetText(now, checkedKey)
	return "recorded the values"
}

func (r *Record) setCounts(e *jsondoc.Editor, now string) string {
	for _, f := range r.Fired {
		n, _ := e.Get(triggersKey, f.Trigger, countKey).Int()
		e.SetText(now, triggersKey, f.Trigger, firedKey)
		e.Set(strconv.Itoa(n+1), triggersKey, f.Trigger, countKey)
	}
	return "counted what fired"
}

func recorded(root *jsondoc.Value, k Kind) (v Value, level Level, ok bool) {
	text, _ := root.Get(valuesKey, k.measure().key()).Number()
	n, err := strconv.ParseFloat(text, 64)
	name, _ := root.Get(levelsKey, string(k)).Str()
	return Value{k, n}, levelOf(name), err == nil && n >= 0
}

// Last has the values and acknowledgments of the last checks. Unreadable files count as empty.
type Last struct {
	root   *jsondoc.Value
	acks   *Acks
	limits Sheet
}

// ReadLast reads the state and the limits of the project at the root of tree.
func ReadLast(tree fs.FS) *Last {
	l := &Last{acks: newAcks(nil)}
	if d, err := readFile(tree, StateFile); err == nil {
		l.root = d.Root
	}
	if a, err := ReadAcks(tree); err == nil {
		l.acks = a
	}
	own := ConfigFile{tree, ".mdck.yaml", ".mdck.yaml"}
	l.limits, _ = Resolve(noConfig, ConfigFile{tree, ProjectConfig, ProjectConfig}, own)
	return l
}

func noConfig(string) (*jsondoc.Value, string) { return nil, "" }

func (l *Last) isOver() bool {
	at, ok := readTime(l.root.Get(checkedKey))
	return ok && !at.After(l.acks.Reset)
}

// Values returns the values of the last checks, if they are newer than the last reset.
func (l *Last) Values() (all []Value) {
	for _, k := range Kinds() {
		if v, _, ok := recorded(l.root, k); ok && !l.isOver() {
			all = append(all, v)
		}
	}
	return all
}

// Open returns the readings that need a decision of a person.
func (l *Last) Open() (all []*Reading) {
	for _, k := range Kinds() {
		v, level, ok := recorded(l.root, k)
		if !ok || level < Alert || l.raised(v, level) || level == Stop && l.isOver() {
			continue
		}
		r := newReading(l.limits, v, level)
		if r.FindAck(l.acks); r.Halts() {
			all = append(all, r)
		}
	}
	return all
}

// Holds reports whether the next session continues from w.
func (l *Last) Holds(w *Waypoint) bool {
	k, err := ParseKind(w.Type)
	raised := err == nil && w.Value != nil && l.raised(Value{k, *w.Value}, cmp.Or(levelOf(w.Level), Stop))
	return w.Place != nil && l.acks.Reset.Before(w.At) && !raised
}

func (l *Last) raised(v Value, level Level) bool {
	limit := l.limits.find(v.Kind, level)
	return limit.Source != DefaultSource && limit.Number > v.Number
}
