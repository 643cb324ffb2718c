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

// A Trigger is something that makes an agent act.
type Trigger struct {
	Type      string
	Action    string
	Limit     float64       // of context and cost
	Count     int           // of errors
	Duration  time.Duration // of the session
	Frequency string        // "every"
	Signal    string        // that a user sends
}

// A triggerType is a type of trigger and the key that says when it fires.
type triggerType struct {
	name   string
	key    string // "" fires with its event
	kind   Kind   // of the limit
	preset string // action without one of its own
}

// triggerTypes are all types. Source: seed.
var triggerTypes = [...]triggerType{
	{"task_complete", "", "", "update_state"},
	{"phase_complete", "", "", "checkpoint_and_verify"},
	{"context_warning", "threshold", Context, "log_warning"},
	{"context_alert", "threshold", Context, "prepare_checkpoint"},
	{"context_stop", "threshold", Context, "force_checkpoint"},
	{"cost_warning", "threshold", Cost, "log_warning"},
	{"cost_alert", "threshold", Cost, "pause_for_ack"},
	{"cost_stop", "threshold", Cost, "hard_stop"},
	{"error_threshold", "count", Errors, "pause_and_investigate"},
	{"time_elapsed", "duration", "", "suggest_checkpoint"},
	{"user_interrupt", "", "", "graceful_checkpoint"},
}

// An action is what a trigger does, and whether the agent goes on.
type action struct {
	name string
	halt Level // Alert pauses, Stop stops
}

// actions are all of them. Source: seed.
var actions = [...]action{
	{"update_state", None}, {"checkpoint_and_verify", None}, {"log_warning", Warning}, {"prepare_checkpoint", None},
	{"suggest_checkpoint", None}, {"pause_for_ack", Alert}, {"pause_and_investigate", Alert},
	{"force_checkpoint", Stop}, {"hard_stop", Stop}, {"graceful_checkpoint", Stop},
}

// Events are what can happen. Source: seed.
func Events() []string { return []string{"task_complete", "phase_complete", "user_interrupt"} }

// DefaultTriggers are those of the protocol. Source: seed.
func DefaultTriggers() []Trigger { return TriggersOf(Defaults()) }

