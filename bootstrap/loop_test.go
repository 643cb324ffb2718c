package bootstrap_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop"
)

const (
	trackDir  = "conductor/tracks/login_20260213/"
	trackPath = trackDir + "metadata.json"
)

const goodTrack = `{
  "version": 3, "track_id": "login_20260213", "type": "feature", "status": "in_progress", "created_at": "2026-02-13",
  "loop_state": {
    "current_step": "EXECUTE", "step_status": "IN_PROGRESS", "fix_cycle_count": 1, "max_fix_cycles": 3,
    "checkpoints": {
      "PLAN": {"status": "PASSED", "started_at": "2026-02-13T12:00:00Z", "completed_at": "2026-02-13T13:00:00Z", "agent": "p"},
      "EXECUTE": {"status": "IN_PROGRESS", "started_at": "2026-02-13T14:00:00Z", "agent": "superpowers:executing-plans", "tasks_completed": 1, "tasks_total": 3,
        "last_task": "Task 1.1", "commits": [{"sha": "abc1234", "task": "1.1"}], "output_files": ["src/a.go", "spec.md"], "notes": "half done", "last_updated": "2026-02-13T15:00:00Z"}
    }
  },
  "blockers": []
}
`

const goodPlan = "# Plan\n\n- [x] 1.1 write the table <!-- abc1234 -->\n- [ ] 1.2 parse the header\n- [ ] 2.1 print\n"

