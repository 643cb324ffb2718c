package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
)

// Limits of the loop. Source: stop; the age: engine (go command).
const (
	maxTask    = 5  // attempts at a task
	maxGlobal  = 50 // attempts at all
	maxReplans = 2
	StaleAfter = 24 * time.Hour
)

// Words in a session's output that the stop handler looks for, anywhere in it.
// Source: stop.
const (
	CompleteWord = "TASK_COMPLETE"
	ReplanWord   = "REPLAN"
)

// A Signal is a word that the stop handler looks for, found in a text.
type Signal struct {
	Word string
	Span source.Span
}

// SignalWords finds all signal words in text, in order. A session that prints such a text triggers the stop handler by mistake.
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

// An Action is what the stop handler does.
type Action string

const (
	LetStop Action = "stop"    // the session ends, the state stays
	Delete  Action = "delete"  // the session ends, the state is deleted
	Halt    Action = "halt"    // the loop ends because a limit is reached
	Replan  Action = "replan"  // phase becomes replan
	Retry   Action = "retry"   // the same task, one attempt more
	Advance Action = "advance" // the next task
)

// An Outcome is what the stop handler does, and by which of its rules.
type Outcome struct {
	Action Action
	Rule   int // 1 to 10, in the order in which the handler asks
	Why    string
}

// Rules of the stop handler.
const (
	GateRule     = 2 // a gate is awaited
	LimitRule    = 5 // the first after those which let a session stop whatever its limits are
	CompleteRule = 10
)

// Limits are how often the loop may try: a task, all of them, and a new plan.
type Limits struct{ Task, Global, Replans int }

// Limits are those that hold for a user with these preferences.
func (s *State) Limits(p Preferences) Limits {
	return Limits{
		Task:    cmp.Or(p.MaxTask, s.Int(maxTaskField)),
		Global:  cmp.Or(p.MaxGlobal, s.Int(maxGlobalField)),
		Replans: cmp.Or(p.MaxReplans, maxReplans),
	}
}

// A Cap is a limit of the loop that is reached.
type Cap struct {
	Key, LimitKey string // LimitKey is "" for a limit that the state does not hold
	Used, Limit   int
	Span          source.Span // of the value of Key
	Message       string
}

// Caps are the limits that s has reached; those that the user prefers go before
// those of the state. The iterations are tested before the output is looked at, so
// that the last attempt halts even if it succeeded.
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

// Stop returns what the stop handler would do at the end of a session that printed output, with these preferences. A nil State means that the
// project has none.
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
