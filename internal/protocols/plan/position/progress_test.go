package position

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
)

func planFile(front string, tasks int, checkpoints ...int) string {
	var b strings.Builder
	b.WriteString("---\n" + front + "\n---\n")
	for n := 1; n <= tasks; n++ {
		kind := "auto"
		for _, c := range checkpoints {
			if c == n {
				kind = "checkpoint:human-verify"
			}
		}
		fmt.Fprintf(&b, "<task type=%q><name>T%d</name><action>x</action></task>\n", kind, n)
	}
	return b.String()
}

const (
	dash = ".planning/phases/03-dash/"
	last = ".planning/phases/04-last/"
)

func project(pairs ...string) *Project {
	tree := fstest.MapFS{}
	all := append([]string{
		dash + "03-01-PLAN.md", planFile("phase: 3\nplan: 1", 2), dash + "03-01-SUMMARY.md", "s",
		dash + "03-02-PLAN.md", planFile("phase: 3\nplan: 2", 5, 2, 3), last + "04-01-PLAN.md", planFile("phase: 4\nplan: 01", 1),
	}, pairs...)
	for i := 0; i < len(all); i += 2 {
		tree[all[i]] = &fstest.MapFile{Data: []byte(all[i+1])}
	}
	return ReadProject(tree, ".planning", bootstrap.Repository{})
}

