package threshold

import (
	"fmt"
	"strings"
	"time"
)

// A Trigger is something that makes an agent act.
type Trigger struct {
	Type     string
	Action   string
	From     float64       // the value of its kind from which on it fires
	Duration time.Duration // of the session
}

// What the protocol has of triggers besides their types. Source: seed.
const (
	interrupt     = "user_interrupt"
	usualDuration = 30 * time.Minute
)

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
	{interrupt, "", "", None, "graceful_checkpoint", true},
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

// DefaultTriggers are those of the protocol. Source: seed.
func DefaultTriggers() []Trigger { return TriggersOf(Defaults()) }

// TriggersOf are the triggers of the protocol with the limits of t, so that they fire
// where the levels begin. The number of errors is that of the alert. Source: seed, E3
// row 23.
func TriggersOf(t Table) []Trigger {
	var all []Trigger
	for i := range triggerTypes {
		y := &triggerTypes[i]
		trigger := Trigger{Type: y.name, Action: y.preset}
		switch {
		case y.kind != "":
			trigger.From = t[y.kind][y.level]
		case y.key == "duration":
			trigger.Duration = usualDuration
		}
		all = append(all, trigger)
	}
	return all
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
	if y := typeNamed(t.Type); y != nil {
		return y.kind
	}
	return ""
}

// typeNamed is the type of trigger of that name; nil if there is none.
func typeNamed(name string) *triggerType {
	for i := range triggerTypes {
		if triggerTypes[i].name == name {
			return &triggerTypes[i]
		}
	}
	return nil
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
	y := typeNamed(t.Type)
	switch {
	case y == nil:
		return ""
	case y.key == "" && now.Event == t.Type:
		return strings.ReplaceAll(t.Type, "_", " ")
	case y.key == "duration" && now.Elapsed != nil && *now.Elapsed >= t.Duration:
		return fmt.Sprintf("%s have passed, from %s", showTime(*now.Elapsed), showTime(t.Duration))
	case y.kind != "":
		limit := t.From
		for _, v := range now.Values {
			if v.Kind == y.kind && v.Number >= limit {
				return fmt.Sprintf("%s %s %s, from %s", v.Kind, v.Kind.is(), v.Kind.Show(v.Number), v.Kind.Show(limit))
			}
		}
	}
	return ""
}
