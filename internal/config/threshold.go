package config

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
)

// limitForms are what the limit of each kind looks like where it is a string, and
// what it asks for.
var limitForms = [...]struct {
	kind           threshold.Kind
	syntax, wanted string
	number         jsondoc.Kind
	doc            string
}{
	{threshold.Cost, `^\$? ?[0-9]{1,15}(\.[0-9]{1,15})?$`, "a cost such as 10 or $10", jsondoc.Number, "what has been spent, in dollars"},
	{threshold.Context, `^[0-9]{1,15}(\.[0-9]{1,15})? ?%?$`, "a number such as 30 or 30%", jsondoc.Number, "how much of the context is used, in percent"},
	{threshold.Variance, `^[0-9]{1,15}(\.[0-9]{1,15})? ?%?$`, "a number such as 20 or 20%", jsondoc.Number, "how far the actual value is off the estimate, in percent"},
	{threshold.Errors, `^[0-9]{1,15}$`, "a whole number such as 3", jsondoc.Int, "how many errors there were"},
}

// levelDocs say what each level is.
var levelDocs = [...]string{threshold.Warning: "A warning", threshold.Alert: "An alert, which waits for an acknowledgment,", threshold.Stop: "A stop"}

// thresholdsField are the limits of plans: thresholds.alert.cost.
func thresholdsField() jsondoc.Field {
	defaults := threshold.Defaults()
	f := jsondoc.Field{Name: keyThresholds, Kind: jsondoc.Object, Doc: "From which values on an agent that works on a plan warns, waits or stops; without them the configuration of the autopilot counts, and then the defaults."}
	for _, level := range threshold.Levels() {
		l := jsondoc.Field{Name: level.String(), Kind: jsondoc.Object}
		for i := range limitForms {
			form := &limitForms[i]
			l.Fields = append(l.Fields, jsondoc.Field{
				Name: string(form.kind), Kind: form.number | jsondoc.String, HasMin: true,
				Pattern: form.syntax, Match: matcher(form.syntax), Wanted: form.wanted,
				Default: strconv.FormatFloat(defaults.Of(form.kind).At(level), 'f', -1, 64),
				Doc:     levelDocs[level] + " from here on: " + form.doc + ".",
			})
		}
		f.Fields = append(f.Fields, l)
	}
	return f
}

// matcher says whether a string has the form of a regular expression, which is made
// when it is asked first.
func matcher(syntax string) func(string) bool {
	expr := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(syntax) })
	return func(s string) bool { return expr().MatchString(s) }
}

// triggersField is the list of triggers of plans.
func triggersField() jsondoc.Field {
	f := threshold.TriggerFields()
	f.Name = keyTriggers
	f.Doc = "What makes an agent that works on a plan act, in place of the list of the protocol."
	return f
}

// check returns the problems of a configuration, those that the fields cannot say among them: limits
// that no trigger can use, levels out of order, and formats that contradict themselves.
func (k *keySet) check(doc *jsondoc.Document) []jsondoc.Problem {
	problems := doc.Check(k.root)
	add := func(p jsondoc.Problem) {
		if !slices.ContainsFunc(problems, func(known jsondoc.Problem) bool { return known.Span == p.Span && known.Class == p.Class }) {
			problems = append(problems, p)
		}
	}
	if v := doc.Root.Get(keyTriggers); v != nil && v.Kind == jsondoc.Array {
		_, found := threshold.ParseTriggers(v)
		for _, p := range found {
			add(p)
		}
	}
	for _, p := range k.checkFormats(doc.Root.Get(keyFormats)) {
		add(p)
	}
	set := values{k, overlay{}}
	for _, l := range k.leaves {
		if v := doc.Root.Get(strings.Split(l.key, ".")...); isThreshold(l.key) && v != nil {
			set.overlay[l.key] = setting{value: v}
		}
	}
	for _, message := range threshold.Disordered(set.limits()) {
		add(jsondoc.Problem{Span: doc.Root.Get(keyThresholds).Span, Path: keyThresholds, Class: jsondoc.BadValue, Message: message})
	}
	slices.SortStableFunc(problems, func(a, b jsondoc.Problem) int { return a.Span.Start - b.Span.Start })
	return problems
}

func isThreshold(key string) bool { return strings.HasPrefix(key, keyThresholds+".") }

// limits are the thresholds that are set, with their origins.
func (set values) limits() []threshold.Limit {
	var all []threshold.Limit
	for _, level := range threshold.Levels() {
		for _, k := range threshold.Kinds() {
			key := keyThresholds + "." + level.String() + "." + string(k)
			if s, ok := set.overlay[key]; ok {
				all = append(all, threshold.Limit{Kind: k, Level: level, Number: limitOf(k, set.text(key)), Source: s.origin})
			}
		}
	}
	return all
}

// limitOf is the limit that was checked. What no float64 holds is the greatest that
// one does.
func limitOf(k threshold.Kind, text string) float64 {
	n, err := threshold.ParseNumber(k, text)
	if err != nil {
		return math.MaxFloat64
	}
	return n
}

// limitJSON is a limit as a number of JSON.
func limitJSON(key, text string) string {
	k, _ := threshold.KindOf(key[strings.LastIndex(key, ".")+1:])
	return strconv.FormatFloat(limitOf(k, text), 'f', -1, 64)
}

// Thresholds are the limits of plans that are set, each with its origin as the
// source. The caller must not change them.
func (c *Config) Thresholds() []threshold.Limit { return c.thresholds }

// Triggers are those of plans, and their origin; ok is false if no list is set.
func (c *Config) Triggers() (all []threshold.Trigger, origin string, ok bool) {
	if c.triggers == nil {
		return nil, "", false
	}
	all, _ = threshold.ParseTriggers(c.triggers.value)
	return all, c.triggers.origin, true
}

// readJSON reads what a variable or flag has as JSON, where lists with commas do not
// do; what is what it wants.
func readJSON(text, what string) (*jsondoc.Value, error) {
	d, err := jsondoc.Parse("", text)
	if located, ok := errors.AsType[*source.Error](err); ok {
		err = located.Err
	}
	if err != nil {
		return nil, fmt.Errorf("wants %s: %w", what, err)
	}
	return d.Root, nil
}

// triggerNames are the types of a list of triggers, for people.
func triggerNames(v *jsondoc.Value) string {
	var names []string
	for _, e := range v.Elements {
		name, _ := e.Get("type").Str()
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// spell is v as JSON.
func spell(v *jsondoc.Value) string {
	var parts []string
	for _, m := range v.Members {
		parts = append(parts, jsondoc.Quote(m.Key)+":"+spell(m.Value))
	}
	for _, e := range v.Elements {
		parts = append(parts, spell(e))
	}
	text, ok := v.Str()
	number, isNumber := v.Number()
	switch truth, isBool := v.Bool(); {
	case v.Kind == jsondoc.Object:
		return "{" + strings.Join(parts, ",") + "}"
	case v.Kind == jsondoc.Array:
		return "[" + strings.Join(parts, ",") + "]"
	case ok:
		return jsondoc.Quote(text)
	case isNumber:
		return number
	case isBool:
		return strconv.FormatBool(truth)
	}
	return "null"
}
