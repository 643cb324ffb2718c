package threshold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// Files of the protocol's own configuration, which are read and never written: of
// the project, relative to its root, and of the user, relative to the home. The first
// one wins. Source: seed, global state.
const (
	ProjectConfig = ".autopilot/config.yaml"
	UserConfig    = ".claude/autopilot/config.json"
)

// flatLimits are the limits that the configuration of the user has under other
// names. Source: global state.
var flatLimits = [...]struct {
	key   string // below "defaults"
	kind  Kind
	level Level
}{{"warnCost", Cost, Warning}, {"alertCost", Cost, Alert}, {"maxCost", Cost, Stop}}

// triggersKey is the name of the list of triggers. Source: seed.
const triggersKey = "checkpoint_triggers"

// A Foreign is what a configuration of the protocol sets. What it cannot use of it is
// in Problems, and the rest counts.
type Foreign struct {
	Limits   []Limit   // each with the place of its value as the source
	Triggers []Trigger // nil if there is no list
	At       string    // place of the list
	Listed   bool      // there is a list, and something of it can be used
	Problems []jsondoc.Problem
}

// A ConfigFile is a configuration of the protocol: a file of a tree, and its name for
// people.
type ConfigFile struct {
	Tree  fs.FS
	Name  string // .autopilot/config.yaml
	Shown string
}

// Read reads the file as YAML or JSON, by its name; the results are nil if it does not
// exist.
func (c ConfigFile) Read() (*Foreign, *jsondoc.Document, error) {
	text, err := source.ReadFile(c.Tree, c.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, nil, &fs.PathError{Op: failed.Op, Path: c.Shown, Err: failed.Err}
	}
	if err != nil {
		return nil, nil, err
	}
	parse := yamldoc.Parse
	if path.Ext(c.Name) == ".json" {
		parse = jsondoc.Parse
	}
	d, err := parse(c.Shown, text)
	if err != nil {
		return nil, nil, err
	}
	return ReadForeign(d), d, nil
}

// ReadForeign reads a configuration of the protocol: thresholds by level and kind, the
// costs of "defaults", and a list of triggers. Other keys are no business of ours.
func ReadForeign(d *jsondoc.Document) *Foreign {
	f := &Foreign{}
	for _, flat := range flatLimits {
		f.limit(d, flat.kind, flat.level, "defaults."+flat.key, d.Root.Get("defaults", flat.key))
	}
	f.thresholds(d)
	f.triggers(d)
	return f
}

// thresholds reads limits by level and kind, under the names of either document. Other
// names are problems: they are slips more often than anything else.
func (f *Foreign) thresholds(d *jsondoc.Document) {
	all := d.Root.Get("thresholds")
	f.object("thresholds", all)
	for _, l := range members(all) {
		path := "thresholds." + l.Key
		level, err := ParseLevel(l.Key)
		if err != nil {
			f.report(l.KeySpan, path, jsondoc.Unknown, err.Error())
			continue
		}
		f.object(path, l.Value)
		for _, m := range members(l.Value) {
			if k, err := ParseKind(m.Key); err != nil {
				f.report(m.KeySpan, path+"."+m.Key, jsondoc.Unknown, err.Error())
			} else {
				f.limit(d, k, level, path+"."+m.Key, m.Value)
			}
		}
	}
}

func (f *Foreign) report(span source.Span, path string, class jsondoc.Class, message string) {
	f.Problems = append(f.Problems, jsondoc.Problem{Span: span, Path: path, Class: class, Message: message})
}

// triggers reads the list of triggers. One of which nothing is left is none: a slip is
// not to take all triggers away.
func (f *Foreign) triggers(d *jsondoc.Document) {
	v := d.Root.Get(triggersKey)
	if v == nil || v.IsNull() {
		return
	}
	all, problems := ParseTriggers(v)
	f.Problems = append(f.Problems, problems...)
	f.Triggers, f.At, f.Listed = all, place(d, v), v.Kind == jsondoc.Array && (len(all) > 0 || len(v.Elements) == 0)
	if v.Kind == jsondoc.Array && !f.Listed {
		f.report(v.Span, triggersKey, jsondoc.BadValue, fmt.Sprintf("nothing of %q can be used, so the triggers of the protocol hold", triggersKey))
	}
}

// object adds what is wrong with a value that is to be an object, or not there.
func (f *Foreign) object(path string, v *jsondoc.Value) {
	if v != nil && !v.IsNull() && v.Kind != jsondoc.Object {
		f.report(v.Span, path, jsondoc.WrongKind, fmt.Sprintf("%q is of kind %s, want an object", path, v.Kind))
	}
}

// limit adds one limit, or what is wrong with it.
func (f *Foreign) limit(d *jsondoc.Document, k Kind, level Level, path string, v *jsondoc.Value) {
	if v == nil || v.IsNull() {
		return
	}
	n, problem := number(k, v)
	if v.Kind&numberKinds == 0 {
		problem = fmt.Sprintf("%q is of kind %s, want %s", path, v.Kind, example(k))
	}
	if problem != "" {
		f.report(v.Span, path, jsondoc.BadValue, problem)
		return
	}
	f.Limits = append(f.Limits, Limit{k, level, n, place(d, v)})
}

func place(d *jsondoc.Document, v *jsondoc.Value) string {
	return d.File.Position(v.Span.Start).String()
}
