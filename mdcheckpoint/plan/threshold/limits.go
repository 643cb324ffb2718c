package threshold

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

const numberKinds = jsondoc.Number | jsondoc.String

// levelFields are the limits of one level, for every kind.
var levelFields = []jsondoc.Field{
	{Name: string(Cost), Kind: numberKinds, Doc: "dollars"},
	{Name: string(Context), Kind: numberKinds, Doc: "percent of the context"},
	{Name: string(Variance), Kind: numberKinds, Doc: "percent off the estimate"},
	{Name: string(Errors), Kind: numberKinds, Doc: "number of errors"},
	{Name: "context_percent", Kind: numberKinds},
	{Name: "variance_percent", Kind: numberKinds},
	{Name: "error_count", Kind: numberKinds},
	{Name: "total_cost", Kind: numberKinds},
}

// Fields are the keys of a configuration's thresholds. Source: seed; the names of
// the last four of each level: state.
var Fields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "warning", Kind: jsondoc.Object, Fields: levelFields, Doc: "from here on, say so"},
	{Name: "alert", Kind: jsondoc.Object, Fields: levelFields, Doc: "from here on, wait for an acknowledgment"},
	{Name: "stop", Kind: jsondoc.Object, Fields: levelFields, Doc: "from here on, stop"},
}}

// ParseLimits puts the limits that v, an object with the keys of [Fields], sets into
// t, which has the others. The problems have places of the text that v is from; a
// value with a problem is not set. Levels out of order, over all of t, are one.
func ParseLimits(v *jsondoc.Value, t *Table) []jsondoc.Problem {
	if v == nil {
		return nil
	}
	problems := (&jsondoc.Document{Root: v}).Check(Fields)
	for _, level := range Levels() {
		for _, m := range members(v.Get(level.String())) {
			kind, ok := KindOf(m.Key)
			if !ok {
				continue
			}
			n, problem := number(kind, m.Value)
			switch {
			case problem != "":
				problems = append(problems, jsondoc.Problem{Span: m.Value.Span, Path: level.String() + "." + m.Key, Class: jsondoc.BadValue, Message: problem})
			case m.Value.Kind&numberKinds != 0:
				t.Of(kind).set(level, n)
			}
		}
	}
	for _, message := range t.Check() {
		problems = append(problems, jsondoc.Problem{Span: v.Span, Class: jsondoc.BadValue, Message: message})
	}
	slices.SortStableFunc(problems, func(a, b jsondoc.Problem) int { return a.Span.Start - b.Span.Start })
	return problems
}

func members(v *jsondoc.Value) []jsondoc.Member {
	if v == nil || v.Kind != jsondoc.Object {
		return nil
	}
	return v.Members
}

// number reads a number that is spelled as one or as a text with its unit. A value
// of another kind is no number and no problem of this function.
func number(k Kind, v *jsondoc.Value) (float64, string) {
	text, ok := v.Number()
	if !ok {
		if text, ok = v.Str(); !ok {
			return 0, ""
		}
	}
	n, err := ParseNumber(k, text)
	if err != nil {
		return 0, err.Error()
	}
	return n, ""
}

func (l *Limits) set(level Level, n float64) {
	switch level {
	case Warning:
		l.Warning = n
	case Alert:
		l.Alert = n
	case Stop:
		l.Stop = n
	}
}

// Check says which limits of t make no sense: a level that begins above the next, so
// that it would never be reached.
func (t *Table) Check() []string {
	var found []string
	for _, k := range Kinds() {
		l := t.Of(k)
		for _, level := range []Level{Warning, Alert} {
			if l.At(level) > l.At(level+1) {
				found = append(found, fmt.Sprintf("%s: %s at %s is above %s at %s", k, level, k.Show(l.At(level)), level+1, k.Show(l.At(level+1))))
			}
		}
	}
	return found
}

// levelList is "warning, alert, stop".
func levelList() string { return strings.Join(levelNames[1:], ", ") }

// ParseLevel is the level of that name.
func ParseLevel(name string) (Level, error) {
	for _, l := range Levels() {
		if name == l.String() {
			return l, nil
		}
	}
	return None, fmt.Errorf("unknown level %q, want one of %s%s", short(name), levelList(), meant(name, levelNames[1:]))
}
