package loop

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/protocol"
)

type guess struct{ step, status, why string }

func (t *Track) guess(m *Metadata) guess {
	if m.Done() {
		return guess{Complete, Passed, "the status of the track is complete"}
	}
	for _, status := range [...]string{InProgress, Blocked, Failed, Passed} {
		for _, step := range slices.Backward(steps) {
			c := m.Checkpoint(step.Name)
			if c.Status != Skipped && effectiveStatus(c.Status) == status {
				return guess{c.Step, c.Status, "checkpoint " + c.Key + " is " + c.Status}
			}
		}
	}
	switch p := t.Plan; {
	case p.Total() == 0:
		return guess{Planning, NotStarted, PlanFile + " is missing or has no tasks"}
	case p.AllDone():
		return guess{Execute, InProgress, "all tasks of " + PlanFile + " are done, but the step is not recorded as passed"}
	case p.Count(tasks.Open) < p.Total():
		return guess{Execute, InProgress, "tasks of " + PlanFile + " were started"}
	}
	return guess{EvaluatePlan, NotStarted, PlanFile + " has tasks, but none was started"}
}

// migrate returns the change that upgrades a track to version 3 and removes nothing. If a track has
// only a plan, the change creates the metadata.
func (t *Track) migrate(now time.Time) (*protocol.Change, error) {
	if t.Metadata == nil && t.Faults[t.Path] == nil && t.Plan != nil {
		return t.migratePlan(now)
	}
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	missing, e := m.lacksLoop(), t.newEdit(now)
	if err := m.needsLoop(); err != nil && !missing {
		return nil, err
	}
	if m.Version() >= lastVersion && !missing {
		e.note("the file already has version %d", m.Version())
		return e.finish()
	}
	if e.Get("track_id").IsNothing() && t.ID != "" {
		e.SetText(t.ID, "track_id")
	}
	e.did = append(e.did, "inferred the loop state")
	if m.Version() < lastVersion {
		e.number(lastVersion, "version")
		e.did[0] = fmt.Sprintf("migrated version %d to %d", m.Version(), lastVersion)
	}
	fresh, err := Parse("", newMetadata(t.ID, "", "", now))
	if err != nil {
		return nil, err
	}
	g := t.guess(m)
	e.position(g)
	if e.addLoop(fresh); missing {
		t.infer(e, g, fresh)
	}
	e.addLists()
	return e.finish()
}

// migratePlan returns the change that creates the metadata of a track with only a plan.
func (t *Track) migratePlan(now time.Time) (*protocol.Change, error) {
	made := *t
	made.Metadata, _ = Parse(t.Path, "{\n  \"version\": 3\n}\n") // never fails
	c, err := made.migrate(now)
	if err == nil {
		c.Files[0].Before, c.Files[0].Exists = "", false
	}
	return c, err
}

func (e *edit) addLists() {
	for _, list := range []string{"lead_consultations", "discovered_work", "blockers"} {
		if e.Get(list) == nil && e.loop(list) == nil {
			e.Set("[]", list)
		}
	}
}

func (e *edit) position(g guess) {
	const where = "loop_state"
	step, status := e.loop("current_step").IsNothing(), e.loop("step_status").IsNothing()
	if Fold(e.currentStep()) == NotStarted {
		e.SetText(Planning, where, "current_step")
		e.note("current_step was %s; it is now %s", NotStarted, Planning)
	}
	if step {
		e.SetText(g.step, where, "current_step")
	} else if status {
		recorded := e.Checkpoint(e.Metadata.Step()).Status
		g = guess{status: cmp.Or(recorded, NotStarted), why: "step_status was missing"}
	}
	if status {
		e.SetText(g.status, where, "step_status")
	}
	if step || status {
		e.note("the current step is %s with status %s, because %s", e.Metadata.Step(), e.statusNow(), g.why)
	}
}

func (e *edit) addLoop(fresh *Metadata) {
	for _, key := range []string{"fix_cycle_count", "max_fix_cycles"} {
		if e.loop(key).IsNothing() {
			e.Set(fresh.Doc.File.Slice(fresh.loop(key).Span), "loop_state", key)
		}
	}
	switch v := e.loop("checkpoints"); {
	case v.IsNothing(), v.Kind == jsondoc.Array && len(v.Elements) == 0:
		e.Set("{}", "loop_state", "checkpoints")
	case v.Kind != jsondoc.Object:
		e.Fail(e.Doc.File.Errorf(v.Span.Start, "the key checkpoints is not an object"))
	}
}

// infer adds checkpoints for the current and later steps. Nothing records that earlier steps passed.
func (t *Track) infer(e *edit, g guess, fresh *Metadata) {
	for _, c := range fresh.Checkpoints() {
		if stepIndex(c.Step) >= stepIndex(g.step) {
			e.key = c.Key
			e.Set(fresh.Doc.File.Slice(c.Value.Span), e.at()...)
		}
	}
	e.key = g.step
	if e.Get(e.at()...) != nil && g.status != NotStarted {
		e.set(g.status, "status")
		e.set(inferredNote, "notes")
	}
	if t.Plan.Total() > 0 && g.step != Complete {
		e.step, e.key = Execute, Execute
		e.Fail(e.sync())
	}
	e.step, e.key = "", ""
	switch {
	case e.Metadata.Status() != "":
	case g.step == Planning:
		e.SetText("new", "status")
	default:
		e.SetText("in_progress", "status")
	}
}

const inferredNote = "mdck loop migrate inferred the status of this step"
