package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A move is a transition of a track.
type move struct {
	verb, step string
	do         func(t *Track) (*Change, error)
}

// moves are all transitions of the steps that a new track has, and of BRAINSTORM.
func moves() []move {
	var all []move
	for _, step := range []string{Brainstorm, Planning, EvaluatePlan, Execute, EvaluateExecution, Fix, BusinessSync, Complete} {
		all = append(all,
			move{"start", step, func(t *Track) (*Change, error) { return t.Start(Start{Step: step}, now) }},
			move{"pass", step, func(t *Track) (*Change, error) { return t.Pass(Finish{Step: step}, now) }},
			move{"fail", step, func(t *Track) (*Change, error) { return t.Fail(Finish{Step: step, Notes: "boom"}, now) }},
			move{"block", step, func(t *Track) (*Change, error) { return t.Block(Block{Step: step, Description: "no key"}, now) }},
			move{"skip", step, func(t *Track) (*Change, error) { return t.Skip(Finish{Step: step}, now) }},
			move{"", step, func(t *Track) (*Change, error) { return t.Unblock(Unblock{Step: step}, now) }},
		)
	}
	return all
}

// stateOf is what transitions depend on: where the loop is, the status of each step, the
// active blockers, the fix cycles.
func stateOf(m *Metadata) string {
	state := fmt.Sprint(m.Step(), m.StepStatus().Text, m.FixText(), m.Status().Text)
	for _, c := range m.Checkpoints() {
		state += c.Key + c.Status
	}
	for _, b := range m.ActiveBlockers() {
		state += b.Step
	}
	return state
}

// wanders calls visit with each track that allowed transitions lead to from text, and the
// transitions, up to depth of them.
// From the second on, steps are blocked and skipped only where the loop is.
func wanders(t *testing.T, text, plan string, depth int, visit func(tr *Track, way []string)) (refusals, states int) {
	type place struct {
		text string
		way  []string
	}
	seen := map[string]bool{}
	level := []place{{text, nil}}
	for range depth {
		var next []place
		for _, at := range level {
			for _, mv := range moves() {
				tr := track(t, at.text, plan)
				if len(at.way) >= 1 && (mv.verb == "block" || mv.verb == "skip") && mv.step != tr.Metadata.Step() {
					continue
				}
				if mv.verb != "" && tr.refused(mv.verb, mv.step) != nil {
					refusals++
					continue
				}
				c, err := mv.do(tr)
				if err != nil || !c.Changed() || seen[stateOf(c.After)] {
					continue
				}
				seen[stateOf(c.After)] = true
				way := append(slices.Clone(at.way), mv.verb+" "+mv.step)
				visit(track(t, c.Text, plan), way)
				next = append(next, place{c.Text, way})
			}
		}
		level = next
	}
	return refusals, len(seen)
}

// TestAllowedStates checks, of all states that up to six allowed transitions lead to from a
// new track and from one at the limit of its fix cycles, that lint finds no error, that
// nothing is due but what a person provides, and that the next action is not refused.
func TestAllowedStates(t *testing.T) {
	fresh := New("t", "T", "feature", now)
	limit := with(t, with(t, with(t, sample, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"IN_PROGRESS"`), "loop_state/fix_cycle_count", "2")
	limit = with(t, with(t, limit, checkpoints+"EXECUTE/status", `"PASSED"`), checkpoints+"EVALUATE_EXECUTION/status", `"IN_PROGRESS"`)
	done := strings.ReplaceAll(samplePlan, "[ ]", "[x]")
	for name, start := range map[string]struct {
		text, plan string
		depth      int
	}{"new": {fresh, samplePlan, 6}, "limit": {limit, done, 3}} {
		refusals, states := wanders(t, start.text, start.plan, start.depth, func(tr *Track, way []string) {
			for _, p := range tr.Check(false) {
				if !p.Warning {
					t.Errorf("%s, %q: %s", name, way, p.Message)
				}
			}
			for _, d := range tr.Due() {
				if !d.Person {
					t.Errorf("%s, %q: %s is due", name, way, d.Problem)
				}
			}
			r, err := tr.Resume()
			if err != nil || (r.Action == Move || r.Action == Dispatch) && tr.refused("start", cmp.Or(r.To, r.Step)) != nil {
				t.Errorf("%s, %q: %v, resume says %s of %s %s", name, way, err, r.Action, r.Step, r.To)
			}
			if r.Action == Conclude && r.Status != NotStarted && tr.refused("pass", Complete) != nil {
				t.Errorf("%s, %q: resume says that the track is complete", name, way)
			}
		})
		t.Logf("%s: %d refusals, %d states", name, refusals, states)
		if refusals < 1000 || states < 100 {
			t.Errorf("%s: %d refusals, %d states", name, refusals, states)
		}
	}
}