// TestStanding checks positions, written as "plan task gate". "!" marks a reached gate.
func TestStanding(t *testing.T) {
	handoff := func(phase, plan, task, lists string) string {
		return fmt.Sprintf(`{"phase": %s, "plan": %s, "task": %s, %s}`, phase, plan, task, lists)
	}
	const none = `"completed_tasks": [], "remaining_tasks": []`
	note := func(front string) string { return "---\n" + front + "\n---\n" }
	for name, c := range map[string]struct {
		pairs []string
		named string
		want  string
	}{
		"by order":                  {want: "03-02 0 2"},
		"hand-off":                  {pairs: []string{".planning/HANDOFF.json", handoff(`"03-dash"`, "2", "1", none)}, want: "03-02 1 2"},
		"at the gate":               {pairs: []string{".planning/HANDOFF.json", handoff("3", `"02"`, "2", none)}, want: "03-02 2 2!"},
		"after the first gate":      {pairs: []string{".planning/HANDOFF.json", handoff("3", `"03-02"`, `"3 of 5"`, none)}, want: "03-02 3 3!"},
		"after both gates":          {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "4", none)}, want: "03-02 4 -"},
		"lists win over the number": {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "1", `"completed_tasks": [{"id": 1, "status": "done"}], "remaining_tasks": [{"id": 2, "status": "not_started"}]`)}, want: "03-02 2 2!"},
		"a begun task first":        {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "4", `"completed_tasks": [{"id": "1", "status": "in_progress"}], "remaining_tasks": [{"id": 4, "status": "not_started"}]`)}, want: "03-02 1 2"},
		"no plan":                   {pairs: []string{".planning/HANDOFF.json", handoff("3", "null", "1", none)}, want: "03-02 1 2"},
		"no phase":                  {pairs: []string{".planning/HANDOFF.json", handoff("null", "null", "1", none)}, want: "03-02 0 2"},
		"task out of range":         {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "99", none)}, want: "03-02 0 2"},
		"a plan that is done":       {pairs: []string{".planning/HANDOFF.json", handoff("3", "1", "2", none)}, want: "03-02 0 2 over HANDOFF.json"},
		"a later phase":             {pairs: []string{".planning/HANDOFF.json", handoff(`"04"`, "1", "1", none)}, want: "04-01 1 - before 03-02"},
		"a missing plan":            {pairs: []string{".planning/HANDOFF.json", handoff("3", "9", "1", none)}, want: "03-02 0 2"},
		"not an object":             {pairs: []string{".planning/HANDOFF.json", "[]"}, want: "03-02 0 2"},
		"note":                      {pairs: []string{dash + ".continue-here.md", note("phase: 03-dash\ntask: 2")}, want: "03-02 2 2!"},
		"note in a phase folder":    {pairs: []string{dash + ".continue-here.md", note("task: 1")}, want: "03-02 1 2"},
		"note, prose":               {pairs: []string{dash + ".continue-here.md", note("task: post-verification")}, want: "03-02 0 2"},
		"holding pattern":           {pairs: []string{".planning/holding-pattern.md", note("phase: 4\nplan: 1\ntask: 1")}, want: "04-01 1 - before 03-02"},
		"hand-off first":            {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "4", none), ".planning/holding-pattern.md", note("phase: 4\nplan: 1\ntask: 1")}, want: "03-02 4 -"},
		"a spike":                   {pairs: []string{".planning/spikes/004-latency/.continue-here.md", note("task: 1")}, want: "03-02 0 2 aside spikes/004-latency/.continue-here.md"},
		"a spike, done":             {pairs: []string{".planning/spikes/003-latency/.continue-here.md", note("context: spike\nphase: 03-latency\ntask: 2")}, want: "03-02 0 2 aside spikes/003-latency/.continue-here.md"},
		"done, nothing remaining":   {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "1", `"completed_tasks": [{"id": 1, "status": "done"}], "remaining_tasks": []`)}, want: "03-02 2 2!"},
		"done, prose remaining":     {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "1", `"completed_tasks": [{"id": 1, "status": "complete"}], "remaining_tasks": ["Verify with the person"]`)}, want: "03-02 2 2!"},
		"ids of tasks":              {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "1", `"completed_tasks": [{"id": "03-02-T1", "status": "done"}], "remaining_tasks": [{"id": "03-02-T2", "status": "not_started"}]`)}, want: "03-02 2 2!"},
		"ids of other plans":        {pairs: []string{".planning/HANDOFF.json", handoff("3", "2", "1", `"completed_tasks": [{"id": "03-01-T1", "status": "done"}, {"id": "task-2", "status": "in_progress"}], "remaining_tasks": []`)}, want: "03-02 2 2!"},
		"all are done":              {pairs: []string{".planning/HANDOFF.json", handoff(`"04"`, "1", "1", `"completed_tasks": [{"id": "T1", "status": "done"}], "remaining_tasks": []`)}, want: "04-01 2 - finished before 03-02"},
		"named":                     {named: last + "04-01-PLAN.md", want: "04-01 0 - before 03-02"},
		"named, but missing":        {named: "x", want: "- 0 - before 03-02,04-01"},
		"all done":                  {pairs: []string{dash + "03-02-SUMMARY.md", "s", last + "04-01-SUMMARY.md", "s"}, want: "- 0 -"},
		"answers cannot be read":    {pairs: []string{planfile.AnswersFile, "{"}, want: "03-02 0 2"},
		"quick, archived":           {pairs: []string{".planning/quick/001-a/001-PLAN.md", planFile("phase: 1", 1), ".planning/milestones/v1-phases/01-a/01-01-PLAN.md", planFile("phase: 1\nplan: 1", 1)}, want: "03-02 0 2"},
	} {
		p := project(c.pairs...)
		s := p.Progress(c.named)
		got := "-"
		if s.Plan != nil {
			got = s.Plan.ID().String()
		}
		got += fmt.Sprintf(" %d ", s.Task)
		switch {
		case s.Gate == nil:
			got += "-"
		case s.Reached:
			got += fmt.Sprintf("%d!", s.Gate.Number)
		default:
			got += fmt.Sprint(s.Gate.Number)
		}
		for _, name := range s.Stale {
			got += " over " + strings.TrimPrefix(name, ".planning/")
		}
		for _, l := range p.SessionFiles {
			if l.IsAside() {
				got += " aside " + strings.TrimPrefix(l.File.Name, ".planning/")
			}
		}
		if s.Finished() {
			got += " finished"
		}
		var before []string
		for _, p := range s.Earlier {
			before = append(before, p.ID().String())
		}
		if len(before) > 0 {
			got += " before " + strings.Join(before, ",")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestAnsweredFirst(t *testing.T) {
	p := project(".planning/HANDOFF.json", `{"phase": 3, "plan": 2, "task": 2}`)
	gate := p.Progress("").Gate
	judged, err := planfile.Judge(gate, "approved")
	if err != nil {
		t.Fatal(err)
	}
	change, err := p.Answers.Record(gate, judged, p.Updated())
	if err != nil {
		t.Fatal(err)
	}
	s := project(".planning/HANDOFF.json", `{"phase": 3, "plan": 2, "task": 2}`, planfile.AnswersFile, change.Text).Progress("")
	if s.Gate == nil || s.Gate.Number != 3 || !s.Reached {
		t.Errorf("got %+v", s)
	}
}

func TestAnsweredLast(t *testing.T) {
	files := []string{last + "04-01-PLAN.md", planFile("phase: 4\nplan: 1", 2, 2), dash + "03-02-SUMMARY.md", "s", ".planning/HANDOFF.json", `{"phase": 4, "plan": 1, "task": 2}`}
	p := project(files...)
	gate := p.Progress("").Gate
	judged, err := planfile.Judge(gate, "approved")
	if err != nil {
		t.Fatal(err)
	}
	change, err := p.Answers.Record(gate, judged, p.Updated())
	if err != nil {
		t.Fatal(err)
	}
	if s := project(append(files, planfile.AnswersFile, change.Text)...).Progress(""); !s.Finished() || s.Gate != nil {
		t.Errorf("got %+v", s)
	}
	alone := fstest.MapFS{".planning/HANDOFF.json": {Data: []byte(`{"phase": "03-dash", "plan": 2}`)}}
	if s := ReadProject(alone, ".planning", bootstrap.Repository{}).Progress(""); s.Phase != "03" {
		t.Errorf("phase %q, want 03", s.Phase)
	}
}

func TestPhases(t *testing.T) {
	for total, want := range map[string]string{"1": "unverifiable ", "2": "verified 2", "3": "unverifiable "} {
		s := state(t, ".planning/STATE.md", "---\nprogress:\n  total_phases: "+total+"\n---\n")
		if got := verdicts(s.Claims(outside)); got != "phases number of phases: "+want {
			t.Errorf("of %s: %s", total, got)
		}
	}
}

func TestSections(t *testing.T) {
	for text, want := range map[string]string{
		"## Blockers\n\n- a\n- b\n\n## Next Action\n- c\n": "a|b", "## Blockers\nNone yet.\n": "", "## Blockers\n- None\n": "", "### Blockers:\n* none of the keys works\n": "none of the keys works",
		"<blockers>\nall is well but\nthe key\n</blockers>": "all is well but|the key", "## Blockers\n```\n# no heading\n```\n- a\n": "a", "": "", "## Blockers": "",
	} {
		c, err := ParseNote("x.md", text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range c.Blockers {
			got = append(got, v.Text)
			if !strings.Contains(c.File.Slice(v.Span), strings.Fields(v.Text)[0]) {
				t.Errorf("the span of %q is %q", v.Text, c.File.Slice(v.Span))
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestStandingWhole checks that only the current plan is read completely.
func TestStandingWhole(t *testing.T) {
	p := project()
	s := p.Progress("")
	for _, x := range p.Plans {
		if whole := len(x.Tasks) > 0; whole != (x == s.Plan) {
			t.Errorf("%s is complete: %v", x.File.Name, whole)
		}
	}
	if len(s.Plan.Tasks) != 5 || s.Plan.Tasks[4].Title() != "T5" {
		t.Errorf("tasks %+v", s.Plan.Tasks)
	}
	gone := project()
	delete(gone.tree.(fstest.MapFS), dash+"03-02-PLAN.md")
	if s := gone.Progress(""); s.Plan == nil || s.Plan.ID().String() != "03-02" || !errors.Is(gone.Unread[dash+"03-02-PLAN.md"], fs.ErrNotExist) {
		t.Errorf("the plan is %v, unread files %v", s.Plan, gone.Unread)
	}
}
