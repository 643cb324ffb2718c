package ccc

import (
	"cmp"
	"fmt"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc/engine"
)

func (r *resumption) loopFacts() []bootstrap.Fact {
	st, f := r.State, &r.facts
	facts := []bootstrap.Fact{{Name: "issue", Value: spelling.OrUnknown(f.Issue)}, {Name: "title", Value: f.Title}}
	if st == nil {
		return bootstrap.KnownFacts(append(facts, bootstrap.NewFact("mode", f.Mode), bootstrap.NewFact("task", f.taskOf()))...)
	}
	gate := st.Gate()
	gates := "none"
	if gate != 0 {
		gates = fmt.Sprint(gate)
	}
	facts = append(facts, []bootstrap.Fact{
		{Name: "phase", Value: cmp.Or(st.Phase(), "unknown")},
		{Name: "mode", Value: st.Mode()},
		{Name: "task", Value: r.task()},
		{Name: "attempt", Value: r.attempt()},
		{Name: "all_attempts", Value: countOf(st.Int(engine.GlobalField), r.limits.Global)},
		{Name: "gate_awaited", Value: gates},
		{Name: "replans", Value: countOf(st.Int(engine.ReplanField), r.limits.Replans)},
	}...)
	if updated := st.Str(engine.UpdatedField); updated != "" {
		facts = append(facts, r.in.AgedFacts(engine.UpdatedField, updated, "")...)
	}
	return bootstrap.KnownFacts(facts...)
}

func (r *resumption) task() string {
	total := r.State.Int(engine.TotalField)
	if total < 1 {
		return "none"
	}
	return cmp.Or(r.facts.taskOf(), fmt.Sprintf("none, %d of %d done", r.State.Int(engine.IndexField), total))
}

func (r *resumption) attempt() string {
	return countOf(r.State.Int(engine.TaskField), r.limits.Task)
}

func (r *resumption) loopNotes() []string {
	st := r.State
	if st == nil {
		if r.has(r.StatePath) {
			return nil // refusal reports it
		}
		return []string{"there is no " + quotedBase(r.StatePath) + ", so the execution loop ended or never started"}
	}
	var notes []string
	for _, c := range st.Caps(r.Preferences) {
		notes = append(notes, c.Message)
	}
	if st.Stale(r.in.Now) { // never true if Now is zero
		notes = append(notes, "the state is older than 24 h, so ask whether to continue or start again")
	}
	return notes
}

func (r *resumption) progressNotes() []string {
	name := quotedBase(r.ProgressPath)
	p := r.Progress
	if p == nil {
		what := "there is no " + name
		if r.has(r.ProgressPath) {
			what = name + " cannot be read"
		}
		return []string{what + ", so mdck generated a continuation prompt"}
	}
	notes := bootstrap.AppendCount(nil, len(p.Blockers), "blocker", "to resolve first")
	if p.Prompt.Text == "" {
		return append(notes, "there is no continuation prompt, so mdck generated one")
	}
	if gaps := r.promptGaps(p.Prompt.Text); gaps != "" {
		notes = append(notes, "the continuation prompt lacks "+gaps)
	}
	return notes
}
