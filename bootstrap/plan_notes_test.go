package bootstrap_test

import (
	"fmt"
	"strings"
	"testing"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

func TestPlanLongGate(t *testing.T) {
	var steps strings.Builder
	for n := range 300 {
		fmt.Fprintf(&steps, "%d. Look at the page with this number, and at all that is on it\n", n+1)
	}
	in := bootstrap.Input{Tree: planned(planPath, strings.Replace(gatedPlan, "1. Visit it\n", steps.String(), 1)), Path: ".planning"}
	s := plan.Restart(in)
	for limit, wants := range map[int][]string{bootstrap.MinPackBytes: {"resume signal: "}, bootstrap.DefaultPackBytes: {"resume signal: ", "\n       9. Look", "\n- Task 3: Take the flag out\n"}} {
		pack := s.Pack(limit, asIs)
		for _, want := range wants {
			if !strings.Contains(pack, want) {
				t.Errorf("in %d bytes: want %q in\n%s", limit, want, pack)
			}
		}
		if len(pack) > limit {
			t.Errorf("%d bytes, want at most %d", len(pack), limit)
		}
	}
}

func TestPlanNotes(t *testing.T) {
	const waypoint = ".autopilot/waypoints/stop-20260213-100000.json"
	verifying := strings.NewReplacer("status: executing", "status: verifying", "In progress", "Verifying", "Phase: 3 of", "Phase: 2 of", "current_phase: 3", "current_phase: 2").Replace(goodPlanState)
	for name, c := range map[string]struct {
		pairs []string
		says  []string
	}{
		"verify":                         {pairs: []string{planState, verifying, ".planning/phases/02-base/02-01-PLAN.md", planOf("phase: 2\nplan: 1", autoTask), ".planning/phases/02-base/02-01-SUMMARY.md", "s"}, says: []string{"  - verify phase 02-base\n"}},
		"several stops":                  {pairs: []string{waypoint, `{"type": "cost"}`, ".autopilot/waypoints/stop-20260212-100000.json", "{}"}, says: []string{"\n  " + waypoint + " (the last stop): 1 line"}},
		"no answers":                     {pairs: []string{planfile.AnswersFile, "{"}, says: []string{"Note: the answers cannot be read, so all checkpoints count as open\n", "checkpoint 03-02:2", "  - .mdck/answers.json cannot be read: .mdck/answers.json:1:2: "}},
		"answered, another task follows": {pairs: []string{planfile.AnswersFile, answered(t, "approved")}, says: []string{"task 3 of 3", "  - verified: answer to 03-02:2 is \"approved (1970-01-01T00:00:00Z); next: task 3: Take the flag out\"\n", "  Answered Checkpoints, from .mdck/answers.json:\n    > - 03-02:2, human-verify: Dashboard at http://localhost:3000; answer: approved (1970-01-01T00:00:00Z); next: task 3: Take the flag out\n", "  - continue with task 3 of plan 03-02\n"}},
		"answered at the last task":      {pairs: []string{planPath, gatedPlan[:strings.LastIndex(gatedPlan, "<task type")], planfile.AnswersFile, answered(t, "approved")}, says: []string{"task none, 2 of 2 done", "; no task follows\n", "  - no task of plan 03-02 is open\n"}},
		"answered with a problem":        {pairs: []string{planfile.AnswersFile, answered(t, "too wide")}, says: []string{"  - verified: answer to 03-02:2 is \"problem: too wide (1970-01-01T00:00:00Z)\"\n", "  - solve the problem reported at the checkpoint 03-02:2: \"too wide\"; then present the checkpoint to the person again\n"}},
		"task changed after the answer":  {pairs: []string{planPath, strings.Replace(gatedPlan, "375px", "320px", 1), planfile.AnswersFile, answered(t, "approved")}, says: []string{"  - stale: answer to 03-02:2, recorded \"approved (1970-01-01T00:00:00Z)\", actual \"the task changed after the answer\"\n", "  - execute plan 03-02\n"}},
		"not UTF-8":                      {pairs: []string{planState, "\xff"}, says: []string{"  .planning/STATE.md: CANNOT BE READ\n", "  - .planning/STATE.md cannot be read: .planning/STATE.md:1:1: not valid UTF-8"}},
		"phase without plans": {pairs: []string{planState, strings.NewReplacer("executing", "planning", "Phase: 3 of", "Phase: 5 of", "current_phase: 3", "current_phase: 5").Replace(goodPlanState), ".planning/phases/03-dashboard/03-02-SUMMARY.md", "s", ".planning/phases/04-last/04-01-SUMMARY.md", "s", ".planning/phases/05-more/05-CONTEXT.md", "c"},
			says: []string{"  .planning/phases/05-more/05-CONTEXT.md: 1 line", "  - plan phase 05-more\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			in := bootstrap.Input{Tree: planned(c.pairs...), Path: ".planning", Counter: words{}}
			s := plan.Restart(in)
			for _, want := range c.says {
				if text := s.Text(asIs); !strings.Contains(text, want) {
					t.Errorf("want %q in\n%s", want, text)
				}
			}
			checkForms(t, s)
		})
	}
}

func TestPlanPutAway(t *testing.T) {
	tree := project(".planning/milestones/v1-phases/01-a/01-01-PLAN.md", planOf("phase: 1\nplan: 1", autoTask))
	if text := plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning"}).Text(asIs); !strings.Contains(text, "start the next milestone: define its requirements and its phases") {
		t.Errorf("got\n%s", text)
	}
}
