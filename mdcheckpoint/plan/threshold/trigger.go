package threshold

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// A Trigger is something that makes an agent act.
type Trigger struct {
	Type     string
	Action   string
	From     float64       // the value of its kind from which on it fires
	Duration time.Duration // of the session
	*triggerType
}

// A triggerType is a type of trigger and the key that says when it fires.
type triggerType struct {
	name   string
	key    string // "" fires with its event
	kind   Kind   // of the limit
	level  Level  // whose limit it has unless it is given one
	preset string // action without one of its own
	leaves bool   // a waypoint
}

// triggerTypes are all types. Source: seed.
var triggerTypes = [...]triggerType{
	{"task_complete", "", "", None, "update_state", false},
	{"phase_complete", "", "", None, "checkpoint_and_verify", true},
	{"context_warning", "threshold", Context, Warning, "log_warning", false},
	{"context_alert", "threshold", Context, Alert, "prepare_checkpoint", false},
	{"context_stop", "threshold", Context, Stop, "force_checkpoint", true},
	{"cost_warning", "threshold", Cost, Warning, "log_warning", false},
	{"cost_alert", "threshold", Cost, Alert, "pause_for_ack", false},
	{"cost_stop", "threshold", Cost, Stop, "hard_stop", false},
	{"error_threshold", "count", Errors, Alert, "pause_and_investigate", false},
	{"time_elapsed", "duration", "", None, "suggest_checkpoint", false},
	{"user_interrupt", "", "", None, "graceful_checkpoint", true},
}

const usualDuration = 30 * time.Minute

const number = jsondoc.Number | jsondoc.String

// actions are what a trigger does, and what becomes of the work: at an alert it pauses.
// Source: seed.
var actions = [...]struct {
	name  string
	level Level
}{
	{"update_state", None}, {"checkpoint_and_verify", None}, {"log_warning", Warning}, {"prepare_checkpoint", None},
	{"suggest_checkpoint", None}, {"pause_for_ack", Alert}, {"pause_and_investigate", Alert},
	{"force_checkpoint", Stop}, {"hard_stop", Stop}, {"graceful_checkpoint", Stop},
}

// defaultTriggers returns the triggers of the protocol with the limits of s. Source: seed; the
// number of errors is that of the alert, E3 row 23.
func defaultTriggers(s Sheet) []Trigger {
	var all []Trigger
	for i := range triggerTypes {
		y := &triggerTypes[i]
		t := Trigger{Type: y.name, Action: y.preset, Duration: usualDuration, triggerType: y}
		if y.kind != "" {
			t.From = s.At(y.kind, y.level)
		}
		all = append(all, t)
	}
	return all
}

// triggerFields describes a list of triggers. Source: seed.
func triggerFields() jsondoc.Field {
	var types, names []string
	for i := range triggerTypes {
		types = append(types, triggerTypes[i].name)
	}
	for _, a := range actions {
		names = append(names, a.name)
	}
	return jsondoc.Field{Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "type", Kind: jsondoc.String, Required: true, Values: types},
		{Name: "action", Kind: jsondoc.String, Values: names},
		{Name: "frequency", Kind: jsondoc.String, Values: []string{"every"}, Doc: "of events: each one fires"},
		{Name: "threshold", Kind: number, Doc: "30% of the context, or $10"},
		{Name: "count", Kind: number, Doc: "of errors"},
		{Name: "duration", Kind: number, Doc: "since the session began: 30min, 45m, 1h; a bare number is minutes"},
		{Name: "signal", Kind: jsondoc.String},
	}}}
}

// parseTriggers reads v, an array of triggers; one without a limit has that of s. Those with
// a problem are left out, unless it is an unknown key.
func parseTriggers(v *jsondoc.Value, s Sheet) (all []Trigger, problems []jsondoc.Problem) {
	fields := triggerFields()
	if v.Kind != jsondoc.Array {
		return nil, (&jsondoc.Document{Root: v}).Check(fields)
	}
	presets := defaultTriggers(s)
	for _, e := range v.Elements {
		found := (&jsondoc.Document{Root: e}).Check(*fields.Elem)
		t, more := parseTrigger(e, presets)
		found = append(found, more...)
		if !slices.ContainsFunc(found, func(p jsondoc.Problem) bool { return p.Class != jsondoc.Unknown }) {
			all = append(all, t)
		}
		problems = append(problems, found...)
	}
	return all, problems
}

