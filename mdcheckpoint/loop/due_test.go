package loop

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

type move struct {
	verb, step string
	do         func(t *Track) (*Change, error)
}

func moves() []move {
	var all []move
	for _, step := range []string{Brainstorm, Planning, EvaluatePlan, Execute, EvaluateExecution, Fix, BusinessSync, Complete} {
		all = append(all,
			move{"start", step, func(t *Track) (*Change, error) { return t.Start(Request{Step: step}, now) }},
			move{"pass", step, func(t *Track) (*Change, error) { return t.Pass(Request{Step: step}, now) }},
			move{"fail", step, func(t *Track) (*Change, error) { return t.Fail(Request{Step: step, Notes: "boom"}, now) }},
			move{"block", step, func(t *Track) (*Change, error) { return t.Block(Request{Step: step, Blocker: "no key"}, now) }},
			move{"skip", step, func(t *Track) (*Change, error) { return t.Skip(Request{Step: step}, now) }},
			move{"", step, func(t *Track) (*Change, error) { return t.Unblock(Request{Step: step}, now) }},
		)
	}
	return all
}

func stateOf(m *Metadata) string {
	state := fmt.Sprint(m.Step(), m.stepStatus(), m.FixText(), m.Status())
	for _, c := range m.Checkpoints() {
		state += c.Key + c.Status
	}
	for _, b := range m.activeBlockers() {
		state += b.Step
	}
	return state
}