func track(pairs ...string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range with(map[string]string{
		trackPath: goodTrack, trackDir + "plan.md": goodPlan, trackDir + "spec.md": "spec\n", "src/a.go": "a\n", "conductor/knowledge/patterns.md": "p\n",
	}, pairs...) {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func inTrack(pairs ...string) string {
	text := goodTrack
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(text, pairs[i]) != 1 {
			panic(pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func at(step, status string) string {
	return inTrack(`"current_step": "EXECUTE", "step_status": "IN_PROGRESS"`, `"current_step": "`+step+`", "step_status": "`+status+`"`)
}

func TestTrack(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5}
	stands := `"blockers": [{"id": "b1", "description": "no account", "blocked_step": "EXECUTE", "status": "ACTIVE"}]`
	for name, c := range map[string]struct {
		pairs   []string
		force   bool
		refused string
		missing []string
		says    []string
		text    []string
	}{
		"good": {says: []string{"track login_20260213, type feature, status in_progress, version 3, current_step EXECUTE, step_status IN_PROGRESS, action continue, resume_from 1.1, next_task 1.2, fix_cycles 1 of 3, updated 2026-02-13T15:00:00Z\n",
			"7 verified, 0 stale, 0 unverifiable", "continue step EXECUTE at task \"1.2\" with \"superpowers:executing-plans\"", "- next: 1.2 parse the header (open, line 4)\n", "- half done\n"},
			text: []string{"Restart sequence of login_20260213 (loop)\n", "  tasks 3, done 1, open 2\n", "  conductor/knowledge/patterns.md: 1 line", "  conductor/knowledge/errors.json: does not exist\n", "  conductor/tracks.md: does not exist\n", "\nStep 4: Read the results of the current step, and their evaluation\n  src/a.go: 1 line"}},
		"plan not started":      {pairs: []string{trackPath, at("PLAN", "NOT_STARTED"), trackDir + "plan.md", ""}, says: []string{"action dispatch", "begin step PLAN with \"p\""}, text: []string{"plan.md: does not exist\n"}},
		"not started":           {pairs: []string{trackPath, at("NOT_STARTED", "NOT_STARTED")}, says: []string{"current_step PLAN, ", "Note: 1 warning about the state\n", "mdck reads it as PLAN"}},
		"plan passed":           {pairs: []string{trackPath, at("PLAN", "PASSED")}, says: []string{"action move, to EVALUATE_PLAN", "go to step EVALUATE_PLAN: mdck loop start EVALUATE_PLAN"}},
		"brainstorm":            {pairs: []string{trackPath, at("BRAINSTORM", "IN_PROGRESS"), trackDir + "plan.md", "", trackDir + "spec.md", ""}, text: []string{"plan.md: does not exist\n", "spec.md: does not exist\n"}},
		"board":                 {pairs: []string{trackPath, at("EVALUATE_PLAN", "BOARD_REVIEW")}, says: []string{"ask the board to decide on the plan"}},
		"partial":               {pairs: []string{trackPath, at("PARALLEL_EXECUTE", "PARTIAL_FAIL")}, says: []string{"handle the failures in step PARALLEL_EXECUTE, and continue the tasks that do not depend on them"}},
		"done":                  {pairs: []string{trackPath, at("COMPLETE", "NOT_STARTED")}, says: []string{"write the retrospective, then complete the track"}},
		"complete":              {pairs: []string{trackPath, strings.Replace(at("COMPLETE", "PASSED"), `"in_progress"`, `"complete"`, 1)}, says: []string{"nothing"}},
		"fix":                   {pairs: []string{trackPath, at("FIX", "IN_PROGRESS"), trackDir + "evaluation-report.md", "r\n"}, text: []string{trackDir + "evaluation-report.md: 1 line", trackDir + "fix-log.md: does not exist\n"}},
		"fixes":                 {pairs: []string{trackPath, strings.Replace(at("FIX", "IN_PROGRESS"), `"PLAN": {`, `"FIX": {"status": "IN_PROGRESS", "fixes_remaining": ["the header"]}, "PLAN": {`, 1)}, says: []string{"Fixes Remaining, from " + trackPath + ":\n"}},
		"open earlier task":     {pairs: []string{trackPath, inTrack("Task 1.1", "Task 2.1"), trackDir + "plan.md", strings.Replace(goodPlan, "[ ] 2.1", "[x] 2.1", 1) + "- [ ] 2.2 guide\n"}, says: []string{"- open, before that task: 1.2 parse the header"}},
		"no plan":               {pairs: []string{trackDir + "plan.md", ""}, missing: []string{trackDir + "plan.md"}, says: []string{"4 verified, 0 stale, 3 unverifiable"}},
		"no specification":      {pairs: []string{trackDir + "spec.md", ""}, missing: []string{trackDir + "spec.md", "spec.md"}},
		"no output":             {pairs: []string{"src/a.go", ""}, missing: []string{"src/a.go"}, says: []string{"- stale: file src/a.go does not exist\n"}},
		"output outside":        {pairs: []string{trackPath, inTrack(`"src/a.go"`, `"/etc/passwd"`)}, text: []string{"  /etc/passwd (outside the project)\n"}},
		"plan disagrees":        {pairs: []string{trackDir + "plan.md", strings.Replace(goodPlan, "[x]", "[ ]", 1)}, says: []string{"- stale: task 1.1 of plan.md, recorded done, actual open\n", "- stale: number of done tasks in plan.md, recorded 1, actual 0\n"}},
		"cycles":                {pairs: []string{trackPath, strings.Replace(at("EVALUATE_EXECUTION", "FAILED"), `"fix_cycle_count": 1`, `"fix_cycle_count": 3`, 1)}, refused: "3 of 3 fix cycles are used, so a person must first choose extend, accept or stop"},
		"blocked":               {pairs: []string{trackPath, strings.Replace(at("EXECUTE", "BLOCKED"), `"blockers": []`, stands, 1)}, refused: "EXECUTE is blocked by \"b1 (no account)\", which a person must resolve first", says: []string{"Note: 1 blocker to resolve first\n", "- b1 (no account), at EXECUTE\n"}},
		"open blocker":          {pairs: []string{trackPath, inTrack(`"blockers": []`, stands)}, refused: "EXECUTE is blocked by \"b1 (no account)\", which a person must resolve first", says: []string{"no account"}},
		"blocker, force":        {pairs: []string{trackPath, inTrack(`"blockers": []`, stands)}, force: true, refused: "EXECUTE is blocked by \"b1 (no account)\", which a person must resolve first", says: []string{"Blockers, from " + trackPath + ":\n", "ask a person to decide"}},
		"resolved":              {pairs: []string{trackPath, inTrack(`"blockers": []`, strings.Replace(stands, "ACTIVE", "RESOLVED", 1))}},
		"escalated":             {pairs: []string{trackPath, at("EXECUTE", "ESCALATE")}, refused: "the loop escalated"},
		"unknown step":          {pairs: []string{trackPath, at("DANCE", "PASSED")}, refused: "\"DANCE\" is PASSED: the protocol has no rule for this state"},
		"no loop_state":         {pairs: []string{trackPath, `{"track_id": "login_20260213"}`}, says: []string{"continue with task \"1.2 parse the header\""}},
		"broken":                {pairs: []string{trackPath, "{"}, refused: "metadata.json cannot be read: " + trackPath + ":1:2", missing: []string{trackPath}},
		"broken, force":         {pairs: []string{trackPath, "\xff"}, force: true, refused: "cannot be read", missing: []string{trackPath}},
		"specification":         {pairs: []string{trackPath, "", trackDir + "plan.md", ""}, says: []string{"write plan.md"}},
		"task for a person":     {pairs: []string{trackPath, "", trackDir + "plan.md", "- [ ] Task: User Manual Verification 'Printing'\n"}, says: []string{"ask a person: \"User Manual Verification 'Printing'\""}},
		"all done":              {pairs: []string{trackPath, "", trackDir + "plan.md", "- [x] 1.1 print\n"}, says: []string{"all tasks are done"}},
		"paused":                {pairs: []string{trackPath, "", "conductor/tracks.md", "- [ ] **Track: login**\n  - *Status:* **paused** (no account)\n  - tracks/login_20260213/\n"}, says: []string{"continue with task \"1.2 parse the header\" (the track is paused)"}},
		"none":                  {pairs: []string{trackPath, "", trackDir + "plan.md", "", trackDir + "spec.md", ""}, refused: "there is no metadata.json", missing: []string{trackPath}},
		"plan without metadata": {pairs: []string{trackPath, ""}, says: []string{"continue with task \"1.2 parse the header\""}},
	} {
		t.Run(name, func(t *testing.T) {
			s := loop.Restart(bootstrap.Input{Tree: track(c.pairs...), Path: trackPath, Force: c.force, Counter: words{}, Outside: commits("", "abc1234")})
			want := all
			if c.refused != "" && !c.force {
				want = all[:1]
			}
			checkRow(t, s, want, c.refused, c.missing, c.says, c.text)
		})
	}
}

func TestTrackClaims(t *testing.T) {
	in := bootstrap.Input{Tree: track(), Path: trackPath}
	if s := loop.Restart(in); s.Tally() != "6 verified, 0 stale, 1 unverifiable" {
		t.Errorf("got %s", s.Text(asIs))
	}
	in.Lean, in.Outside = true, claim.Outside{Commit: func(string) (bool, error) { panic("asked") }}
	if s := loop.Restart(in); s.Tally() != "6 verified, 0 stale, 0 unverifiable" {
		t.Errorf("lean: %s", s.Tally())
	}
}

func TestTrackAges(t *testing.T) {
	updated := time.Date(2026, 2, 13, 15, 0, 0, 0, time.UTC)
	s := loop.Restart(bootstrap.Input{Tree: track(), Path: trackPath, Now: updated.Add(3 * time.Hour)})
	if want := "updated 2026-02-13T15:00:00Z (3 h ago)\n"; !strings.Contains(s.Text(asIs), want) || !strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), want) {
		t.Errorf("want %q in\n%s", want, s.Text(asIs))
	}
	if text := loop.Restart(bootstrap.Input{Tree: track(), Path: trackPath}).Text(asIs); strings.Contains(text, "ago") {
		t.Errorf("without a time there is an age in\n%s", text)
	}
}

func trackOf(entries []string, value string) fstest.MapFS {
	var blockers, commits []any
	for _, e := range entries {
		blockers = append(blockers, map[string]any{"id": e, "description": value, "status": "ACTIVE", "blocked_step": e})
		commits = append(commits, map[string]any{"sha": e, "task": value})
	}
	text, err := json.Marshal(map[string]any{
		"version": 2, "track_id": value, "type": value, "status": value, "updated_at": value, "blockers": blockers,
		"loop_state": map[string]any{"current_step": "FIX", "step_status": "IN_PROGRESS", "checkpoints": map[string]any{
			"FIX":     map[string]any{"status": value, "agent": value, "notes": entries, "output_files": entries, "fixes_remaining": entries},
			"EXECUTE": map[string]any{"last_task": value, "commits": commits, "output_files": entries, "tasks_completed": 3},
		}},
	})
	if err != nil {
		panic(err)
	}
	return fstest.MapFS{trackPath: {Data: text}, trackDir + "plan.md": {Data: []byte("- [ ] " + strings.Join(entries, "\n- [x] ") + "\n")}}
}

func TestTrackHostile(t *testing.T) {
	for _, text := range append(slices.Clone(hostile), "plain", strings.Repeat("a.go, ", 300)) {
		tree := trackOf([]string{"plain", text, "after " + text}, text)
		checkAll(t, loop.Restart(bootstrap.Input{Tree: tree, Path: trackPath, Force: true}), bootstrap.MinPackBytes, 2500, bootstrap.DefaultPackBytes)
		checkAll(t, loop.Restart(bootstrap.Input{Tree: tree, Path: trackPath}), 2500)
		tree[trackPath] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(tree[trackPath].Data), `"FIX"`, jsonText(text)))}
		checkAll(t, loop.Restart(bootstrap.Input{Tree: tree, Path: trackPath, Force: true}), 2500)
	}
}