// TriggersOf are the triggers of the protocol with the limits of t, so that they fire
// where the levels begin. The number of errors is that of the alert. Source: seed, E3
// row 23.
func TriggersOf(t Table) []Trigger {
	var all []Trigger
	for _, y := range triggerTypes {
		all = append(all, Trigger{Type: y.name, Action: y.preset})
	}
	for i, limit := range map[int]float64{2: t.Context.Warning, 3: t.Context.Alert, 4: t.Context.Stop, 5: t.Cost.Warning, 6: t.Cost.Alert, 7: t.Cost.Stop} {
		all[i].Limit = limit
	}
	all[0].Frequency, all[1].Frequency = "every", "every"
	all[8].Count, all[9].Duration, all[10].Signal = int(t.Errors.Alert), 30*time.Minute, "Ctrl+C"
	return all
}

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
// problem, which has its place in the text that v is from, are left out. Without v
// they are the defaults.
func ParseTriggers(v *jsondoc.Value) ([]Trigger, []jsondoc.Problem) {
	if v == nil || v.IsNull() {
		return DefaultTriggers(), nil
	}
	problems := (&jsondoc.Document{Root: v}).Check(TriggerFields())
	var all []Trigger
	for i, e := range v.Elements {
		t, at, message := readTrigger(e)
		if message != "" && !slices.ContainsFunc(problems, func(p jsondoc.Problem) bool { return p.Span == at.Span }) {
			problems = append(problems, jsondoc.Problem{Span: at.Span, Path: "[" + strconv.Itoa(i) + "]", Class: jsondoc.BadValue, Message: message})
		}
		if message == "" && t.Type != "" {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(problems, func(a, b jsondoc.Problem) int { return a.Span.Start - b.Span.Start })
	return all, problems
}

// readTrigger reads one trigger; without a type that is known there is none, and no
// message, since the table has one.
func readTrigger(v *jsondoc.Value) (t Trigger, at *jsondoc.Value, message string) {
	name, _ := v.Get("type").Str()
	i := slices.IndexFunc(triggerTypes[:], func(y triggerType) bool { return y.name == name })
	if i < 0 {
		return t, v, ""
	}
	y := &triggerTypes[i]
	t = Trigger{Type: name, Action: y.preset}
	if a, ok := v.Get("action").Str(); ok {
		t.Action = a
	}
	t.Frequency, _ = v.Get("frequency").Str()
	t.Signal, _ = v.Get("signal").Str()
	if y.key == "" {
		return t, v, ""
	}
	at = v.Get(y.key)
	if at == nil {
		return t, v, fmt.Sprintf("no %q in the trigger %q", y.key, name)
	}
	return t, at, t.limit(y, at)
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
	n, problem := number(y.kind, v)
	if t.Limit = n; y.kind == Errors {
		t.Limit, t.Count = 0, int(min(n, 1e9))
	}
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

// Now is what is so when triggers are checked. Nil values are not known, and the
// triggers that ask for them do not fire.
type Now struct {
	Event   string // one of [Events], or ""
	Values  []Value
	Elapsed *time.Duration // since the session began
}

// Kind is what t measures; "" if it waits for an event or for the time.
func (t *Trigger) Kind() Kind {
	for i := range triggerTypes {
		if triggerTypes[i].name == t.Type {
			return triggerTypes[i].kind
		}
	}
	return ""
}

// A Firing is a trigger that fires.
type Firing struct {
	Trigger
	Why  string // for people: "context is 41%, from 40%"
	Halt Level  // Alert if the action pauses, Stop if it stops the agent
}

// Fire gives the triggers that fire, in their order.
func Fire(triggers []Trigger, now Now) []Firing {
	var fired []Firing
	for _, t := range triggers {
		if why := t.why(now); why != "" {
			fired = append(fired, Firing{Trigger: t, Why: why, Halt: haltOf(t.Action)})
		}
	}
	return fired
}

func haltOf(name string) Level {
	for _, a := range actions {
		if a.name == name {
			return a.halt
		}
	}
	return None
}

// showTime is a duration without the parts that are zero: "45m", "1h30m".
func showTime(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// why says why t fires; "" if it does not.
func (t *Trigger) why(now Now) string {
	i := slices.IndexFunc(triggerTypes[:], func(y triggerType) bool { return y.name == t.Type })
	if i < 0 {
		return ""
	}
	switch y := &triggerTypes[i]; {
	case y.key == "" && now.Event == t.Type:
		return strings.ReplaceAll(t.Type, "_", " ")
	case y.key == "duration" && now.Elapsed != nil && *now.Elapsed >= t.Duration:
		return fmt.Sprintf("%s have passed, from %s", showTime(*now.Elapsed), showTime(t.Duration))
	case y.kind != "":
		limit := t.Limit + float64(t.Count)
		for _, v := range now.Values {
			if v.Kind == y.kind && v.Number >= limit {
				return fmt.Sprintf("%s %s %s, from %s", v.Kind, v.Kind.is(), v.Kind.Show(v.Number), v.Kind.Show(limit))
			}
		}
	}
	return ""
}

// TriggerStateFields are the keys of the state of triggers. Source: state.
var TriggerStateFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: "triggers", Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
		{Name: "last_triggered", Kind: jsondoc.String | jsondoc.Null},
		{Name: "count", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
		{Name: "acknowledged", Kind: jsondoc.Bool | jsondoc.Null},
		{Name: "session_start", Kind: jsondoc.String | jsondoc.Null},
		{Name: "suggested_checkpoint", Kind: jsondoc.Bool | jsondoc.Null},
	}}},
}}

// RecordFired makes the text of the state of triggers called name after some fired:
// each with the time, and counted once more. text may be empty.
func RecordFired(name, text string, fired []Firing, now time.Time) (*Change, error) {
	d, err := parse(name, text, TriggerStateFields)
	if err != nil {
		return nil, err
	}
	if len(fired) == 0 {
		return &Change{Text: text}, nil
	}
	if d == nil {
		if d, err = jsondoc.Parse(name, "{\n  \"triggers\": {}\n}\n"); err != nil {
			return nil, err
		}
	}
	stamp := jsondoc.Quote(now.UTC().Format(TimeLayout))
	counts := map[string]int{}
	var all []setter
	if d.Root.Get("triggers") == nil {
		all = append(all, setter{"{}", []string{"triggers"}})
	}
	for _, f := range fired {
		if _, seen := counts[f.Type]; !seen {
			counts[f.Type], _ = d.Root.Get("triggers", f.Type, "count").Int()
			if d.Root.Get("triggers", f.Type) == nil {
				all = append(all, setter{"{}", []string{"triggers", f.Type}})
			}
		}
		counts[f.Type]++
		all = append(all, setter{stamp, []string{"triggers", f.Type, "last_triggered"}}, setter{strconv.Itoa(counts[f.Type]), []string{"triggers", f.Type, "count"}})
	}
	after, _, err := apply(d, all...)
	if err != nil {
		return nil, err
	}
	return &Change{Text: after, Did: []string{"recorded " + counted(len(fired), "trigger")}}, nil
}
