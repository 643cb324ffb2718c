package loop

import (
	"cmp"
	"fmt"
)

// keepPosition adds where the loop stands to a state that does not say it: the step
// as for a track without a state, and its status from its checkpoint.
func (t *Track) keepPosition(d *draft) {
	const where = "loop_state"
	if d.m.CurrentStep().Text == "" && d.m.loop("current_step").IsNothing() {
		g := t.guess(d.m)
		d.SetText(g.step, where, "current_step")
		d.note("current_step was missing: it is %s: %s", g.step, g.why)
		if d.m.loop("step_status").IsNothing() {
			d.SetText(cmp.Or(d.m.recorded(g.step), g.status), where, "step_status")
		}
	}
	if d.m.loop("step_status").IsNothing() {
		status := cmp.Or(d.m.recorded(d.m.Step()), NotStarted)
		d.SetText(status, where, "step_status")
		d.note("step_status was missing: it is %s", status)
	}
}

// recorded is the status that the checkpoint of a step has; "" without one.
func (m *Metadata) recorded(step string) string {
	if c := m.Checkpoint(step); c != nil {
		return c.Status
	}
	return ""
}

// guess is where the track stands by its checkpoints, else by its plan.
func (t *Track) guess(m *Metadata) guess {
	if g := m.begun(); g != nil && !m.Done() {
		return *g
	}
	for _, g := range guesses {
		if g.when(m, t.Plan) {
			return g
		}
	}
	return guesses[len(guesses)-1]
}

// begun is where the track stands by its checkpoints: at the step that is under way,
// else at one that is blocked or failed, else at the last that passed. It is nil where
// none began.
func (m *Metadata) begun() *guess {
	for _, status := range [...]string{InProgress, Blocked, Failed, Passed} {
		for i := len(Steps) - 1; i >= 0; i-- {
			c := m.Checkpoint(Steps[i].Name)
			if c == nil {
				continue
			}
			if s := StatusOf(c.Status); s != nil && s.Name != Skipped && s.goesOn() == status {
				return &guess{step: c.Step, status: c.Status, why: fmt.Sprintf("checkpoint %s is %s", c.Key, c.Status)}
			}
		}
	}
	return nil
}