func walkStates(t *testing.T, text, plan string, depth int, visit func(tr *Track, way []string)) (refusals, states int) {
	type place struct {
		text string
		way  []string
	}
	seen := map[string]bool{}
	level := []place{{text, nil}}
	for range depth {
		var next []place
		for _, at := range level {
			tr := track(t, at.text, plan)
			for _, mv := range moves() {
				if len(at.way) > 0 && (mv.verb == "skip" || mv.verb == "block" && mv.step != tr.Metadata.Step()) {
					continue
				}
				if refused := tr.refused(mv.verb, mv.step); refused != nil {
					refusals++
					for _, d := range refused.Due {
						if d.Command[1] == "start" && tr.refused("start", d.Command[2]) != nil {
							t.Errorf("%q: %s %s names %q, which is refused", at.way, mv.verb, mv.step, d.Command)
						}
					}
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

func TestAllowedStates(t *testing.T) {
	fresh := newMetadata("t", "T", "feature", now)
	limit := with(t, with(t, with(t, sample, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"IN_PROGRESS"`), "loop_state/fix_cycle_count", "2")
	limit = with(t, with(t, limit, checkpoints+"EXECUTE/status", `"PASSED"`), checkpoints+"EVALUATE_EXECUTION/status", `"IN_PROGRESS"`)
	done := strings.ReplaceAll(samplePlan, "[ ]", "[x]")
	depth := 4
	if testtmp.Long() {
		depth = 6
	}
	for name, start := range map[string]struct {
		text, plan string
		depth      int
	}{"new": {fresh, samplePlan, depth}, "limit": {limit, done, 3}} {
		refusals, states := walkStates(t, start.text, start.plan, start.depth, func(tr *Track, way []string) {
			for _, p := range tr.Metadata.check(tr.Plan, false) {
				if !p.Warning {
					t.Errorf("%s, %q: %s", name, way, p.Message)
				}
			}
			for _, d := range tr.due() {
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

func reader(metadata, plan string) *protocol.Reader {
	files := tree(samplePath, metadata, path.Join(path.Dir(samplePath), PlanFile), plan)
	return &protocol.Reader{
		Subject: protocol.Subject{Target: protocol.Target{Main: samplePath, Path: samplePath}, Files: []string{samplePath}},
		Now:     now, Tree: files, With: func(map[string]string) fs.FS { return files },
		Text: func(name string) (string, bool, error) {
			f, ok := files[name]
			if !ok {
				return "", false, nil
			}
			return string(f.Data), true, nil
		},
	}
}

func TestGuardedEdits(t *testing.T) {
	refusals := 0
	for _, mv := range moves() {
		if mv.verb == "" || mv.verb == "fail" || mv.verb == "block" {
			continue
		}
		of := Request{Verb: mv.verb, Step: mv.step}
		change, err := Edit(samplePath, of)(reader(sample, samplePlan))
		refused, ok := errors.AsType[*protocol.Refused](err)
		if !ok {
			if err == nil && slices.ContainsFunc(change.Ledger, func(e claim.Entry) bool { return e.Forced }) {
				t.Errorf("%+v: recorded as forced", of)
			}
			continue
		}
		if refusals++; change != nil || len(refused.Due) == 0 || refused.Due[0].Command[0] != "loop" {
			t.Errorf("%+v: %+v, %v", of, change, err)
		}
		of.Force = true
		change, err = Edit(samplePath, of)(reader(sample, samplePlan))
		switch {
		case refused.Never || mv.step == Complete: // force has no effect, or there is no history
		case err != nil || !change.Ledger[0].Forced || change.Ledger[0].Event != mv.verb+" "+mv.step:
			t.Errorf("%+v: %+v, %v", of, change, err)
		case !strings.Contains(at(t, change.Files[0].After, checkpoints+mv.step+"/history"), `"forced": "`+mv.verb+`"`):
			t.Errorf("%+v: the history is %s", of, at(t, change.Files[0].After, checkpoints+mv.step+"/history"))
		}
	}
	if refusals < 8 {
		t.Errorf("%d refusals", refusals)
	}
}

var guardSteps = []string{Brainstorm, Planning, EvaluatePlan, Execute, EvaluateExecution, Fix, BusinessSync, Complete}

func guardTrack(t *testing.T, current string, statuses map[string]string) *Track {
	var all []string
	for _, s := range guardSteps[:len(guardSteps)-1] {
		status, ok := statuses[s]
		if !ok {
			status = NotStarted
		}
		all = append(all, fmt.Sprintf(`%q: {"status": %q, "required": true}`, s, status))
	}
	text := fmt.Sprintf(`{"version": 3, "loop_state": {"current_step": %q, "step_status": %q, "fix_cycle_count": 1, "checkpoints": {%s}}}`, current, statuses[current], strings.Join(all, ", "))
	return track(t, text, strings.ReplaceAll(samplePlan, "[ ]", "[x]"))
}

func guardRow(name string, refused func(status string) bool) string {
	row := fmt.Sprintf("%-34s", name)
	for _, status := range statuses {
		if refused(status.Name) {
			row += " x"
		} else {
			row += " ."
		}
	}
	return row + "\n"
}

func TestGuardsOfCurrentStep(t *testing.T) {
	// columns: NOT_STARTED, IN_PROGRESS, PASSED, FAILED, BLOCKED, SKIPPED, BOARD_REVIEW,
	// PARTIAL_FAIL, ESCALATE, PASSED_WITH_WARNINGS
	want := map[string]string{
		"start":  " . . . . . . . . . .\n",
		"pass":   " x . . x x x . . x .\n", // refused if not started, failed, blocked or escalated
		"skip":   " . . . x x . . . x .\n",
		"fail":   " . . . . . . . . . .\n",
		"block":  " . . . . . . . . . .\n",
		"decide": " x x x x x x x x x x\n",
		// BUSINESS_SYNC is required, and COMPLETE can never be skipped
		"skip " + BusinessSync: " x x x x x x x x x x\n",
		"skip " + Complete:     " x x x x x x x x x x\n",
	}
	for at, step := range guardSteps {
		for _, verb := range []string{"start", "pass", "skip", "fail", "block", "decide"} {
			got := guardRow("", func(status string) bool {
				statuses := map[string]string{step: status}
				for _, before := range guardSteps[:at] {
					statuses[before] = Passed
				}
				if step == Fix {
					statuses[EvaluateExecution] = Failed
				}
				return guardTrack(t, step, statuses).refused(verb, step) != nil
			})
			row, ok := want[verb+" "+step]
			if !ok {
				row = want[verb]
			}
			if got = strings.TrimLeft(got, " "); got != strings.TrimLeft(row, " ") {
				t.Errorf("%s %s: %s, want %s", verb, step, got, row)
			}
		}
	}
}

func TestGuardsByStepBefore(t *testing.T) {
	const want = `
PLAN < BRAINSTORM                  x x . x x . x x x .
EVALUATE_PLAN < PLAN               x x . x x . x x x .
EXECUTE < EVALUATE_PLAN            x x . x x . x x x .
EVALUATE_EXECUTION < EXECUTE       x x . x x . x x x .
EVALUATE_EXECUTION < FIX           . x . x x . x x x .
FIX < EVALUATE_EXECUTION           x x x . x x x x x x
BUSINESS_SYNC < EVALUATE_EXECUTION x x . x x . x x x .
COMPLETE < EXECUTE                 x x . x x . x x x .
COMPLETE < EVALUATE_EXECUTION      x x . x x . x x x .
COMPLETE < BUSINESS_SYNC           x x . x x . x x x .
`
	got := "\n"
	for _, r := range requirements {
		got += guardRow(r.later+" < "+r.earlier, func(status string) bool {
			statuses := map[string]string{}
			for _, s := range guardSteps[:slices.Index(guardSteps, r.later)] {
				statuses[s] = Passed
			}
			delete(statuses, Fix)
			if r.later == Fix {
				statuses[EvaluateExecution] = Failed
			}
			statuses[r.earlier] = status
			return guardTrack(t, r.earlier, statuses).refused("start", r.later) != nil
		})
	}
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestGuardsOfOtherStep(t *testing.T) {
	const want = `
fail                               x . x x x x x x x x
block                              . . x . . x . . . x
`
	got := "\n"
	for _, verb := range []string{"fail", "block"} {
		got += guardRow(verb, func(status string) bool {
			return guardTrack(t, BusinessSync, map[string]string{Planning: status, BusinessSync: InProgress}).refused(verb, Planning) != nil
		})
	}
	if got != want {
		t.Errorf("got %s", got)
	}
}
