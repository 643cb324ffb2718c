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

// limitsSetting begins the configuration keys for limits, such as thresholds.alert.cost.
const limitsSetting = "thresholds"

// Configuration files of the protocol: ProjectConfig below the root of the project, UserConfig below
// the home directory. Source: seed, global state.
const (
	ProjectConfig = ".autopilot/config.yaml"
	UserConfig    = ".claude/autopilot/config.json"
)

// flatCosts are keys in "defaults" of UserConfig that limit the cost. Source: global state.
var flatCosts = [...]string{Warning: "warnCost", Alert: "alertCost", Stop: "maxCost"}

// Settings returns the configuration keys of mdck for the limits.
func Settings() []protocol.Setting {
	f := jsondoc.Field{Name: limitsSetting, Kind: jsondoc.Object, Doc: "Limits of cost, context, variance and errors. When a value reaches its limit, the agent warns, waits or stops. Missing values come from the configuration of the " +
		"autopilot, then from the defaults."}
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

// Resolve returns the limits in effect. Later files override earlier ones; get, the configuration
// of mdck, overrides all. Invalid files only give notes, because they belong to other tools.
func Resolve(get func(key string) (v *jsondoc.Value, origin string), files ...ConfigFile) (s Sheet, notes []string) {
	r := &resolver{}
	for _, f := range files {
		if err := r.file(f); err != nil {
			r.notes = append(r.notes, "mdck ignores "+err.Error())
		}
	}
	r.limits(func(path ...string) (*jsondoc.Value, string) { return get(strings.Join(path, ".")) })
	return NewSheet(r.set...), r.notes
}

type resolver struct {
	set   []Limit
	notes []string
}

func (r *resolver) add(k Kind, level Level, v *jsondoc.Value, origin string) {
	if v.IsNothing() {
		return
	}
	n, ok := k.measure().read(v)
	if !ok {
		r.notes = append(r.notes, fmt.Sprintf("%s: the %s limit for %s is ignored; expected %s", origin, level, k, k.measure().wanted))
		return
	}
	r.set = append(r.set, Limit{k, level, n, origin})
}

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

// file adds the limits in a configuration file of the protocol. Source: seed.
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

// A ConfigFile is a configuration file of the protocol. Messages call it Shown.
type ConfigFile struct {
	Tree  fs.FS
	Name  string // path in Tree, such as .autopilot/config.yaml
	Shown string
}

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
