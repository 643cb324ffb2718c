package threshold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// Keys of a configuration of mdck.
const (
	limitsSetting   = "thresholds" // and below it, as in thresholds.alert.cost
	TriggersSetting = "triggers"
)

// Files of the protocol's own configuration, which are read and never written: of the
// project, relative to its root, and of the user, relative to the home. Source: seed, global
// state.
const (
	ProjectConfig = ".autopilot/config.yaml"
	UserConfig    = ".claude/autopilot/config.json"
)

// triggersKey is the list of triggers in the configuration of the project. Source: seed.
const triggersKey = "checkpoint_triggers"

// flatCosts are the limits of the cost in the defaults of the user's configuration. Source:
// global state.
var flatCosts = [...]string{Warning: "warnCost", Alert: "alertCost", Stop: "maxCost"}

// LimitKey returns the key of a configuration for a limit.
func LimitKey(level, kind string) string { return limitsSetting + "." + level + "." + kind }

// Settings returns what a configuration of mdck can set.
func Settings() []protocol.Setting {
	triggers := triggerFields()
	triggers.Name, triggers.Wanted = TriggersSetting, "a JSON array of triggers"
	triggers.Doc = "What makes an agent that works on a plan act, in place of the list of the protocol."
	return []protocol.Setting{
		{Field: limitFields(), Check: checkOrder, Show: showLimit},
		{Field: triggers, Check: checkTriggers, Show: showTriggers},
	}
}

// limitFields describes the limits of each level.
func limitFields() jsondoc.Field {
	f := jsondoc.Field{Name: limitsSetting, Kind: jsondoc.Object, Doc: "From which values on an agent that works on a plan warns, waits or stops; without them the configuration of the autopilot counts, and then the defaults."}
	for _, level := range Levels() {
		l := jsondoc.Field{Name: level.String(), Kind: jsondoc.Object}
		for i := range measures {
			m := &measures[i]
			limit := m.field(string(m.kind))
			limit.Default = plain(m.limits[level])
			limit.Doc = levelDocs[level] + " from here on: " + m.doc + "."
			l.Fields = append(l.Fields, limit)
		}
		f.Fields = append(f.Fields, l)
	}
	return f
}

// checkOrder reports levels out of order.
func checkOrder(v *jsondoc.Value, _ *protocol.Table) []jsondoc.Problem {
	var all []jsondoc.Problem
	limits := limitsIn(func(path ...string) (*jsondoc.Value, string) { return v.Get(path[1:]...), "" })
	for _, message := range Disordered(limits) {
		all = append(all, jsondoc.Problem{Span: v.Span, Path: limitsSetting, Class: jsondoc.BadValue, Message: message})
	}
	return all
}

func showLimit(key string, v *jsondoc.Value) (text, json string) {
	k, _ := ParseKind(key[strings.LastIndex(key, ".")+1:])
	n, _ := k.measure().read(v)
	return "", plain(n)
}

func checkTriggers(v *jsondoc.Value, _ *protocol.Table) []jsondoc.Problem {
	_, problems := parseTriggers(v, NewSheet())
	return problems
}

func showTriggers(_ string, v *jsondoc.Value) (text, json string) {
	var names []string
	for _, e := range v.Elements {
		name, _ := e.Get("type").Str()
		names = append(names, name)
	}
	return strings.Join(names, ", "), ""
}

// limitsIn returns the limits whose values get finds, in the order of [Kinds] and [Levels],
// with their origins.
func limitsIn(get func(path ...string) (v *jsondoc.Value, origin string)) []Limit {
	var all []Limit
	for i := range measures {
		m := &measures[i]
		for _, level := range Levels() {
			var paths [][]string
			if m.kind == Cost {
				paths = append(paths, []string{"defaults", flatCosts[level]})
			}
			for _, name := range m.names {
				paths = append(paths, []string{limitsSetting, level.String(), name})
			}
			for _, path := range paths {
				v, origin := get(path...)
				if n, ok := m.read(v); ok {
					all = append(all, Limit{m.kind, level, n, origin})
				}
			}
		}
	}
	return all
}

// A Resolved is what checks go by.
type Resolved struct {
	Limits   Sheet
	Triggers []Trigger
	From     string   // where the triggers are from
	Notes    []string // what cannot be used of files
	set      []Limit
	list     *jsondoc.Value // of triggers; nil without one
}

