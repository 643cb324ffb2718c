package loop

import (
	"cmp"
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

// Migrate makes the change that brings a track of version 1 or 2 to version 3: what is
// missing is added, nothing is dropped. A state of the loop that is missing is inferred from
// the plan, and marks no step as passed: those before the current one get no checkpoint. A
// state that exists is kept as it is, but for a current_step of NOT_STARTED, which becomes
// PLAN; one that does not say its step gets it from its checkpoints. A track of a later version
// only gets a state of the loop if it has none.
func (t *Track) Migrate(now time.Time) (*Change, error) {
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	missing, d := m.LacksLoop(), newDraft(m, now)
	if err := m.needsLoop(); err != nil && !missing {
		return nil, err
	}
	if m.Version() >= lastVersion && !missing {
		d.note("version %s needs no migration", m.VersionText())
		return d.change()
	}
	if id := d.Get("track_id"); id.IsNothing() && t.ID != "" {
		d.SetText(t.ID, "track_id")
	}
	if m.Version() < lastVersion {
		d.number(lastVersion, "version")
		d.did = append(d.did, fmt.Sprintf("migrated version %s to %d", m.VersionText(), lastVersion))
	} else {
		d.did = append(d.did, "inferred the state of the loop")
	}
	g := t.guess(m)
	d.position(g)
	if d.addLoop(); missing {
		t.inferSteps(d, g)
	}
	for _, list := range []string{"lead_consultations", "discovered_work", "blockers"} {
		if d.Get(list) == nil && d.m.loop(list) == nil {
			d.Set("[]", list)
		}
	}
	d.touch()
	return d.change()
}

// position adds the step that the loop is at, and its status, if the state does not say them.
func (d *draft) position(g guess) {
	const where = "loop_state"
	step, status := d.m.loop("current_step").IsNothing(), d.m.loop("step_status").IsNothing()
	if Fold(d.m.CurrentStep().Text) == NotStarted {
		d.SetText(Planning, where, "current_step")
		d.note("current_step was %s: it is %s", NotStarted, Planning)
	}
	switch {
	case step:
		d.SetText(g.step, where, "current_step")
	case status:
		g = guess{status: NotStarted, why: "step_status was missing"}
		if c := d.m.Checkpoint(d.m.Step()); c != nil {
			g.status = cmp.Or(c.Status, g.status)
		}
	}
	if status {
		d.SetText(g.status, where, "step_status")
	}
	if step || status {
		d.note("the loop is at %s, %s: %s", d.m.Step(), d.m.StatusNow(), g.why)
	}
}

// addLoop adds the counts of fix cycles and the checkpoints to a state that lacks them.
func (d *draft) addLoop() {
	const where = "loop_state"
	if d.m.loop("fix_cycle_count").IsNothing() {
		d.number(0, where, "fix_cycle_count")
	}
	if d.m.loop("max_fix_cycles").IsNothing() {
		d.number(MaxFixCycles, where, "max_fix_cycles")
	}
	switch v := d.m.loop("checkpoints"); {
	case v.IsNothing(), v.Kind == jsondoc.Array && len(v.Elements) == 0:
		d.Set("{}", where, "checkpoints")
	case v.Kind != jsondoc.Object:
		d.Fail(d.m.Doc.File.Errorf(v.Span.Start, "checkpoints is no object"))
	}
}

// inferSteps adds the checkpoints of the step that the loop is at and of those behind it: of
// those before, it is not recorded whether they passed.
func (t *Track) inferSteps(d *draft, g guess) {
	for _, step := range template {
		if step == g.step {
			d.inferred(step, g.status)
		} else if stepIndex(step) > stepIndex(g.step) {
			d.inferred(step, NotStarted)
		}
	}
	if t.Plan.Total() > 0 && g.step != Complete {
		t.inferTasks(d)
	}
	switch {
	case d.m.Status().Text != "":
	case g.step == Planning:
		d.SetText("new", "status")
	default:
		d.SetText("in_progress", "status")
	}
}

// inferredNote is what the notes of a checkpoint say that was inferred: it began, or is
// over, and nobody knows when, nor who did it.
const inferredNote = "inferred when the track was migrated"

// inferred adds a checkpoint. One that began says how that is known: it has neither
// times nor an agent.
func (d *draft) inferred(step, status string) {
	more := ""
	if step == BusinessSync {
		more = `, "required": false`
	} else if status != NotStarted {
		more = `, "notes": ` + jsondoc.Quote(inferredNote)
	}
	d.Set(`{"status": `+jsondoc.Quote(status)+more+`}`, "loop_state", "checkpoints", step)
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
