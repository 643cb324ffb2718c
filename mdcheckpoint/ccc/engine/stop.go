package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
)

// Limits of the loop. Source: stop; of StaleAfter: engine (go command).
const (
	maxTask    = 5  // attempts at one task
	maxGlobal  = 50 // attempts in total
	maxReplans = 2
	StaleAfter = 24 * time.Hour
)

// The stop handler looks for these words anywhere in a session's output. Source: stop.
const (
	CompleteWord = "TASK_COMPLETE"
	ReplanWord   = "REPLAN"
)

// A Signal is a signal word of the stop handler in a text.
type Signal struct {
	Word string
	Span source.Span
}

// SignalWords returns all signal words in text, in order. A session that prints such a text
// triggers the stop handler by mistake.
func SignalWords(text string) []Signal {
	var found []Signal
	for i := 0; i < len(text); i++ {
		for _, word := range []string{CompleteWord, ReplanWord} {
			if strings.HasPrefix(text[i:], word) {
				found = append(found, Signal{Word: word, Span: source.Span{Start: i, End: i + len(word)}})
			}
		}
	}
	return found
}

// An Action is an action of the stop handler.
type Action string

const (
	LetStop Action = "stop"    // the session ends and the state stays
	Delete  Action = "delete"  // the session ends and the handler deletes the state
	Halt    Action = "halt"    // the loop ends because it reached a limit
	Replan  Action = "replan"  // phase becomes replan
	Retry   Action = "retry"   // the same task, one attempt more
	Advance Action = "advance" // the loop continues with the next task
)

// An Outcome is the decision of the stop handler.
type Outcome struct {
	Action Action
	Rule   int // number of the decisive rule of the handler: 1 to 10, in the order of evaluation
	Why    string
}

const (
	GateRule     = 2 // a gate waits for a person
	LimitRule    = 5 // the first rule about limits; the rules before it ignore limits
	CompleteRule = 10
)

// Limits contains the maximum numbers of attempts at one task, of attempts in total, and of
// replans.
type Limits struct{ Task, Global, Replans int }

// Limits returns the limits that apply with preferences p.
func (s *State) Limits(p Preferences) Limits {
	return Limits{
		Task:    cmp.Or(p.MaxTask, s.Int(maxTaskField)),
		Global:  cmp.Or(p.MaxGlobal, s.Int(maxGlobalField)),
		Replans: cmp.Or(p.MaxReplans, maxReplans),
	}
}

// A Cap is a limit that the loop has reached.
type Cap struct {
	Key, LimitKey string // LimitKey is "" if the limit is not in the state
	Used, Limit   int
	Span          source.Span // of the value of Key
	Message       string
}

// Caps returns the limits that s has reached. Limits in the preferences override those of the
// state. The stop handler checks iterations before it reads the output, so the last attempt halts
// the loop even if it succeeded.
func (s *State) Caps(p Preferences) []Cap {
	if s == nil {
		return nil
	}
	limits := s.Limits(p)
	all := []Cap{
		{Key: TaskField, LimitKey: maxTaskField, Limit: limits.Task, Message: "the next stop will halt the loop"},
		{Key: GlobalField, LimitKey: maxGlobalField, Limit: limits.Global, Message: "the next stop will halt the loop"},
	}
	if !p.NoReplan {
		all = append(all, Cap{Key: ReplanField, Limit: limits.Replans, Message: "the next replan will halt the loop"})
	}
	for i := range all {
		c := &all[i]
		c.Used, c.Span = s.Int(c.Key), s.Span(c.Key)
		c.Message = fmt.Sprintf("%q is %d of %d: %s", c.Key, c.Used, c.Limit, c.Message)
	}
	return slices.DeleteFunc(all, func(c Cap) bool { return c.Used < c.Limit })
}

// Stop returns what the stop handler would do at the end of a session that printed output, with
// preferences p. A nil State means that the project has no state.
func (s *State) Stop(output string, p Preferences) Outcome {
	gate, _ := s.Gate()
	caps := s.Caps(p)
	mode := cmp.Or(p.Mode, s.Mode())
	replan := strings.Contains(output, ReplanWord) && !p.NoReplan
	over := func(key string) bool { return slices.ContainsFunc(caps, func(c Cap) bool { return c.Key == key }) }
	last := s.Int(IndexField)+1 >= s.Int(TotalField)
	for _, r := range []struct {
		applies bool
		Outcome
	}{
		{s == nil, Outcome{LetStop, 1, "there is no state"}},
		{gate != 0, Outcome{LetStop, GateRule, fmt.Sprintf("gate %d waits for a person", gate)}},
		{s.Phase() != PhaseExecution, Outcome{LetStop, 3, fmt.Sprintf("phase is %q", s.Phase())}},
		{mode == "pair" || mode == "swarm", Outcome{LetStop, 4, fmt.Sprintf("mode is %q", mode)}},
		{over(GlobalField), Outcome{Halt, LimitRule, "all attempts are used up"}},
		{over(TaskField), Outcome{Halt, 6, "all attempts at this task are used up"}},
		{s.Int(IndexField) >= s.Int(TotalField), Outcome{Delete, 7, "no task remains"}},
		{replan && over(ReplanField), Outcome{Halt, 8, "the tasks were replanned too often"}},
		{replan, Outcome{Replan, 8, "the session asked for a new plan"}},
		{!strings.Contains(output, CompleteWord), Outcome{Retry, 9, "the task is not complete"}},
		{last, Outcome{Delete, CompleteRule, "the last task is complete"}},
	} {
		if r.applies {
			return r.Outcome
		}
	}
	return Outcome{Advance, CompleteRule, "the task is complete"}
}