// Resolve returns the limits and triggers that hold: what get returns of a configuration of
// mdck goes before files of the protocol, of which later ones win, and those before the
// defaults. Levels out of order are errors. What cannot be used of files is in Notes: they
// belong to others.
func Resolve(get func(key string) (v *jsondoc.Value, origin string), files ...ConfigFile) (*Resolved, error) {
	r := &Resolved{From: DefaultSource}
	for _, f := range files {
		r.add(f)
	}
	r.set = append(r.set, limitsIn(func(path ...string) (*jsondoc.Value, string) { return get(strings.Join(path, ".")) })...)
	r.Limits = NewSheet(r.set...)
	if v, origin := get(TriggersSetting); v != nil {
		r.list, r.From = v, origin
	}
	r.Triggers = defaultTriggers(r.Limits)
	if r.list != nil {
		r.Triggers, _ = parseTriggers(r.list, r.Limits)
	}
	var faults []error
	for _, message := range Disordered(r.Limits) {
		faults = append(faults, fmt.Errorf("limits out of order: %s", message))
	}
	return r, errors.Join(faults...)
}

// A ConfigFile is a configuration of the protocol: a file of a tree, and its name for people.
type ConfigFile struct {
	Tree  fs.FS
	Name  string // .autopilot/config.yaml
	Shown string
}

// read reads the file as YAML or JSON, by its name; nil if it does not exist.
func (c *ConfigFile) read() (*jsondoc.Document, error) {
	text, err := source.ReadFile(c.Tree, c.Name)
	failed, ok := errors.AsType[*fs.PathError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case ok:
		return nil, &fs.PathError{Op: failed.Op, Path: c.Shown, Err: failed.Err}
	case err != nil:
		return nil, err
	case path.Ext(c.Name) == ".json":
		return jsondoc.Parse(c.Shown, text)
	}
	return yamldoc.Parse(c.Shown, text)
}

// add adds what a file sets.
func (r *Resolved) add(c ConfigFile) {
	d, err := c.read()
	if err != nil {
		r.note(err)
	}
	if err != nil || d == nil {
		return
	}
	place := func(v *jsondoc.Value) string { return d.File.Position(v.Span.Start).String() }
	problems := d.Check(configFields())
	r.set = append(r.set, limitsIn(func(path ...string) (*jsondoc.Value, string) {
		v := d.Root.Get(path...)
		if v == nil {
			return nil, ""
		}
		return v, place(v)
	})...)
	if list := d.Root.Get(triggersKey); !list.IsNothing() {
		usable, more := parseTriggers(list, NewSheet())
		problems = append(problems, more...)
		switch {
		case len(usable) == 0 && len(list.Elements) > 0:
			more = []jsondoc.Problem{{Span: list.Span, Message: fmt.Sprintf("nothing of %q can be used, so the triggers of the protocol hold", triggersKey)}}
			problems = append(problems, more...)
		case list.Kind == jsondoc.Array && c.Name == ProjectConfig: // the user's has limits alone
			r.list, r.From = list, place(list)
		}
	}
	for _, p := range problems {
		r.note(d.File.Errorf(p.Span.Start, "%s", p.Message))
	}
}

func (r *Resolved) note(err error) { r.Notes = append(r.Notes, "not used: "+err.Error()) }

// configFields describes the limits of a configuration of the protocol, under the names of
// each of its documents. Source: seed, global state.
func configFields() jsondoc.Field {
	defaults := jsondoc.Field{Name: "defaults", Open: true}
	limits := limitFields()
	limits.Kind |= jsondoc.Null
	for i := range limits.Fields {
		l := &limits.Fields[i]
		l.Kind, l.Fields = l.Kind|jsondoc.Null, nil
		for j := range measures {
			m := &measures[j]
			for _, name := range m.names {
				l.Fields = append(l.Fields, orNull(m.field(name)))
			}
		}
		defaults.Fields = append(defaults.Fields, orNull(Cost.measure().field(flatCosts[i+1])))
	}
	return jsondoc.Field{Open: true, Fields: []jsondoc.Field{limits, defaults}}
}

func orNull(f jsondoc.Field) jsondoc.Field {
	f.Kind |= jsondoc.Null
	return f
}
