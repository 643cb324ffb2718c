package loop

import (
	"fmt"
	"slices"
)

// guess is where the track stands by its checkpoints, else by its plan.
func (t *Track) guess(m *Metadata) guess {
	if g := m.begun(); g != nil && !m.Done() {
		return *g
	}
	i := slices.IndexFunc(guesses[:], func(g guess) bool { return g.when(m, t.Plan) })
	return guesses[i]
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
