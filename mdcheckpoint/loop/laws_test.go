package loop

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
)

type op struct {
	name string
	do   func(t *Track, at time.Time) (*Change, error)
}

func ops(step, text string) []op {
	n := len(text) % 5
	return []op{
		{"start", func(t *Track, at time.Time) (*Change, error) { return t.Start(Request{Step: step}, at) }},
		{"start by", func(t *Track, at time.Time) (*Change, error) {
			return t.Start(Request{Step: step, Agent: text, Total: n}, at)
		}},
		{"progress", func(t *Track, at time.Time) (*Change, error) {
			return t.Progress(Request{Step: step, Phase: 1, Phases: 1 + n, Task: text, Done: &n}, at)
		}},
		{"task done", func(t *Track, at time.Time) (*Change, error) {
			return t.Progress(Request{Step: step, TaskDone: "2.1", Commit: "abcdef0", Message: text}, at)
		}},
		{"a task done", func(t *Track, at time.Time) (*Change, error) {
			return t.Progress(Request{Step: step, TaskDone: text}, at)
		}},
		{"fixed", func(t *Track, at time.Time) (*Change, error) {
			return t.Progress(Request{Step: step, Fixed: &n, Issue: text}, at)
		}},
		{"pass", func(t *Track, at time.Time) (*Change, error) {
			return t.Pass(Request{Step: step, Outputs: []string{"a.go", text, text}, Notes: text}, at)
		}},
		{"plain pass", func(t *Track, at time.Time) (*Change, error) { return t.Pass(Request{Step: step}, at) }},
		{"fail", func(t *Track, at time.Time) (*Change, error) { return t.Fail(Request{Step: step, Notes: text}, at) }},
		{"block", func(t *Track, at time.Time) (*Change, error) {
			return t.Block(Request{Step: step, Blocker: text}, at)
		}},
		{"unblock", func(t *Track, at time.Time) (*Change, error) { return t.Unblock(Request{Step: step}, at) }},
		{"unblock it", func(t *Track, at time.Time) (*Change, error) { return t.Unblock(Request{Blocker: text}, at) }},
		{"skip", func(t *Track, at time.Time) (*Change, error) { return t.Skip(Request{Step: step, Notes: text}, at) }},
		{"sync", func(t *Track, at time.Time) (*Change, error) { return t.Sync(at) }},
		{"migrate", func(t *Track, at time.Time) (*Change, error) { return t.Migrate(at) }},
	}
}

func TestLossless(t *testing.T) {
	v1 := without(t, without(t, sample, "version"), "loop_state")
	blocked := with(t, with(t, sample, "loop_state/step_status", `"BLOCKED"`), "blockers", `[{"id": "b1", "description": "no key", "status": "ACTIVE"}]`)
	for _, text := range []string{sample, v1, blocked} {
		for _, step := range []string{"", Planning, Execute, Fix, "ENRICH", Complete} {
			for _, o := range ops(step, "no key") {
				plain, err := o.do(track(t, text, samplePlan), now)
				for _, s := range styles[1:6] {
					if s.Name == "one line" {
						continue
					}
					got, err2 := o.do(track(t, s.Of(text), samplePlan), now)
					if (err == nil) != (err2 == nil) {
						t.Errorf("%s %q, %s: %v, and in plain %v", o.name, step, s.Name, err2, err)
					} else if err == nil && got.Text != s.Of(plain.Text) {
						t.Errorf("%s %q, %s: got %q, want %q", o.name, step, s.Name, got.Text, s.Of(plain.Text))
					}
				}
			}
		}
	}
}

var ownKeys = []string{
	"version", "track_id", "status", "updated_at", "completed_at", "current_step", "step_status", "step_started_at", "fix_cycle_count", "max_fix_cycles",
	"started_at", "agent", "last_updated", "notes", "output_files", "current_phase", "total_phases", "current_task", "tasks_completed", "tasks_total",
	"last_task", "last_commit", "commits", "issues_total", "issues_fixed", "current_issue", "cycle", "resolved_at", "fixes_remaining", "history",
}

