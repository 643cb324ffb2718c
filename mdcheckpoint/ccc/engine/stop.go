package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
)

// Limits of the loop. Source: stop; StaleAfter: engine (go command).
const (
	maxTask    = 5  // attempts at one task
	maxGlobal  = 50 // attempts in total
	maxReplans = 2
	StaleAfter = 24 * time.Hour
)

// Words that the stop handler looks for in a session's output. Source: stop.
const (
	CompleteWord = "TASK_COMPLETE"
	replanWord   = "REPLAN"
)

// A Signal is a signal word of the stop handler in a text.
type Signal struct {
	Word string
	Span source.Span
}

// SignalWords returns the signal words in text, which would trigger the stop handler by mistake.
func SignalWords(text string) (found []Signal) {
	for i := 0; i < len(text); i++ {
		for _, word := range []string{CompleteWord, replanWord} {
			if strings.HasPrefix(text[i:], word) {
				found = append(found, Signal{Word: word, Span: source.Between(i, i+len(word))})
			}
		}
	}
	return found
}

// Loops reports whether the stop handler continues the loop. It ignores limits and finished tasks.
func (s *State) Loops(p Preferences) bool {
	gate := s.Gate()
	mode := cmp.Or(p.Mode, s.Mode())
	return gate == 0 && s.Phase() == PhaseExecution && mode != "pair" && mode != "swarm"
}

// Limits contains the maximum numbers of attempts at a task, of all attempts, and of replans.
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
	Key, LimitKey string // LimitKey is "" for a limit that is not in the state
	Used, Limit   int
	Span          source.Span // of the value of Key
	Message       string
}

// Caps returns the limits that s has reached. They apply even if the last attempt succeeds.
func (s *State) Caps(p Preferences) []Cap {
	if s == nil {
		return nil
	}
	limits := s.Limits(p)
	all := []Cap{
		{Key: TaskField, LimitKey: maxTaskField, Limit: limits.Task, Message: "the stop handler will end the loop"},
		{Key: GlobalField, LimitKey: maxGlobalField, Limit: limits.Global, Message: "the stop handler will end the loop"},
	}
	if !p.NoReplan {
		all = append(all, Cap{Key: ReplanField, Limit: limits.Replans, Message: "the next new plan will end the loop"})
	}
	for i := range all {
		c := &all[i]
		c.Used, c.Span = s.Int(c.Key), s.Span(c.Key)
		c.Message = fmt.Sprintf("%q is %d (limit %d), so %s", c.Key, c.Used, c.Limit, c.Message)
	}
	return slices.DeleteFunc(all, func(c Cap) bool { return c.Used < c.Limit })
}

// Halts reports whether the next stop ends the loop, because no attempts are left.
func (s *State) Halts(p Preferences) bool {
	return slices.ContainsFunc(s.Caps(p), func(c Cap) bool { return c.LimitKey != "" })
}
