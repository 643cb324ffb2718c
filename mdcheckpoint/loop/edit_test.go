package loop

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

func TestProtocolExample(t *testing.T) {
	text := `{
  "loop_state": {
    "current_step": "PLAN",
    "step_status": "IN_PROGRESS",
    "step_started_at": "2026-02-13T12:00:00Z",
    "fix_cycle_count": 0,
    "max_fix_cycles": 3,

    "checkpoints": {
      "PLAN": {
        "status": "IN_PROGRESS",
        "started_at": "2026-02-13T12:00:00Z",
        "completed_at": null,
        "agent": "superpowers:writing-plans",
        "progress": {
          "current_phase": 2,
          "total_phases": 5,
          "current_task": "Designing parameter schema",
          "tasks_completed": 5,
          "tasks_total": 35
        },
        "output_files": [],
        "notes": "",
        "last_updated": "2026-02-13T12:05:00Z"
      }
    }
  }
}
`
	if p := parse(t, text).check(nil, true); len(p) != 0 {
		t.Errorf("found %v", found(p))
	}
	plan := "- [x] 1.1 a\n"
	step := func(c *Change, err error) *Track { t.Helper(); return track(t, mustDo(t, c, err).Text, plan) }
	tr := track(t, text, plan)
	tr = step(tr.Pass(Request{Outputs: []string{"./plan.md", "plan.md"}, Notes: "35 tasks"}, now))
	want := strings.NewReplacer(
		`"step_status": "IN_PROGRESS"`, `"step_status": "PASSED"`, `"status": "IN_PROGRESS"`, `"status": "PASSED"`,
		`"completed_at": null`, `"completed_at": "`+stamp+`"`, `"output_files": []`, "\"output_files\": [\n          \"plan.md\"\n        ]",
		`"notes": ""`, `"notes": "35 tasks"`, `"2026-02-13T12:05:00Z"`, `"`+stamp+`"`).Replace(text)
	if got := tr.Metadata.Doc.File.Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, name := range []string{EvaluatePlan, Execute, EvaluateExecution, Fix, EvaluateExecution, BusinessSync, Complete} {
		tr = step(tr.Start(Request{Step: name}, now))
		tr = step(tr.Pass(Request{}, now))
		wantValues(t, tr.Metadata.Doc.File.Text, "loop_state/current_step", `"`+name+`"`, "loop_state/step_status", `"PASSED"`)
	}
	wantValues(t, tr.Metadata.Doc.File.Text, "status", `"complete"`, "completed_at", `"`+stamp+`"`, "loop_state/fix_cycle_count", "1", checkpoints+"COMPLETE", "")
	if r, err := tr.Resume(); err != nil || r.Action != Nothing {
		t.Errorf("got %+v, %v", r, err)
	}
	var rest []string
	for _, p := range tr.Metadata.check(tr.Plan, false) {
		rest = append(rest, p.Message)
	}
	if want := []string{`checkpoint "BUSINESS_SYNC" lacks "agent"`}; !slices.Equal(rest, want) {
		t.Errorf("found %q, want %q", rest, want)
	}
}

