package loop

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// A guess is where a track stands that has no state of the loop. Source: manager,
// which says that it is to be inferred from the plan, and not how.
type guess struct {
	when   func(m *Metadata, p *Plan) bool
	step   string
	status string
	why    string
}

var guesses = [...]guess{
	{func(m *Metadata, p *Plan) bool { return m.Done() }, Complete, Passed, "the status of the track is complete"},
	{func(m *Metadata, p *Plan) bool { return p.Total() == 0 }, Planning, NotStarted, PlanFile + " is missing or has no tasks"},
	{func(m *Metadata, p *Plan) bool { return p.Count(Done) == p.Total() }, Execute, InProgress, "all tasks of " + PlanFile + " are done, and no record that the step passed"},
	{func(m *Metadata, p *Plan) bool { return p.Count(Done)+p.Count(Begun)+p.Count(Stopped) > 0 }, Execute, InProgress, "tasks of " + PlanFile + " were begun"},
	{func(m *Metadata, p *Plan) bool { return true }, EvaluatePlan, NotStarted, PlanFile + " has tasks, and none was begun"},
}

// template are the checkpoints of a new track. Source: manager.
var template = [...]string{Planning, EvaluatePlan, Execute, EvaluateExecution, Fix, BusinessSync}

// Migrate makes the change that brings a track of version 1 or 2 to version 3: what
// is missing is added, nothing is dropped. A state of the loop that is missing is
// inferred from the plan, and marks no step as passed: those before the current one get no
// checkpoint. A state that exists is kept as it is, but for a current_step
// of NOT_STARTED, which becomes PLAN; where it does not say its step, the checkpoints
// do. A track of a later version only gets a state of
// the loop where it has none.
func (t *Track) Migrate(now time.Time) (*Change, error) {
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	root := m.Doc.Root
	state := root.Get("loop_state")
	d := newDraft(m, now)
	switch {
	case root.Kind != jsondoc.Object:
		return nil, m.Doc.File.Errorf(root.Span.Start, "the document is no object")
	case !state.IsNothing() && state.Kind != jsondoc.Object:
		return nil, m.Doc.File.Errorf(state.Span.Start, "loop_state is no object")
	case m.Version() >= lastVersion && m.HasLoop():
		d.note("version %s needs no migration", m.VersionText())
		return d.change()
	}
	was := m.Version()
	if id := d.Get("track_id"); id.IsNothing() && t.ID != "" {
		d.SetText(t.ID, "track_id")
	}
	if was < lastVersion {
		d.number(lastVersion, "version")
		d.did = append(d.did, fmt.Sprintf("migrated version %s to %d", m.VersionText(), lastVersion))
	} else {
		d.did = append(d.did, "inferred the state of the loop")
	}
	if m.HasLoop() {
		d.keepLoop()
		t.keepPosition(d)
	} else {
		t.inferLoop(d)
	}
	for _, list := range []string{"lead_consultations", "discovered_work", "blockers"} {
		if d.Get(list) == nil && d.m.loop(list) == nil {
			d.Set("[]", list)
		}
	}
	d.touch()
	return d.change()
}

// keepLoop adds to a state of the loop what it lacks.
func (d *draft) keepLoop() {
	if Fold(d.m.CurrentStep().Text) == NotStarted {
		d.SetText(Planning, "loop_state", "current_step")
		d.note("current_step was %s: it is %s", NotStarted, Planning)
	}
	d.limits()
	switch v := d.m.loop("checkpoints"); {
	case v.IsNothing(), v.Kind == jsondoc.Array && len(v.Elements) == 0:
		d.Set("{}", "loop_state", "checkpoints")
	case v.Kind != jsondoc.Object:
		d.Fail(d.m.Doc.File.Errorf(v.Span.Start, "checkpoints is no object"))
	}
}

// limits adds the counts of fix cycles that are missing.
func (d *draft) limits() {
	if v := d.m.loop("fix_cycle_count"); v.IsNothing() {
		d.number(0, "loop_state", "fix_cycle_count")
	}
	if v := d.m.loop("max_fix_cycles"); v.IsNothing() {
		d.number(MaxFixCycles, "loop_state", "max_fix_cycles")
	}
}

// inferLoop adds a state of the loop.
func (t *Track) inferLoop(d *draft) {
	var g guess
	for _, g = range guesses {
		if g.when(d.m, t.Plan) {
			break
		}
	}
	d.SetText(g.step, "loop_state", "current_step")
	d.SetText(g.status, "loop_state", "step_status")
	d.limits()
	d.Set("{}", "loop_state", "checkpoints")
	for _, step := range template { // whether those before passed is not recorded
		if step == g.step {
			d.inferred(step, g.status)
		} else if stepIndex(step) > stepIndex(g.step) {
			d.inferred(step, NotStarted)
		}
	}
	d.note("the loop is at %s, %s: %s", g.step, g.status, g.why)
	if t.Plan.Total() > 0 && g.step != Complete {
		t.inferTasks(d)
	}
	if d.m.Status().Text == "" {
		d.SetText(trackStatus(g), "status")
	}
}

// inferredNote is what the notes of a checkpoint say that was inferred: it began, or is
// over, and nobody knows when, nor who did it.
const inferredNote = "inferred when the track was migrated"

// inferred adds a checkpoint. One that began says how that is known: it has neither
// times nor an agent.
func (d *draft) inferred(step, status string) {
	switch {
	case step == BusinessSync:
		d.Set(`{"status": `+jsondoc.Quote(status)+`, "required": false}`, "loop_state", "checkpoints", step)
	case status != NotStarted:
		d.Set(`{"status": `+jsondoc.Quote(status)+`, "notes": `+jsondoc.Quote(inferredNote)+`}`, "loop_state", "checkpoints", step)
	default:
		d.Set(`{"status": `+jsondoc.Quote(status)+`}`, "loop_state", "checkpoints", step)
	}
}

// inferTasks adds the counts of the plan.
func (t *Track) inferTasks(d *draft) {
	path := func(key string) []string { return []string{"loop_state", "checkpoints", Execute, key} }
	d.number(t.Plan.Count(Done), path("tasks_completed")...)
	d.number(t.Plan.Total(), path("tasks_total")...)
	if last := t.Plan.Last(); last != nil {
		d.SetText(last.Name(), path("last_task")...)
		if last.Commit != "" {
			d.SetText(last.Commit, path("last_commit")...)
		}
	}
}

func trackStatus(g guess) string {
	if g.step == Planning {
		return "new"
	}
	return "in_progress"
}
