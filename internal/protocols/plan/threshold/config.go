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

// limitsSetting is the key of a configuration for limits, as in thresholds.alert.cost.
const limitsSetting = "thresholds"

// Files of the protocol's own configuration, which are read and never written: of the
// project, relative to its root, and of the user, relative to the home. Source: seed, global
// state.
const (
	ProjectConfig = ".autopilot/config.yaml"
	UserConfig    = ".claude/autopilot/config.json"
)

// flatCosts are the limits of the cost in the defaults of the user's configuration. Source:
// global state.
var flatCosts = [...]string{Warning: "warnCost", Alert: "alertCost", Stop: "maxCost"}

// Settings returns what a configuration of mdck can set: the limits of each level.
func Settings() []protocol.Setting {
	f := jsondoc.Field{Name: limitsSetting, Kind: jsondoc.Object, Doc: "The values at which an agent that works on a plan warns, waits or stops. If they are missing, the configuration of the autopilot " +
		"applies, then the defaults."}
	for _, level := range Levels() {
		l := jsondoc.Field{Name: level.String(), Kind: jsondoc.Object}
		for _, m := range measures {
			limit := m.field(string(m.kind))
			limit.Default = plain(m.limits[level])
			limit.Doc = levelDocs[level] + " at this value: " + m.doc + "."
			l.Fields = append(l.Fields, limit)
		}
		f.Fields = append(f.Fields, l)
	}
	return []protocol.Setting{{Field: f, Show: showLimit}}
}

func showLimit(key string, v *jsondoc.Value) (text, json string) {
	k, _ := ParseKind(key[strings.LastIndex(key, ".")+1:])
	n, _ := k.measure().read(v)
	return "", plain(n)
}

// Resolve returns the limits that hold: what get returns of a configuration of mdck goes before
// files of the protocol, of which later ones win, and those before the defaults. What cannot be
// used of files is in notes: they belong to others.
func Resolve(get func(key string) (v *jsondoc.Value, origin string), files ...ConfigFile) (s Sheet, notes []string) {
	r := &resolver{}
	for _, f := range files {
		if err := r.file(f); err != nil {
			r.notes = append(r.notes, "not used: "+err.Error())
		}
	}
	r.limits(func(path ...string) (*jsondoc.Value, string) { return get(strings.Join(path, ".")) })
	return NewSheet(r.set...), r.notes
}

// A resolver collects limits that are set, and what cannot be used.
type resolver struct {
	set   []Limit
	notes []string
}

// add sets a limit to v, if that exists.
func (r *resolver) add(k Kind, level Level, v *jsondoc.Value, origin string) {
	if v.IsNothing() {
		return
	}
	n, ok := k.measure().read(v)
	if !ok {
		r.notes = append(r.notes, fmt.Sprintf("not used: %s: the %s of %s is not %s", origin, level, k, k.measure().wanted))
		return
	}
	r.set = append(r.set, Limit{k, level, n, origin})
}

// limits adds the limits whose values get finds, under all their names.
func (r *resolver) limits(get func(path ...string) (v *jsondoc.Value, origin string)) {
	for _, level := range Levels() {
		v, origin := get("defaults", flatCosts[level])
		r.add(Cost, level, v, origin)
		for _, m := range measures {
			for _, name := range m.names {
				v, origin := get(limitsSetting, level.String(), name)
				r.add(m.kind, level, v, origin)
			}
		}
	}
}

// file adds what a configuration of the protocol sets. In the list of triggers a limit has the
// name of the trigger that fires there. Source: seed.
func (r *resolver) file(c ConfigFile) error {
	d, err := c.read()
	if err != nil || d == nil {
		return err
	}
	place := func(v *jsondoc.Value) (*jsondoc.Value, string) {
		if v == nil {
			return nil, ""
		}
		return v, d.File.Position(v.Span.Start).String()
	}
	for _, e := range d.Root.Get("checkpoint_triggers").List() {
		name, _ := e.Get("type").Str()
		for _, t := range triggers {
			for _, key := range []string{"threshold", "count"} {
				if v, origin := place(e.Get(key)); t.name == name && t.kind != "" {
					r.add(t.kind, t.level, v, origin)
				}
			}
		}
	}
	r.limits(func(path ...string) (*jsondoc.Value, string) { return place(d.Root.Get(path...)) })
	return nil
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
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%s: %w", c.Shown, failed.Err)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case path.Ext(c.Name) == ".json":
		return jsondoc.Parse(c.Shown, text)
	}
	return yamldoc.Parse(c.Shown, text)
}