func TestFail(t *testing.T) {
	for notes, want := range map[string]string{"no spec": `"ERROR: no spec"`, "ERROR: no spec": `"ERROR: no spec"`, " error:no spec ": `"ERROR: no spec"`, "two\nlines é": `"ERROR: two\nlines é"`} {
		c, err := track(t, sample, "").Fail(Request{Notes: notes}, now)
		wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/notes", want, checkpoints+"EXECUTE/status", `"FAILED"`, "loop_state/step_status", `"FAILED"`, checkpoints+"EXECUTE/completed_at", `"`+stamp+`"`)
	}
	for _, notes := range []string{"", "  ", "ERROR:", "ERROR: "} {
		if _, err := track(t, sample, "").Fail(Request{Notes: notes}, now); err == nil {
			t.Errorf("%q is accepted as a reason", notes)
		}
	}
	c, err := track(t, sample, "").Fail(Request{Step: EvaluateExecution, Notes: "red"}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EVALUATE_EXECUTION/notes", `["first", "second", "ERROR: red"]`, "loop_state/step_status", `"IN_PROGRESS"`)
	if !slices.Contains(c.Notes, "current_step is EXECUTE, so step_status stays IN_PROGRESS") {
		t.Errorf("notes %q", c.Notes)
	}
}

func TestBlockers(t *testing.T) {
	tr := track(t, sample, "")
	c, err := tr.Block(Request{Blocker: "no key"}, now)
	first := mustDo(t, c, err).Text
	wantValues(t, first, "blockers/0", `{"id": "blocker-1", "description": "no key", "blocked_at": "`+stamp+`", "blocked_step": "EXECUTE", "status": "ACTIVE"}`,
		"loop_state/step_status", `"BLOCKED"`, checkpoints+"EXECUTE/status", `"BLOCKED"`)
	if r := track(t, first, "").refused("start", ""); r == nil || len(r.Due) != 1 || r.Error() != `EXECUTE is blocked by "blocker-1 (no key)", which a person must resolve first` {
		t.Errorf("got %v", r)
	}
	c, err = track(t, first, "").Block(Request{Blocker: "no disk"}, now)
	both := mustDo(t, c, err).Text
	wantValues(t, both, "blockers/1/id", `"blocker-2"`)
	for _, which := range []string{"", "no "} {
		_, err = track(t, both, "").Unblock(Request{Blocker: which}, now)
		if r, ok := errors.AsType[*protocol.RequestError](err); !ok || r.Hint != `name one of "blocker-1 (no key)", "blocker-2 (no disk)"` {
			t.Errorf("got %v", err)
		}
	}
	c, err = track(t, both, "").Unblock(Request{Blocker: "KEY"}, now)
	one := mustDo(t, c, err).Text
	wantValues(t, one, "blockers/0/status", `"RESOLVED"`, "blockers/0/resolved_at", `"`+stamp+`"`, "blockers/1/status", `"ACTIVE"`, "loop_state/step_status", `"BLOCKED"`)
	c, err = track(t, one, "").Unblock(Request{Blocker: "blocker-2"}, now)
	wantValues(t, mustDo(t, c, err).Text, "blockers/1/status", `"RESOLVED"`, "loop_state/step_status", `"NOT_STARTED"`, checkpoints+"EXECUTE/status", `"NOT_STARTED"`, checkpoints+"EXECUTE/completed_at", "null")
	if c, err = track(t, c.Text, "").Unblock(Request{Blocker: "blocker-2"}, now); mustDo(t, c, err).Changed() || c.Notes[0] != `"blocker-2 (no disk)" is already resolved` {
		t.Errorf("got %+v", c)
	}
	elsewhere := with(t, with(t, first, "blockers/0/blocked_step", `"FIX"`), checkpoints+"FIX/status", `"BLOCKED"`)
	c, err = track(t, elsewhere, "").Unblock(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/status", `"NOT_STARTED"`, "loop_state/step_status", `"BLOCKED"`)
	// a BLOCKED step without blockers
	c, err = track(t, with(t, first, "blockers", "[]"), "").Unblock(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/step_status", `"NOT_STARTED"`)
	inLoop := with(t, without(t, sample, "blockers"), "loop_state/blockers", `[{"id": "B-07", "status": "RESOLVED"}]`)
	c, err = track(t, inLoop, "").Block(Request{Blocker: "x"}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/blockers/1/id", `"blocker-2"`, "blockers", "")
	if _, err = track(t, first, "").Block(Request{Blocker: "y", ID: "blocker-1"}, now); err == nil {
		t.Error("a second blocker with the same id is accepted")
	}
}

func TestProgressNumbers(t *testing.T) {
	done := func(text, plan, task string) string {
		t.Helper()
		c, err := track(t, text, plan).Progress(Request{TaskDone: task}, now)
		return at(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed")
	}
	kept := strings.Replace(samplePlan, "[ ] **Task 2.1", "[x] **Task 2.1", 1)
	for _, e := range []struct{ name, plan, task, want string }{
		{"the plan has it as done", kept, "2.1", "3"},
		{"the plan has it as open", samplePlan, "2.1", "3"},
		{"it was done before", samplePlan, "1.2", "2"},
		{"there is no plan", "", "2.1", "3"},
		{"there is no plan, and it was done before", "", "Task 1.2", "2"},
		{"a plan without numbers", "- [ ] the table\n- [ ] b\n", "the table", "2"},
	} {
		if got := done(sample, e.plan, e.task); got != e.want {
			t.Errorf("%s: got %s, want %s", e.name, got, e.want)
		}
	}
	if got := done(with(t, sample, checkpoints+"EXECUTE/tasks_completed", "7"), kept, "2.1"); got != "3" {
		t.Errorf("the plan says 3, got %s", got)
	}
	// nobody ticks the plan
	text := sample
	for _, task := range []string{"2.1", "2.2", "2.2"} {
		c, err := track(t, text, samplePlan).Progress(Request{TaskDone: task, Commit: "fffffff"}, now)
		text = mustDo(t, c, err).Text
	}
	wantValues(t, text, checkpoints+"EXECUTE/tasks_completed", "4", checkpoints+"EXECUTE/last_commit", `"fffffff"`)
	if n := len(parse(t, text).Checkpoint(Execute).Value.Get("commits").Elements); n != 3 {
		t.Errorf("%d commits", n)
	}
}

func TestProgressRefused(t *testing.T) {
	minus, one, nine := -1, 1, 9
	for reason, p := range map[string]Request{
		`no task "9.9" in plan.md`:                                      {TaskDone: "9.9"},
		`no task "what" in plan.md`:                                     {TaskDone: "what"},
		`"xyz" is not a commit; expected 7 to 64 hex digits`:            {TaskDone: "2.1", Commit: "xyz"},
		"--commit and --message require --task-done":                    {Commit: "abcdef0"},
		"the number of tasks or issues must be 0 or more":               {Done: &minus},
		"--done is 9, but plan.md has only 4 tasks":                     {Done: &nine},
		"the phase is 3, but the number of phases is 2":                 {Phase: 3, Phases: 2},
		"the phase is 3, but the number of phases is 0":                 {Phase: 3},
		"--task-done cannot be used with --done":                        {TaskDone: "2.1", Done: &one},
		"issues can be fixed only in step FIX, but the step is EXECUTE": {Fixed: &one},
		`no step "what"`: {Step: "what"},
		"step COMPLETE has no checkpoint, so it cannot record progress":       {Step: Complete},
		"tasks can be completed only in step EXECUTE, but the step is ENRICH": {Step: "enrich", TaskDone: "1.1"},
	} {
		text := with(t, sample, checkpoints+"ENRICH/status", `"IN_PROGRESS"`)
		if p.Step == Fix {
			text = with(t, text, checkpoints+"FIX/status", `"IN_PROGRESS"`)
		}
		_, err := track(t, text, samplePlan).Progress(p, now)
		if r, ok := errors.AsType[*protocol.RequestError](err); !ok || r.Refused || r.Reason != reason {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
	for reason, step := range map[string]string{"PLAN is PASSED; expected IN_PROGRESS": Planning, "FIX is NOT_STARTED; expected IN_PROGRESS": "fix"} {
		_, err := track(t, sample, samplePlan).Progress(Request{Step: step}, now)
		if s, ok := errors.AsType[*protocol.RequestError](err); !ok || !s.Refused || s.Reason != reason || s.Hint != "mdck loop start "+Fold(step) {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
}

func TestInvalidJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  // a\n}":                   "metadata.json:2:3: ",
		`{"a": 1, "a": 2}`:               "metadata.json:1:10: ",
		"{}\nx":                          "metadata.json:2:1: ",
		"":                               "metadata.json:1:1: ",
		"{\"a\": \"\xff\"}":              "metadata.json:1:8: ",
		strings.Repeat("[", 1<<20):       "metadata.json:1:",
		strings.Repeat(" ", 1<<20) + "{": "metadata.json:",
	} {
		if _, err := Parse("metadata.json", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
	}
	tr := &Track{Path: "m.json", Faults: map[string]error{}}
	for _, o := range ops("", "x") {
		if _, err := o.do(tr, now); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s without metadata: %v", o.name, err)
		}
	}
	if !strings.Contains(jsondoc.Schema("metadata", metadataFields()), `"loop_state"`) {
		t.Error("the schema has no loop_state")
	}
}

func TestReadStep(t *testing.T) {
	m := parse(t, sample)
	for name, want := range map[string]string{"": Execute, "plan": Planning, "evaluate-plan": EvaluatePlan, "Business Sync": BusinessSync, "enrich": "ENRICH", "execute": Execute, "what": "-"} {
		got, err := m.readStep(name)
		if err != nil {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestAgents(t *testing.T) {
	for _, s := range steps {
		c, err := track(t, `{"loop_state": {}}`, "").Start(Request{Step: s.Name}, now)
		want := ""
		if s.Agent != "" {
			want = `"` + s.Agent + `"`
		}
		wantValues(t, mustDo(t, c, err).Text, checkpoints+s.Name+"/agent", want)
		if (s.Name == Complete) != (at(t, c.Text, checkpoints+s.Name) == "") {
			t.Errorf("%s: %s", s.Name, c.Text)
		}
		c, err = track(t, `{"superpower_enhanced": false, "loop_state": {}}`, "").Start(Request{Step: s.Name, Agent: " me "}, now)
		if s.Name != Complete {
			wantValues(t, mustDo(t, c, err).Text, checkpoints+s.Name+"/agent", `"me"`)
		}
	}
	c, err := track(t, `{"loop_state": {"superpower_enhanced": false}}`, "").Start(Request{Step: Planning}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"PLAN/agent", `"loop-planner"`)
}

func TestIssues(t *testing.T) {
	text := with(t, sample, checkpoints+"EVALUATE_EXECUTION/failure_items", `["a", "b", "c"]`)
	c, err := track(t, text, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/issues_total", "3")
	c, err = track(t, text, "").Start(Request{Step: Fix, Total: 5}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/issues_total", "5")
	two := 2
	c, err = track(t, c.Text, "").Progress(Request{Fixed: &two, Issue: "b"}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/issues_fixed", "2", checkpoints+"FIX/current_issue", `"b"`)
}
