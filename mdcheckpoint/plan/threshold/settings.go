package threshold

import (
	"math"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Keys of a configuration.
const (
	limitsSetting   = "thresholds" // and below it, as in thresholds.alert.cost
	TriggersSetting = "triggers"
)

// limitForms are the syntax of a limit of each kind that is a string, and the words of
// messages about it.
var limitForms = [...]struct {
	kind           Kind
	syntax, wanted string
	number         jsondoc.Kind
	doc            string
}{
	{Cost, `^\$? ?[0-9]{1,15}(\.[0-9]{1,15})?$`, "a cost such as 10 or $10", jsondoc.Number, "what has been spent, in dollars"},
	{Context, `^[0-9]{1,15}(\.[0-9]{1,15})? ?%?$`, "a number such as 30 or 30%", jsondoc.Number, "how much of the context is used, in percent"},
	{Variance, `^[0-9]{1,15}(\.[0-9]{1,15})? ?%?$`, "a number such as 20 or 20%", jsondoc.Number, "how far the actual value is off the estimate, in percent"},
	{Errors, `^[0-9]{1,15}$`, "a whole number such as 3", jsondoc.Int, "how many errors there were"},
}

// levelDocs describe the levels.
var levelDocs = [...]string{Warning: "A warning", Alert: "An alert, which waits for an acknowledgment,", Stop: "A stop"}

// Settings returns what a configuration can say: the limits, and the triggers.
func Settings() []protocol.Setting {
	triggers := TriggerFields()
	triggers.Name = TriggersSetting
	triggers.Wanted = "a JSON array of triggers"
	triggers.Doc = "What makes an agent that works on a plan act, in place of the list of the protocol."
	return []protocol.Setting{
		{Field: limitFields(), Check: checkLimits, Show: showLimit},
		{Field: triggers, Check: checkTriggers, Show: showTriggers},
	}
}

func limitFields() jsondoc.Field {
	defaults := Defaults()
	f := jsondoc.Field{Name: limitsSetting, Kind: jsondoc.Object, Doc: "From which values on an agent that works on a plan warns, waits or stops; without them the configuration of the autopilot counts, and then the defaults."}
	for _, level := range Levels() {
		l := jsondoc.Field{Name: level.String(), Kind: jsondoc.Object}
		for i := range limitForms {
			form := &limitForms[i]
			l.Fields = append(l.Fields, jsondoc.Field{
				Name: string(form.kind), Kind: form.number | jsondoc.String, HasMin: true,
				Pattern: form.syntax, Match: jsondoc.Matcher(form.syntax), Wanted: form.wanted,
				Default: plain(defaults[form.kind][level]),
				Doc:     levelDocs[level] + " from here on: " + form.doc + ".",
			})
		}
		f.Fields = append(f.Fields, l)
	}
	return f
}

// checkLimits reports levels out of order.
func checkLimits(v *jsondoc.Value, _ *protocol.Table) []jsondoc.Problem {
	limits := limitsIn(func(level, kind string) (*jsondoc.Value, string) { return v.Get(level, kind), "" })
	var all []jsondoc.Problem
	for _, message := range Disordered(limits) {
		all = append(all, jsondoc.Problem{Span: v.Span, Path: limitsSetting, Class: jsondoc.BadValue, Message: message})
	}
	return all
}

// limitsIn returns the limits that have a value; get returns it with its origin.
func limitsIn(get func(level, kind string) (*jsondoc.Value, string)) []Limit {
	var all []Limit
	for _, level := range Levels() {
		for _, k := range Kinds() {
			if v, origin := get(level.String(), string(k)); v != nil {
				all = append(all, Limit{Kind: k, Level: level, Number: limitIn(k, v), Source: origin})
			}
		}
	}
	return all
}

// limitIn returns the limit that v is; the greatest float64 if v is more, or not a limit.
func limitIn(k Kind, v *jsondoc.Value) float64 {
	text, ok := v.Str()
	if !ok {
		text, _ = v.Number()
	}
	n, err := ParseNumber(k, text)
	if err != nil {
		return math.MaxFloat64
	}
	return n
}

func showLimit(key string, v *jsondoc.Value) (text, json string) {
	k, _ := KindOf(key[strings.LastIndex(key, ".")+1:])
	return "", plain(limitIn(k, v))
}

func checkTriggers(v *jsondoc.Value, _ *protocol.Table) []jsondoc.Problem {
	if v.Kind != jsondoc.Array {
		return nil
	}
	_, problems := ParseTriggers(v)
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

// ConfiguredLimits returns the limits that a configuration sets, each with its origin as
// Source; get returns the value of a key with its origin, nil if the key is not set.
func ConfiguredLimits(get func(key string) (v *jsondoc.Value, origin string)) []Limit {
	return limitsIn(func(level, kind string) (*jsondoc.Value, string) {
		return get(limitsSetting + "." + level + "." + kind)
	})
}
