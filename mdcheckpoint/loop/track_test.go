package loop

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

func verdicts(tr *Track, out claim.Outside) []string {
	var all []string
	for _, v := range claim.Verify(tr.Tree, tr.claims(out)) {
		text := tr.Files[tr.Path].Text
		all = append(all, v.Key+" "+v.String()+" at "+text[v.Span.Start:v.Span.End])
	}
	return all
}

func TestClaims(t *testing.T) {
	commits := claim.Outside{Commit: func(hash string) (bool, error) { return hash == "abc1234", nil }}
	good := []string{
		`track-id verified: name of the directory is header_20260213 at "header_20260213"`,
		`output verified: file conductor/tracks/header_20260213/plan.md exists at "conductor/tracks/header_20260213/plan.md"`,
		`commit verified: commit abc1234 exists at "abc1234"`,
		`last-task verified: task 1.2 of plan.md is done at "Task 1.2"`,
		`tasks-completed verified: number of done tasks in plan.md is 2 at 2`,
		`tasks-total verified: number of tasks in plan.md is 4 at 4`,
	}
	for _, e := range []struct {
		name string
		tree fstest.MapFS
		out  claim.Outside
		want []string
	}{
		{"all verified", tree(), commits, good},
		{"id without a date", tree(samplePath, strings.Replace(sample, `"header_20260213"`, `"header"`, 1)), commits, replaced(good, 0, `track-id verified: name of the directory is "header" at "header"`)},
		{"no repository", tree(), claim.Outside{}, replaced(good, 2, "commit unverifiable: commit abc1234, because there is no git repository at \"abc1234\"")},
		{"more tasks done", tree("conductor/tracks/header_20260213/plan.md", "- [ ] 1.1 a\n- [x] 1.2 b\n- [x] 1.3 c\n- [x] 1.4 d\n"), commits, replaced(good, 4, `tasks-completed stale: number of done tasks in plan.md, recorded 2, actual 3 at 2`)},
		{"plan rewritten", tree("conductor/tracks/header_20260213/plan.md", "- [ ] 3.1 a\n"), commits, replaced(good, 3, `last-task stale: task 1.2 of plan.md, recorded done, actual missing at "Task 1.2"`, 4, `tasks-completed stale: number of done tasks in plan.md, recorded 2, actual 0 at 2`, 5, `tasks-total stale: number of tasks in plan.md, recorded 4, actual 1 at 4`)},
		{"plan without tasks", tree("conductor/tracks/header_20260213/plan.md", "a"), commits, replaced(good, 3, `last-task unverifiable: task 1.2 of plan.md, recorded done, because conductor/tracks/header_20260213/plan.md has no tasks at "Task 1.2"`, 4, `tasks-completed unverifiable: number of done tasks in plan.md, recorded 2, because conductor/tracks/header_20260213/plan.md has no tasks at 2`, 5, `tasks-total unverifiable: number of tasks in plan.md, recorded 4, because conductor/tracks/header_20260213/plan.md has no tasks at 4`)},
	} {
		got := verdicts(Read(e.tree, samplePath), e.out)
		if strings.Join(got, "\n") != strings.Join(e.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", e.name, strings.Join(got, "\n"), strings.Join(e.want, "\n"))
		}
	}
}

func TestIDClaim(t *testing.T) {
	for folder, verdict := range map[string]string{"03": "verified", "03-menu": "verified", "03_menu": "verified", "03b-menu": "stale", "menu-03": "stale"} {
		name := "conductor/tracks/" + folder + "/metadata.json"
		tr := Read(fstest.MapFS{name: {Data: []byte(`{"track_id": "03"}`)}}, name)
		if got := verdicts(tr, claim.Outside{}); len(got) != 1 || !strings.HasPrefix(got[0], claimID+" "+verdict) {
			t.Errorf("%s: got %q, want %s", folder, got, verdict)
		}
	}
}

func replaced(list []string, pairs ...any) []string {
	out := append([]string{}, list...)
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i].(int)] = pairs[i+1].(string)
	}
	return out
}

