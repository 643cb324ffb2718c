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
		made := *t
		made.Metadata, _ = Parse(t.Path, "{\n  \"version\": 3\n}\n") // never fails
		c, err := made.migrate(now)
		if err == nil {
			c.Files[0].Before, c.Files[0].Exists = "", false
		}
		return c, err
	}
	m, err := t.ready()
	if err != nil {
		return nil, err
	}
	missing, d := m.lacksLoop(), t.newEdit(now)
	if err := m.needsLoop(); err != nil && !missing {
		return nil, err
	}
	if m.Version() >= lastVersion && !missing {
		d.note("the file already has version %d", m.Version())
		return d.finish()
	}
	if d.Get("track_id").IsNothing() && t.ID != "" {
		d.SetText(t.ID, "track_id")
	}
	d.did = append(d.did, "inferred the loop state")
	if m.Version() < lastVersion {
		d.number(lastVersion, "version")
		d.did[0] = fmt.Sprintf("migrated version %d to %d", m.Version(), lastVersion)
	}
	fresh, err := Parse("", newMetadata(t.ID, "", "", now))
	if err != nil {
		return nil, err
	}
	g := t.guess(m)
	d.position(g)
	if d.addLoop(fresh); missing {
		t.infer(d, g, fresh)
	}
	for _, list := range []string{"lead_consultations", "discovered_work", "blockers"} {
		if d.Get(list) == nil && d.loop(list) == nil {
			d.Set("[]", list)
		}
	}
	return d.finish()
}

func (d *edit) position(g guess) {
	const where = "loop_state"
	step, status := d.loop("current_step").IsNothing(), d.loop("step_status").IsNothing()
	if Fold(d.CurrentStep()) == NotStarted {
		d.SetText(Planning, where, "current_step")
		d.note("current_step was %s; it is now %s", NotStarted, Planning)
	}
	if step {
		d.SetText(g.step, where, "current_step")
	} else if status {
		recorded := d.Checkpoint(d.Metadata.Step()).Status
		g = guess{status: cmp.Or(recorded, NotStarted), why: "step_status was missing"}
	}
	if status {
		d.SetText(g.status, where, "step_status")
	}
	if step || status {
		d.note("the current step is %s with status %s, because %s", d.Metadata.Step(), d.statusNow(), g.why)
	}
}

func (d *edit) addLoop(fresh *Metadata) {
	for _, key := range []string{"fix_cycle_count", "max_fix_cycles"} {
		if d.loop(key).IsNothing() {
			d.Set(fresh.Doc.File.Slice(fresh.loop(key).Span), "loop_state", key)
		}
	}
	switch v := d.loop("checkpoints"); {
	case v.IsNothing(), v.Kind == jsondoc.Array && len(v.Elements) == 0:
		d.Set("{}", "loop_state", "checkpoints")
	case v.Kind != jsondoc.Object:
		d.Fail(d.Doc.File.Errorf(v.Span.Start, "the key checkpoints is not an object"))
	}
}

// infer adds checkpoints for the current and later steps. Nothing records that earlier steps passed.
func (t *Track) infer(d *edit, g guess, fresh *Metadata) {
	for _, c := range fresh.Checkpoints() {
		if stepIndex(c.Step) >= stepIndex(g.step) {
			d.key = c.Key
			d.Set(fresh.Doc.File.Slice(c.Value.Span), d.at()...)
		}
	}
	d.key = g.step
	if d.Get(d.at()...) != nil && g.status != NotStarted {
		d.set(g.status, "status")
		d.set(inferredNote, "notes")
	}
	if t.Plan.Total() > 0 && g.step != Complete {
		d.step, d.key = Execute, Execute
		d.Fail(d.sync())
	}
	d.step, d.key = "", ""
	switch {
	case d.Metadata.Status() != "":
	case g.step == Planning:
		d.SetText("new", "status")
	default:
		d.SetText("in_progress", "status")
	}
}

const inferredNote = "mdck loop migrate inferred the status of this step"
