package threshold

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
)

type trigger struct {
	name   string
	action string
	kind   Kind  // value that fires the trigger; "" for an event or a duration
	level  Level // lowest level at which the trigger fires
	halts  Level // what the action does to the work, such as Alert for a pause
	leaves bool  // leaves a waypoint
}

const (
	PhaseComplete = "phase_complete"
	timeElapsed   = "time_elapsed"
)

// triggers lists all triggers. error_threshold fires at the alert limit. Source: seed.
var triggers = [...]trigger{
	{"task_complete", "update_state", "", None, None, false},
	{PhaseComplete, "checkpoint_and_verify", "", None, None, true},
	{"context_warning", "log_warning", Context, Warning, Warning, false},
	{"context_alert", "prepare_checkpoint", Context, Alert, None, false},
	{"context_stop", "force_checkpoint", Context, Stop, Stop, true},
	{"cost_warning", "log_warning", Cost, Warning, Warning, false},
	{"cost_alert", "pause_for_ack", Cost, Alert, Alert, false},
	{"cost_stop", "hard_stop", Cost, Stop, Stop, false},
	{"error_threshold", "pause_and_investigate", Errors, Alert, Alert, false},
	{timeElapsed, "suggest_checkpoint", "", None, None, false},
	{"user_interrupt", "graceful_checkpoint", "", None, Stop, true},
}

// A TriggerInput is what can fire a trigger besides values. Zero fields are unknown.
type TriggerInput struct {
	Event   string        // task_complete, phase_complete, user_interrupt or ""
	Elapsed time.Duration // since the beginning of the session
}

// usualDuration is the duration after which mdck suggests a checkpoint. Source: seed.
const usualDuration = 30 * time.Minute

// Fire returns the triggers that fire.
func Fire(s Sheet, readings []*Reading, now TriggerInput) (fired []*Reading) {
	for _, t := range triggers {
		f := &Reading{Trigger: t.name, Action: t.action, Level: t.halts, Why: t.why(now), leaves: t.leaves}
		for _, r := range readings {
			if r.Kind == t.kind && r.Number >= s.At(t.kind, t.level) {
				f.Value, f.Limit, f.final = r.Value, s.At(t.kind, t.level), r.Level == Stop
				f.Why = r.at() + ", limit " + r.Kind.Show(f.Limit)
			}
		}
		if f.Why != "" {
			fired = append(fired, f)
		}
	}
	return fired
}

func (t *trigger) why(now TriggerInput) string {
	switch {
	case now.Event == t.name:
		return "event " + t.name
	case t.name == timeElapsed && now.Elapsed >= usualDuration:
		return fmt.Sprintf("%d minutes passed, limit %d", now.Elapsed/time.Minute, usualDuration/time.Minute)
	}
	return ""
}

// ParseDuration parses a duration such as "45m", "1h30m" or "30min", or a number of minutes.
func ParseDuration(text string) (time.Duration, error) {
	bare := strings.Replace(text, "min", "m", 1)
	if _, err := strconv.Atoi(text); err == nil {
		bare += "m"
	}
	d, err := time.ParseDuration(bare)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a duration; expected a duration such as 30min or 1h", spelling.Cut(text, maxQuoted))
	}
	return d, nil
}