func TestOutputs(t *testing.T) {
	files := with(t, `{"loop_state": {"checkpoints": {"PLAN": {}}}}`, checkpoints+"PLAN/output_files", `["a.go", "b.go", "spec.md", "./c/", "../x", "../../../../../x", "/etc/hosts", "c\\d", ""]`)
	tr := Read(fstest.MapFS{
		"sub/conductor/tracks/x/metadata.json": {Data: []byte(files)}, "sub/conductor/tracks/x/spec.md": {}, "sub/a.go": {}, "b.go": {}, "sub/c/e": {}, "x": {},
	}, "sub/conductor/tracks/x/metadata.json")
	var got []string
	for _, v := range claim.Verify(tr.Tree, tr.claims(claim.Outside{})) {
		got = append(got, strings.TrimPrefix(v.Name, "file ")+"="+string(v.Status))
	}
	if want := `a.go=verified b.go=stale spec.md=verified ./c/=verified ../x=verified ../../../../../x=unverifiable /etc/hosts=unverifiable c\d=unverifiable`; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if tr.Root != "sub" || tr.ID != "x" || tr.Dir != "sub/conductor/tracks/x" {
		t.Errorf("got %+v", tr)
	}
}

func TestRead(t *testing.T) {
	tr := Read(tree(), samplePath)
	if tr.Metadata == nil || tr.Plan.Total() != 4 || tr.Root != "." || tr.ID != "header_20260213" || len(tr.Files) != 2 || len(tr.Faults) != 0 {
		t.Errorf("got %+v", tr)
	}
	torn := Read(tree(samplePath, `{"a": `), samplePath)
	if torn.Metadata != nil || torn.Faults[samplePath] == nil || torn.Files[samplePath] == nil || torn.claims(claim.Outside{}) != nil {
		t.Errorf("got %+v", torn)
	}
	if _, err := torn.Pass(Request{}, now); err == nil || !strings.HasPrefix(err.Error(), samplePath+":1:") {
		t.Errorf("got %v", err)
	}
	if _, err := Read(fstest.MapFS{}, "metadata.json").Resume(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	dir := Read(fstest.MapFS{"metadata.json/a": {}, "plan.md/a": {}}, "metadata.json")
	if len(dir.Faults) != 2 || dir.Metadata != nil || dir.Plan != nil {
		t.Errorf("got %+v", dir)
	}
	bare := Read(fstest.MapFS{"metadata.json": {Data: []byte(sample)}}, "metadata.json")
	for _, v := range claim.Verify(bare.Tree, bare.claims(claim.Outside{})) {
		if strings.HasPrefix(v.Key, "task") && (v.Status != claim.Unverifiable || v.Reason != "plan.md does not exist") {
			t.Errorf("got %v", v)
		}
	}
}

// realFile combines unusual values of real files, without errors.
const realFile = `{
    "track_id": "rescue-game_20260101",
    "created": "2026-01-01",
    "status": "in-progress",
    "priority": "high",
    "summary": "Fünf Spiele",
    "depends_on": ["other"],
    "discovered_work": ["docs/a.md"],
    "loop_state": {
        "current_step": "GAME_VERIFICATION",
        "step_status": "WAITING_FOR_USER",
        "max_fix_cycles": 5,
        "superpower_enhanced": true,
        "checkpoints": {
            "ENRICH": {"status": "PASSED", "started_at": "2026-01-01", "completed_at": "2026-01-01", "agent": "x", "artifacts": ["a"]},
            "EVALUATE_PLAN": {"status": "NOT_STARTED", "checks": {"anything": [1, {"b": null}]}},
            "EXECUTE": {"status": "IN_PROGRESS"},
            "EVALUATE_EXECUTION": {"status": "PASSED", "completed_at": "N/A", "notes": ["a", "b"], "output_files": "a.md"},
            "EVALUATE": {"status": "COMPLETE", "started_at": "pending"},
            "FIX": "NOT_STARTED"
        }
    },
    "blockers": ["no key"],
    "superpower_enhanced": "true"
}`

func TestRealFile(t *testing.T) {
	m := parse(t, realFile)
	rules := map[string]int{}
	for _, p := range m.check(nil, false) {
		rules[p.Rule]++
		if !p.Warning {
			t.Errorf("%s is an error", p.Message)
		}
	}
	if rules[ruleStatus] != 3 || rules[ruleTime] != 2 {
		t.Errorf("found %v: %s", rules, strings.Join(found(m.check(nil, false)), "\n"))
	}
	plain := parse(t, with(t, sample, checkpoints+"EXECUTE/commits", `["1234567", {"sha": "7654321"}, 3]`)).Checkpoint(Execute)
	if all := plain.commits(); len(all) != 4 || text(all[0].SHA) != "1234567" || all[3].Task != "Task 1.2" {
		t.Errorf("commits %+v", all)
	}
	c := m.Checkpoint(EvaluateExecution)
	if got := fmt.Sprintln(len(c.notes()), text(c.outputs()[0]), m.Checkpoint(Fix).Status, m.Blockers()[0].Description, m.Blockers()[0].Active(), m.FixText(), m.legacy(), m.Version()); got != "2 a.md NOT_STARTED no key true 0 of 5 false 1\n" {
		t.Errorf("read %s", got)
	}
	if at, ok := m.Updated(); !ok || at.Format("2006-01-02") != "2026-01-01" {
		t.Errorf("updated %v, %v", at, ok)
	}
	if at, ok := parse(t, sample).Updated(); !ok || at.Format(spelling.TimeLayout) != "2026-02-13T12:05:00Z" {
		t.Errorf("updated %v, %v", at, ok)
	}
}

// TestErrors checks that only problems that make the loop itself fail are errors.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                                   "the document is an array; expected an object",
		`{"version": 2}`:                       `missing key "loop_state", which version 2 requires`,
		`{"loop_state": []}`:                   `"loop_state" is an array; expected an object`,
		`{"loop_state": {"step_status": "x"}}`: `missing key "current_step" in "loop_state"`,
		`{"loop_state": {"current_step": "PLAN"}}`:          `missing key "step_status" in "loop_state"`,
		with(t, sample, "loop_state/fix_cycle_count", "[]"): `"fix_cycle_count" is an array; expected a whole number or null`,
		with(t, sample, "loop_state/current_step", "3"):     `"current_step" is a whole number; expected a string`,
		with(t, sample, "loop_state/checkpoints", "[]"):     `"checkpoints" is an array; expected an object`,
		with(t, sample, "blockers", "{}"):                   `"blockers" is an object; expected an array`,
	} {
		var got []string
		for _, p := range parse(t, text).check(nil, false) {
			if !p.Warning {
				got = append(got, p.Message)
				if p.Rule != ruleSchema {
					t.Errorf("%s: got rule %s, want %s", p.Message, p.Rule, ruleSchema)
				}
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"{}", `{"loop_state": {"current_step": "COMPLETE"}}`} {
		if got := parse(t, text).check(nil, true); len(got) != 0 {
			t.Errorf("%s: found %v", text, found(got))
		}
	}
	wantsProblems(t, with(t, sample, checkpoints+"EXECUTE/last_task", `"9.9"`), `w last-task: last_task "9.9" is not a task of plan.md`)
	if got := parse(t, with(t, sample, checkpoints+"EXECUTE/last_task", `"9.9"`)).check(nil, false); len(found(got)) != 0 {
		t.Errorf("without a plan: %v", found(got))
	}
	wantsProblems(t, with(t, sample, "loop_state/step_status", `"in progress"`), `w status: "step_status" is "in progress"; expected "IN_PROGRESS"`)
	wantsProblems(t, with(t, sample, checkpoints+"FIX/status", `"BOARD_REVIEW"`), `w schema: checkpoint "FIX" lacks "started_at", "agent"`, `w status: unknown status "BOARD_REVIEW"; expected one of NOT_STARTED, IN_PROGRESS, PASSED, FAILED, BLOCKED, SKIPPED, PASSED_WITH_WARNINGS`)
}
