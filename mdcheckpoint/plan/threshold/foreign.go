package threshold

import (
	"fmt"

	"mdck/mdcheckpoint/jsondoc"
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

// triggerKeys are the names of the list of triggers. Source: seed; ours.
var triggerKeys = [...]string{"checkpoint_triggers", "triggers"}

// A Foreign is what a configuration of the protocol sets. What it cannot use of it is
// in Problems, and the rest counts.
type Foreign struct {
	Limits   []Limit   // each with the place of its value as the source
	Triggers []Trigger // nil if there is no list
	At       string    // place of the list
	Listed   bool      // there is a list, and something of it can be used
	Problems []jsondoc.Problem
}

// ReadForeign reads a configuration of the protocol: thresholds as in [Fields], the
// costs of "defaults", and a list of triggers. Other keys are no business of ours.
func ReadForeign(d *jsondoc.Document) *Foreign {
	f := &Foreign{}
	for _, flat := range flatLimits {
		f.limit(d, flat.kind, flat.level, "defaults."+flat.key, d.Root.Get("defaults", flat.key))
	}
	f.object("thresholds", d.Root.Get("thresholds"))
	for _, level := range Levels() {
		f.object("thresholds."+level.String(), d.Root.Get("thresholds", level.String()))
		for _, m := range members(d.Root.Get("thresholds", level.String())) {
			if k, ok := KindOf(m.Key); ok {
				f.limit(d, k, level, "thresholds."+level.String()+"."+m.Key, m.Value)
			}
		}
	}
	for _, key := range triggerKeys {
		if v := d.Root.Get(key); v != nil && !v.IsNull() && !f.Listed {
			var problems []jsondoc.Problem
			f.Triggers, problems = ParseTriggers(v)
			f.Problems = append(f.Problems, problems...)
			f.At, f.Listed = place(d, v), v.Kind == jsondoc.Array && (len(f.Triggers) > 0 || len(problems) == 0)
		}
	}
	return f
}

// object adds what is wrong with a value that is to be an object, or not there.
func (f *Foreign) object(path string, v *jsondoc.Value) {
	if v != nil && !v.IsNull() && v.Kind != jsondoc.Object {
		f.Problems = append(f.Problems, jsondoc.Problem{Span: v.Span, Path: path, Class: jsondoc.WrongKind, Message: fmt.Sprintf("%q is of kind %s, want an object", path, v.Kind)})
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
		f.Problems = append(f.Problems, jsondoc.Problem{Span: v.Span, Path: path, Class: jsondoc.BadValue, Message: problem})
		return
	}
	f.Limits = append(f.Limits, Limit{k, level, n, place(d, v)})
}

func place(d *jsondoc.Document, v *jsondoc.Value) string {
	return d.File.Position(v.Span.Start).String()
}