func jsonText(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}

func FuzzTrack(f *testing.F) {
	for i, text := range hostile {
		if len(text) > 1000 {
			continue
		}
		f.Add(uint16(i*300), text+"\n"+hostile[(i+3)%len(hostile)], text)
	}
	f.Fuzz(func(t *testing.T, limit uint16, entries, value string) {
		checkAll(t, loop.Restart(bootstrap.Input{Tree: trackOf(strings.Split(entries, "\n"), value), Path: trackPath, Force: true}), max(int(limit), bootstrap.MinPackBytes))
	})
}

func FuzzTrackFiles(f *testing.F) {
	for i, text := range []string{goodTrack, "{", "[]", "{}", "\ufeff" + goodTrack, strings.ReplaceAll(goodTrack, "\n", "\r\n"), at("FIX", "FAILED"), at("COMPLETE", "x"), at("PLAN", "BLOCKED")} {
		for _, plan := range []string{goodPlan, "\xff", "", "- [ ] a\n```\n- [x] b"} {
			f.Add(uint16(i*900), text, plan)
		}
	}
	f.Fuzz(func(t *testing.T, limit uint16, metadata, plan string) {
		tree := track()
		tree[trackPath], tree[trackDir+"plan.md"] = &fstest.MapFile{Data: []byte(metadata)}, &fstest.MapFile{Data: []byte(plan)}
		checkAll(t, loop.Restart(bootstrap.Input{Tree: tree, Path: trackPath, Force: true}), max(int(limit), bootstrap.MinPackBytes))
	})
}
