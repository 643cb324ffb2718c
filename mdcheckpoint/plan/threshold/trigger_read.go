package threshold

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

const durationKinds = jsondoc.String | jsondoc.Int

// TriggerFields are the keys of a configuration's list of triggers. Source: seed.
func TriggerFields() jsondoc.Field {
	var types, names []string
	for _, t := range triggerTypes {
		types = append(types, t.name)
	}
	for _, a := range actions {
		names = append(names, a.name)
	}
	return jsondoc.Field{Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "type", Kind: jsondoc.String, Required: true, Values: types},
		{Name: "action", Kind: jsondoc.String, Values: names},
		{Name: "frequency", Kind: jsondoc.String, Values: []string{"every"}, Doc: "of events: each one fires"},
		{Name: "threshold", Kind: numberKinds, Doc: "30% of the context, or $10"},
		{Name: "count", Kind: numberKinds, Doc: "of errors"},
		{Name: "duration", Kind: durationKinds, Doc: "since the session began: 30min, 45m, 1h; a bare number is minutes"},
		{Name: "signal", Kind: jsondoc.String},
	}}}
}

// ParseTriggers reads v, an array of triggers as in [TriggerFields]. Those with a
// problem, which has its place in the text that v is from, are left out, but for one of
// class [jsondoc.Unknown]. Without v they are the defaults.
func ParseTriggers(v *jsondoc.Value) ([]Trigger, []jsondoc.Problem) {
	if v == nil || v.IsNull() {
		return DefaultTriggers(), nil
	}
	fields := TriggerFields()
	if v.Kind != jsondoc.Array {
		return nil, (&jsondoc.Document{Root: v}).Check(fields)
	}
	var all []Trigger
	var problems []jsondoc.Problem
	for i, e := range v.Elements {
		found := (&jsondoc.Document{Root: e}).Check(*fields.Elem)
		t, more := readTrigger(e)
		found = append(found, more...)
		if !slices.ContainsFunc(found, func(p jsondoc.Problem) bool { return p.Class != jsondoc.Unknown }) {
			all = append(all, t)
		}
		for _, p := range found {
			p.Path = "[" + strconv.Itoa(i) + "]"
			problems = append(problems, p)
		}
	}
	return all, problems
}

// readTrigger reads one trigger; without a type that is known there is none, and no
// problem, since the table has one.
func readTrigger(v *jsondoc.Value) (t Trigger, problems []jsondoc.Problem) {
	name, _ := v.Get("type").Str()
	y := typeNamed(name)
	if y == nil {
		return t, nil
	}
	t = Trigger{Type: name, Action: y.preset}
	if a, ok := v.Get("action").Str(); ok {
		t.Action = a
	}
	if y.key == "" {
		return t, nil
	}
	at, message := v.Get(y.key), fmt.Sprintf("no %q in the trigger %q", y.key, name)
	if at == nil {
		at = v
	} else {
		message = t.limit(y, at)
	}
	if message != "" {
		problems = append(problems, jsondoc.Problem{Span: at.Span, Class: jsondoc.BadValue, Message: message})
	}
	return t, problems
}

// limit reads the value that says when t fires, and what is wrong with it.
func (t *Trigger) limit(y *triggerType, v *jsondoc.Value) string {
	if y.key == "duration" {
		text, ok := v.Number()
		if !ok {
			text, _ = v.Str()
		}
		d, err := ParseDuration(text)
		if err != nil {
			return err.Error()
		}
		t.Duration = d
		return ""
	}
	var problem string
	t.From, problem = number(y.kind, v)
	return problem
}

// ParseDuration reads a time that has passed: "45m", "30min", "1h30m", "90s", "2
// hours", or a bare number of minutes.
func ParseDuration(text string) (time.Duration, error) {
	bare := strings.ToLower(strings.Join(strings.Fields(text), ""))
	for _, unit := range [...][2]string{{"minutes", "m"}, {"minute", "m"}, {"mins", "m"}, {"min", "m"}, {"hours", "h"}, {"hour", "h"}, {"hrs", "h"}, {"hr", "h"}, {"seconds", "s"}, {"secs", "s"}, {"sec", "s"}} {
		bare = strings.ReplaceAll(bare, unit[0], unit[1])
	}
	if n, err := strconv.ParseFloat(bare, 64); err == nil && !math.IsInf(n, 0) && strings.Trim(bare, "0123456789.") == "" {
		bare += "m"
	}
	d, err := time.ParseDuration(bare)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration, want one such as 30min or 1h", short(text))
	}
	return d, nil
}