func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, e := range v {
			if e = bare(e); e != nil && !slices.Contains(ownKeys, k) {
				m[k] = e
			}
		}
		if text, ok := m["description"]; ok && len(m) == 1 {
			return text
		}
		if len(m) > 0 {
			return m
		}
		return nil
	case []any:
		var all []any
		for _, e := range v {
			if e = bare(e); e != nil {
				all = append(all, e)
			}
		}
		if len(all) == 1 {
			if text, ok := all[0].(string); ok {
				return text
			}
		}
		if len(all) > 0 {
			return all
		}
		return nil
	}
	return v
}

func decoded(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

func checkChange(t *testing.T, name string, before *Track, o op) {
	t.Helper()
	text := before.Metadata.Doc.File.Text
	c, err := o.do(before, now)
	if err != nil {
		protocoltest.Refusal(t, err)
		return
	}
	if !c.Changed() && len(c.Did) > 0 {
		t.Errorf("%s: nothing changed, but Did is %q", name, c.Did)
	}
	if was, is := bare(decoded(t, text)), bare(decoded(t, c.Text)); o.name != "block" && o.name != "migrate" && !reflect.DeepEqual(was, is) {
		t.Errorf("%s changes what it does not name:\n%s\nbecomes\n%s", name, text, c.Text)
	}
	checkKept(t, name, text, c.Text)
	m := c.After
	if cp := m.Checkpoint(m.Step()); cp != nil && !strings.HasPrefix(o.name, "unblock") && o.name != "sync" && o.name != "migrate" && c.Changed() {
		step := c.Did[0][strings.LastIndexByte(c.Did[0], ' ')+1:]
		if status := m.stepStatus(); sameStep(step, m.Step()) && mismatched(status, cp.Status) {
			t.Errorf("%s leaves two statuses: %s and %s in %s", name, status, cp.Status, c.Text)
		}
	}
	again := *before
	again.Metadata = c.After
	if o.name == "start" || o.name == "start by" {
		return // starting a passed step again is a change
	}
	second, err := o.do(&again, now)
	if err != nil && (strings.HasPrefix(o.name, "unblock") || c.Text == text) {
		return
	}
	if err != nil || second.Changed() {
		t.Errorf("%s, again: %v, %+v\nof %s\nthen %s", name, err, second, c.Text, second.Text)
	}
}

func checkKept(t *testing.T, name, was, is string) {
	t.Helper()
	if strings.HasSuffix(was, "\n") != strings.HasSuffix(is, "\n") || strings.HasPrefix(was, "\ufeff") != strings.HasPrefix(is, "\ufeff") {
		t.Errorf("%s: %q becomes %q", name, was, is)
	}
	lone := strings.ReplaceAll(was, "\r\n", "")
	if strings.Contains(was, "\n") && !strings.ContainsAny(lone, "\r\n") && strings.ContainsAny(strings.ReplaceAll(is, "\r\n", ""), "\r\n") {
		t.Errorf("%s: line endings are mixed in %q", name, is)
	}
}

var oddValues = [][2]string{
	{"version", "3"}, {"version", `"2"`}, {"version", "9"}, {"version", "null"}, {"version", "1.5"},
	{"status", `"in progress"`}, {"status", `"implemented-but-untested"`}, {"status", "7"},
	{"loop_state", "null"}, {"loop_state", `"x"`}, {"loop_state", "{}"}, {"loop_state", "[]"},
	{"loop_state/current_step", `"NOT_STARTED"`}, {"loop_state/current_step", `"GAME_VERIFICATION"`}, {"loop_state/current_step", `"COMPLETE"`},
	{"loop_state/current_step", `"parallel execute"`}, {"loop_state/current_step", "null"}, {"loop_state/current_step", `""`}, {"loop_state/current_step", "5"},
	{"loop_state/current_step", `"FIX"`}, {"loop_state/current_step", `"ENRICH"`}, {"loop_state/current_step", `"EVALUATE_EXECUTION"`},
	{"loop_state/step_status", `"WAITING_FOR_USER"`}, {"loop_state/step_status", `"in-progress"`}, {"loop_state/step_status", `"BLOCKED"`}, {"loop_state/step_status", `"FAILED"`},
	{"loop_state/step_status", `"PASSED"`}, {"loop_state/step_status", `"ESCALATE"`}, {"loop_state/step_status", `"BOARD_REVIEW"`}, {"loop_state/step_status", "null"},
	{"loop_state/fix_cycle_count", `"2"`}, {"loop_state/fix_cycle_count", "3"}, {"loop_state/fix_cycle_count", "-1"}, {"loop_state/fix_cycle_count", "[]"},
	{"loop_state/max_fix_cycles", "null"}, {"loop_state/max_fix_cycles", "0"}, {"loop_state/max_fix_cycles", "1e9"},
	{"loop_state/checkpoints", "{}"}, {"loop_state/checkpoints", "null"}, {"loop_state/checkpoints", "[]"}, {"loop_state/checkpoints", `{"PARALLEL_EXECUTE": {}}`},
	{"loop_state/checkpoints/EXECUTE", `"PASSED"`}, {"loop_state/checkpoints/EXECUTE", `{"status":"IN_PROGRESS"}`}, {"loop_state/checkpoints/EXECUTE", "null"},
	{"loop_state/checkpoints/EXECUTE/progress", `{"tasks_completed": 1, "tasks_total": 2}`}, {"loop_state/checkpoints/EXECUTE/progress", `"half"`},
	{"loop_state/checkpoints/EXECUTE/status", `"done"`}, {"loop_state/checkpoints/EXECUTE/status", `"PASSED"`}, {"loop_state/checkpoints/EXECUTE/completed_at", `"N/A"`},
	{"loop_state/checkpoints/EXECUTE/started_at", "null"}, {"loop_state/checkpoints/EXECUTE/last_task", "2.1"}, {"loop_state/checkpoints/EXECUTE/last_task", `"what is it"`},
	{"loop_state/checkpoints/EXECUTE/commits", `["abc1234"]`}, {"loop_state/checkpoints/EXECUTE/commits", `"abc1234"`}, {"loop_state/checkpoints/EXECUTE/commits", "{}"},
	{"loop_state/checkpoints/EXECUTE/output_files", `"a.go"`}, {"loop_state/checkpoints/EXECUTE/output_files", `["a.go"]`}, {"loop_state/checkpoints/EXECUTE/output_files", "{}"},
	{"loop_state/checkpoints/EXECUTE/notes", `{"a": 1}`}, {"loop_state/checkpoints/EXECUTE/notes", "[]"}, {"loop_state/checkpoints/FIX/cycle", "2"},
	{"blockers", `["no key"]`}, {"blockers", `"no key"`}, {"blockers", "null"}, {"blockers", `[{"id": "b7", "description": "no key", "status": "active"}, {"id": 1, "status": "ACTIVE", "blocked_step": "PLAN"}]`},
	{"loop_state/blockers", `[{"description": "no key", "status": "ACTIVE", "blocked_step": "EXECUTE"}]`},
}

func oddText(t testing.TB, text string, piece [2]string) string {
	t.Helper()
	edits, err := parse(t, text).Doc.Set(piece[1], strings.Split(piece[0], "/")...)
	if err != nil {
		return text
	}
	return protocoltest.Apply(t, text, edits, nil)
}

func TestChanges(t *testing.T) {
	texts := []string{sample, "{}", "[]", "null", `""`, "1"}
	for i, piece := range oddValues {
		text := oddText(t, sample, piece)
		texts = append(texts, text, styles[i%len(styles)].Of(oddText(t, text, oddValues[(i*7+3)%len(oddValues)])))
	}
	steps := []string{"", Planning, Execute, Fix, "ENRICH", BusinessSync, Complete}
	tries := 1
	if testtmp.Long() {
		tries = 2
	}
	for i, text := range texts {
		for k := range tries {
			step := steps[(i+k*4)%len(steps)]
			plan := []string{samplePlan, "", "- [ ] a\n- [x] no key\n"}[(i+k)%3]
			for _, o := range ops(step, "no key") {
				checkChange(t, fmt.Sprintf("%s %q of %s", o.name, step, text), track(t, text, plan), o)
			}
		}
	}
}

func TestStartTwice(t *testing.T) {
	for _, step := range []string{Brainstorm, Planning, EvaluatePlan, Execute, ParallelExecute, EvaluateExecution, Fix, BusinessSync, "ENRICH", Complete} {
		c, err := track(t, sample, samplePlan).Start(Request{Step: step}, now)
		if err != nil {
			t.Fatal(err)
		}
		again, err := track(t, c.Text, samplePlan).Start(Request{Step: step}, now.Add(time.Hour))
		if err != nil || again.Changed() {
			t.Errorf("%s: %v, %s", step, err, again.Text)
		}
	}
}