// parseTrigger reads one trigger, which has what it does not set from that of presets with
// its type.
func parseTrigger(v *jsondoc.Value, presets []Trigger) (t Trigger, problems []jsondoc.Problem) {
	name, _ := v.Get("type").Str()
	i := slices.IndexFunc(presets, func(p Trigger) bool { return p.Type == name })
	if i < 0 {
		return t, nil // the table reports it
	}
	t = presets[i]
	if a, ok := v.Get("action").Str(); ok {
		t.Action = a
	}
	limit := v.Get(t.key)
	if t.key == "" || limit == nil || limit.Kind&number == 0 {
		return t, nil
	}
	if err := t.setLimit(limit); err != nil {
		problems = append(problems, jsondoc.Problem{Span: limit.Span, Class: jsondoc.BadValue, Message: err.Error()})
	}
	return t, problems
}

// setLimit sets from when on t fires.
func (t *Trigger) setLimit(v *jsondoc.Value) (err error) {
	text, isText := v.Str()
	if !isText {
		text, _ = v.Number()
	}
	if t.kind == "" {
		t.Duration, err = ParseDuration(text)
		return err
	}
	t.From, err = ParseNumber(t.kind, text)
	return err
}

// ParseDuration reads a time that has passed: "45m", "30min", "1h30m", "90s", "2 hours", or a
// bare number of minutes.
func ParseDuration(text string) (time.Duration, error) {
	units := strings.NewReplacer(" ", "", "minutes", "m", "minute", "m", "mins", "m", "min", "m", "hours", "h", "hour", "h", "hrs", "h", "hr", "h", "seconds", "s", "secs", "s", "sec", "s")
	bare := units.Replace(strings.ToLower(text))
	if _, err := strconv.ParseFloat(bare, 64); err == nil {
		bare += "m"
	}
	d, err := time.ParseDuration(bare)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration, want one such as 30min or 1h", short(text))
	}
	return d, nil
}

// Happened is what has happened when triggers are checked. What is not known fires no trigger.
type Happened struct {
	Event   string         // task_complete, phase_complete, user_interrupt or ""
	Elapsed *time.Duration // since the session began
}

// A Firing is a trigger that fires.
type Firing struct {
	Trigger
	Halt // its Reason is "context at 41%, from 40%"
}

// Fire returns the triggers that fire, in their order. A value at which one pauses or stops is
// an alert or a stop; a pause at a stop cannot be acknowledged.
func Fire(triggers []Trigger, readings []Reading, now Happened) []Firing {
	var fired []Firing
	for _, t := range triggers {
		f := Firing{t, Halt{Event: t.Type, Limit: t.From, Reason: t.why(now), Leaves: t.leaves}}
		for _, a := range actions {
			if a.name == t.Action {
				f.Level = a.level
			}
		}
		for i := range readings {
			r := &readings[i]
			if k := r.Kind; k == t.kind && r.Number >= t.From {
				f.Value, f.Final = r.Value, r.Level == Stop
				f.Reason = fmt.Sprintf("%s at %s, from %s", k, k.Show(r.Number), k.Show(t.From))
				r.Level = max(r.Level, f.Level)
			}
		}
		if f.Reason != "" {
			fired = append(fired, f)
		}
	}
	return fired
}

// why returns why t fires at an event or after a time; "" if it does not.
func (t *Trigger) why(now Happened) string {
	switch {
	case t.key == "" && now.Event == t.Type:
		return strings.ReplaceAll(t.Type, "_", " ")
	case t.key != "" && t.kind == "" && now.Elapsed != nil && *now.Elapsed >= t.Duration:
		return fmt.Sprintf("%d minutes have passed, from %d", int(now.Elapsed.Minutes()), int(t.Duration.Minutes()))
	}
	return ""
}
