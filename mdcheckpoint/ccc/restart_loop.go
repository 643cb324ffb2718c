package ccc

import (
	"cmp"
	"fmt"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/ccc/engine"
)

// loopFacts returns the state of the loop, as far as it is known.
func (r *resumption) loopFacts() []bootstrap.Fact {
	st, f := r.Session.State, &r.facts
	facts := []bootstrap.Fact{bootstrap.NewFact("issue", cmp.Or(OneLine(f.Issue), "unknown"))}
	if f.Title != "" {
		facts = append(facts, bootstrap.NewFact("title", f.Title))
	}
	if st == nil {
		return append(facts, bootstrap.KnownFacts(bootstrap.NewFact("mode", f.Mode), bootstrap.NewFact("task", f.TaskOf()))...)
	}
	gate, _ := st.Gate()
	facts = append(facts,
		bootstrap.NewFact("phase", cmp.Or(st.Phase(), "unknown")),
		bootstrap.NewFact("mode", st.Mode()),
		bootstrap.NewFact("task", r.task()),
		bootstrap.NewFact("attempt", r.attempt()),
		bootstrap.NewFact("all_attempts", fmt.Sprintf("%d of %d", st.Int(engine.GlobalField), r.limits.Global)),
		bootstrap.NewFact("gate_awaited", gateName(gate)),
		bootstrap.NewFact("replans", fmt.Sprintf("%d of %d", st.Int(engine.ReplanField), r.limits.Replans)),
	)
	updated, _ := st.Doc.Root.Get(engine.UpdatedField).Str()
	if updated != "" {
		facts = append(facts, r.in.AgedFacts(engine.UpdatedField, updated, "")...)
	}
	return facts
}

func gateName(gate int) string {
	if gate == 0 {
		return "none"
	}
	return fmt.Sprint(gate)
}

// task is the current task of how many, by the state.
func (r *resumption) task() string {
	index, total := r.Session.State.Int(engine.IndexField), r.Session.State.Int(engine.TotalField)
	if total < 1 {
		return "none"
	}
	return cmp.Or(r.facts.TaskOf(), fmt.Sprintf("none, %d of %d done", index, total))
}

// attempt is the attempt at the current task of how many.
func (r *resumption) attempt() string {
	return fmt.Sprintf("%d of %d", r.Session.State.Int(engine.TaskField), r.limits.Task)
}

// loopNotes are what has to be known of the loop before a session goes on with it.
func (r *resumption) loopNotes() []string {
	st := r.Session.State
	if st == nil {
		if r.Has(r.StatePath) {
			return nil // that refuses
		}
		return []string{"there is no " + quotedBase(r.StatePath) + ": the loop ended, which deletes it, or was not begun"}
	}
	notes := []string{r.nextStop()}
	for _, c := range st.Caps(r.Preferences) {
		notes = append(notes, "cap reached: "+c.Message)
	}
	if st.Stale(r.in.Now) { // never at the zero time
		notes = append(notes, "the state is older than 24 h: ask whether to go on with it or to start afresh")
	}
	return notes
}

// nextStop says what the stop handler will do at the end of the session. The words
// in a session's output that it goes by are not repeated here, as it looks for them
// anywhere.
func (r *resumption) nextStop() string {
	st := r.Session.State
	open, complete, replan := st.Stop("", r.Preferences), st.Stop(engine.CompleteWord, r.Preferences), st.Stop(engine.ReplanWord, r.Preferences)
	if open == complete && open == replan {
		return "the next stop " + stopEffect(open.Action) + ": " + open.Why
	}
	attempt := st.Int(engine.TaskField) + 1
	text := "at the next stop a complete task " + stopEffect(complete.Action) + ", a call for a new plan " + stopEffect(replan.Action) +
		fmt.Sprintf(", all else to attempt %d of %d", attempt, r.limits.Task)
	if attempt >= r.limits.Task {
		text += ", the stop after which halts the loop"
	}
	return text
}

// stopEffect returns what an action of the stop handler does.
func stopEffect(a engine.Action) string {
	switch a {
	case engine.Halt:
		return "halts the loop"
	case engine.Delete:
		return "ends the loop and deletes the state"
	case engine.Replan:
		return "leads to phase " + engine.PhaseReplan
	case engine.Advance:
		return "leads to the next one"
	case engine.Retry:
		return "counts as an attempt"
	}
	return "ends the session and keeps the state"
}

// progressNotes are what has to be known of the progress file.
func (r *resumption) progressNotes() []string {
	name := quotedBase(r.ProgressPath)
	p := r.Progress
	if p == nil {
		what := "there is no " + name
		if r.Has(r.ProgressPath) {
			what = name + " cannot be read"
		}
		return []string{what + ": its prompt is made here of what else is known"}
	}
	notes := bootstrap.AppendCount(nil, len(p.Blockers), "blocker", "to see to first")
	gaps := r.promptGaps(p.Prompt.Text)
	switch {
	case p.Prompt.Text == "":
		notes = append(notes, "there is no continuation prompt: one is made here of what else is known")
	case len(gaps) > 0:
		notes = append(notes, "the continuation prompt has "+strings.Join(gaps, ", "))
	}
	return notes
}
