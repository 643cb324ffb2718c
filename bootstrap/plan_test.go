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
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
)

const (
	planDir      = ".planning/phases/03-dashboard/"
	planPath     = planDir + "03-02-PLAN.md"
	planState    = ".planning/STATE.md"
	planHandoff  = ".planning/HANDOFF.json"
	planContinue = planDir + ".continue-here.md"
)

const goodPlanState = `---
current_phase: 3
status: executing
last_updated: "2026-02-13T15:00:00Z"
progress:
  total_phases: 3
  completed_phases: 0
  total_plans: 3
  completed_plans: 1
  percent: 0
---
# Project State

Phase: 3 of 3 (Dashboard)
Plan: 2 of 2 in current phase
Status: In progress

Progress: [░░░░░░░░░░] 0%
`

const gatedPlan = `---
phase: 03-dashboard
plan: 02
wave: 2
depends_on: ["03-01"]
files_modified: [src/view.ts, src/new.ts]
autonomous: false
---
<objective>
Show the dashboard.
</objective>

<context>
@.planning/PROJECT.md
@src/types.ts (the types)
@@tanstack/table is a package
` + "```" + `
@in/a/fence.md
` + "```" + `
</context>

<tasks>
<task type="auto">
  <name>Task 1: The view</name>
  <files>src/view.ts</files>
  <action>Map<string, User> & more</action>
</task>
<task type="checkpoint:human-verify" gate="blocking">
  <what-built>Dashboard at http://localhost:3000</what-built>
  <how-to-verify>
    1. Visit it
    2. Look at 375px
  </how-to-verify>
  <resume-signal>Type "approved" or describe issues</resume-signal>
</task>
<task type="auto">
  <name>Take the flag out</name>
  <action>x</action>
</task>
</tasks>
`

func planOf(front, tasks string) string {
	return "---\n" + front + "\n---\n<tasks>\n" + tasks + "</tasks>\n"
}

const autoTask = "<task type=\"auto\"><name>A</name><action>x</action></task>\n"

func planned(pairs ...string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range with(map[string]string{
		planState: goodPlanState, planPath: gatedPlan,
		planDir + "03-01-PLAN.md":    planOf("phase: 3\nplan: 1\nwave: 1\nfiles_modified: [src/types.ts]\nautonomous: true", autoTask),
		planDir + "03-01-SUMMARY.md": "# Done\n", planDir + "03-CONTEXT.md": "c\n", ".planning/PROJECT.md": "p\n", "src/types.ts": "t\n", "src/view.ts": "v\n",
		".planning/phases/04-last/04-01-PLAN.md": planOf("phase: 4\nplan: \"01\"\nwave: 1\nautonomous: true", autoTask),
	}, pairs...) {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

const goodHandoff = `{"version": "1.0", "timestamp": "2026-02-13T16:00:00Z", "phase": "03", "plan": 2, "task": 1, "total_tasks": 3, "status": "paused",
  "completed_tasks": [], "remaining_tasks": [{"id": 1, "name": "the view", "status": "in_progress"}, {"id": 2, "name": "look", "status": "not_started"}, {"id": 3, "name": "flag", "status": "not_started"}],
  "blockers": [], "human_actions_pending": [], "decisions": [], "uncommitted_files": ["src/view.ts"], "next_action": "finish the view", "context_notes": "the header has\ntwo forms"}
`

func handoff(pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(goodHandoff, pairs[i]) != 1 {
			panic(pairs[i])
		}
	}
	return strings.NewReplacer(pairs...).Replace(goodHandoff)
}

const goodContinue = `---
phase: 03-dashboard
task: 1
total_tasks: 3
status: in_progress
last_updated: 2026-02-13T17:00:00Z
---

## BLOCKING CONSTRAINTS

- [ ] CONSTRAINT: never touch the legacy header
- [x] CONSTRAINT: read the guide

<current_state>
The view is half done.
</current_state>

<blockers>
- no staging server
</blockers>

<next_action>
Start with src/view.ts
</next_action>
`

func answered(t testing.TB, answer string) string {
	t.Helper()
	p, err := planfile.Parse(planPath, gatedPlan)
	if err != nil {
		t.Fatal(err)
	}
	gates := p.Gates()
	judged, err := planfile.Judge(&gates[0], answer)
	if err != nil {
		t.Fatal(err)
	}
	change, err := (&planfile.Answers{}).Record(&gates[0], judged, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return change.Text
}

func TestPlan(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5}
	action := `"human_actions_pending": [{"action": "click the link", "context": "in the inbox", "blocking": true}]`
	lists := goodHandoff[strings.Index(goodHandoff, `"completed_tasks"`):strings.Index(goodHandoff, ",\n  \"blockers\"")]
	for name, c := range map[string]struct {
		pairs   []string
		named   string
		force   bool
		refused string
		missing []string
		says    []string
		text    []string
	}{
		"good": {says: []string{"phase 03-dashboard, status executing, plans_done 1 of 3, next_plan 03-02, checkpoint 03-02:2, updated 2026-02-13T15:00:00Z\n", "8 verified, 0 stale, 0 unverifiable",
			"execute plan 03-02", "stop at the human-verify checkpoint 03-02:2, and present it to the person", "to record the answer: mdck plan answer 03-02:2 approved", "human-verify: Dashboard at http://localhost:3000\n", "resume signal: Type \"approved\" or describe issues\n"},
			text: []string{"Restart sequence of .planning (plan)\n", "  plan 03-02, title \"Show the dashboard.\", tasks 3, depends_on 03-01, wave 2, needs a person\n", "  .planning/PROJECT.md: 1 line", "  src/types.ts: 1 line", "  " + planDir + "03-01-SUMMARY.md: 1 line", "  " + planDir + "03-CONTEXT.md: 1 line",
				"\nStep 4: Read the files that the plan changes\n  src/view.ts: 1 line, 2 bytes, 1 token\n  src/new.ts: does not exist\n", "    > - Task 3: Take the flag out\n", "    > check: 1. Visit it\n    >        2. Look at 375px\n"}},
		"hand-off":            {pairs: []string{planHandoff, goodHandoff}, says: []string{"task 1 of 3", "updated 2026-02-13T16:00:00Z", "continue with task 1 of plan 03-02", "- finish the view\n", "- 1: the view (in_progress)\n", "delete .planning/HANDOFF.json when you continue the work", planHandoff}, text: []string{"  - .planning/HANDOFF.json names this plan\n", "    > the header has\n    > two forms\n"}},
		"gate reached":        {pairs: []string{planHandoff, handoff(`"status": "in_progress"}, {"id": 2`, `"status": "done"}, {"id": 2`, `"remaining_tasks": [{"id": 1, "name": "the view", `, `"remaining_tasks": [{"id": 2, "name": "view", `)}, refused: "the human-verify checkpoint 03-02:2 waits for a person", says: []string{"Waiting Checkpoint, from " + planPath + ":\n", "resume signal: Type"}},
		"gate, forced":        {pairs: []string{planHandoff, handoff(`"task": 1`, `"task": 2`, `{"id": 1, "name": "the view", "status": "in_progress"}, `, "")}, force: true, refused: "the human-verify checkpoint 03-02:2 waits", says: []string{"present the checkpoint 03-02:2 to the person, and wait for the answer"}},
		"gate answered":       {pairs: []string{planHandoff, handoff(`"task": 1`, `"task": 2`, `{"id": 1, "name": "the view", "status": "in_progress"}, `, ""), planfile.AnswersFile, answered(t, "approved")}, says: []string{"continue with task 3 of plan 03-02"}},
		"gate, a problem":     {pairs: []string{planHandoff, handoff(`"task": 1`, `"task": 2`, `{"id": 1, "name": "the view", "status": "in_progress"}, `, ""), planfile.AnswersFile, answered(t, "the bar is cut off")}, says: []string{"solve the problem reported at the checkpoint 03-02:2: \"the bar is cut off\"; then present the checkpoint to the person again", "reported: the bar is cut off\n"}},
		"gate already passed": {pairs: []string{planHandoff, handoff(`"task": 1`, `"task": 3`, `{"id": 1, "name": "the view", "status": "in_progress"}, {"id": 2, "name": "look", "status": "not_started"}, `, "")}, says: []string{"continue with task 3 of plan 03-02"}},
		"gate is the first task": {pairs: []string{planPath, planOf("phase: 3\nplan: 2\nautonomous: false", "<task type=\"checkpoint:decision\" gate=\"blocking\"><decision>Which?</decision><options><option id=\"a\"><name>A</name><pros>fast</pros><cons>dear</cons></option><option id=\"b\">B - slow</option></options><resume-signal>Select: a or b</resume-signal></task>\n"+autoTask)},
			refused: "the decision checkpoint 03-02:1 waits for a person", says: []string{"decision: Which?\n", "option: a: A; for: fast; against: dear\n", "option: b: B - slow\n", "resume signal: Select: a or b\n"}},
		"front matter pauses":            {pairs: []string{planPath, planOf("phase: 3\nplan: 2\nautonomous: false\ncheckpoint:\n  type: human-verify\n  after_task: 1\n  what: it works", autoTask+autoTask)}, says: []string{"checkpoint 03-02:0", "mdck plan answer 03-02:0 approved", "human-verify: it works\n"}},
		"human action":                   {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, action)}, refused: "a person must act (see " + planHandoff + "): ", says: []string{"Human Actions, from .planning/HANDOFF.json:\n", "- click the link (blocking); in the inbox\n"}},
		"action says yes":                {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, strings.Replace(action, "true", `"TRUE"`, 1))}, refused: "a person must act (see " + planHandoff + "): "},
		"action says no":                 {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, strings.Replace(action, "true", `"no"`, 1))}, says: []string{"- click the link; in the inbox\n"}},
		"action says 1":                  {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, strings.Replace(action, "true", "1", 1))}, refused: "a person must act (see " + planHandoff + "): "},
		"action without brackets":        {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, strings.NewReplacer("[", "", "]", "").Replace(action))}, refused: "a person must act (see " + planHandoff + "): "},
		"action is a text":               {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, `"human_actions_pending": "Pay"`)}, refused: "a person must act (see " + planHandoff + "): ", says: []string{"- Pay (blocking)\n"}},
		"action is none":                 {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, `"human_actions_pending": "none"`)}, says: []string{}},
		"action can wait":                {pairs: []string{planHandoff, handoff(`"human_actions_pending": []`, strings.Replace(action, "true", "false", 1))}, says: []string{"- click the link; in the inbox\n", "first report the blockers and actions to the person"}},
		"blocker is a person":            {pairs: []string{planHandoff, handoff(`"blockers": []`, `"blockers": [{"description": "no account", "type": "human_action", "workaround": "none"}]`)}, refused: "a person must act (see " + planHandoff + "): ", says: []string{"Note: 1 blocker to resolve first\n", "- no account (human_action); workaround: none\n"}},
		"technical blocker":              {pairs: []string{planHandoff, handoff(`"blockers": []`, `"blockers": [{"description": "the build fails", "type": "technical"}, "prose"]`)}, says: []string{"Note: 2 blockers to resolve first\n", "- the build fails (technical)\n", "- prose\n"}},
		"finished hand-off":              {pairs: []string{planHandoff, handoff(`"plan": 2`, `"plan": "01"`, `"human_actions_pending": []`, strings.Replace(action, "true", "false", 1))}, says: []string{"next_plan 03-02", "Note: .planning/HANDOFF.json is stale, because the work continued after it was written; the session that read the file should have deleted it\n"}, text: []string{"  .planning/HANDOFF.json (stale): "}},
		"action in a finished hand-off":  {pairs: []string{planHandoff, handoff(`"plan": 2`, `"plan": "01"`, `"human_actions_pending": []`, action)}, says: []string{"Note: .planning/HANDOFF.json is stale, because ", "execute plan 03-02"}},
		"completed task before the gate": {pairs: []string{planHandoff, handoff(lists, `"completed_tasks": [{"id": 1, "status": "done"}], "remaining_tasks": ["look"]`)}, refused: "the human-verify checkpoint 03-02:2 waits for a person"},
		"all tasks are done":             {pairs: []string{planHandoff, handoff(lists, `"completed_tasks": [{"id": 1}, {"id": 2}, {"id": 3, "status": "done"}], "remaining_tasks": []`)}, says: []string{"task none, 3 of 3 done", "no task of plan 03-02 is open", "write 03-02-SUMMARY.md, and update the state"}},
		"missing plan":                   {pairs: []string{planHandoff, handoff(`"plan": 2`, `"plan": 9`)}, says: []string{"next_plan 03-02"}},
		"note of a spike":                {pairs: []string{".planning/spikes/004-latency/.continue-here.md", "<next_action>\nmeasure it\n</next_action>\n"}, says: []string{"next_plan 03-02", "measure it\n"}, text: []string{".planning/spikes/004-latency/.continue-here.md (not about a plan): ", "write 03-02-SUMMARY.md, and update the state\n"}},
		"reported problem":               {pairs: []string{planfile.AnswersFile, answered(t, "the bar is cut off")}, says: []string{"reported: the bar is cut off\n"}},
		"stopping point in the state":    {pairs: []string{".planning/STATE.md", goodPlanState + "\nStopped at: task 1, waiting for keys\n"}, says: []string{"Stopped At, from .planning/STATE.md:\n", "task 1, waiting for keys\n"}},
		"hand-off of a later plan":       {pairs: []string{planHandoff, handoff(`"phase": "03"`, `"phase": "04-last"`, `"plan": 2`, `"plan": 1`)}, says: []string{"phase 04-last", "next_plan 04-01", "Note: open plans before 04-01: 03-02\n", "\"current position\" is \"3 of 3 (Dashboard)\" in STATE.md, line 14, which means: execute plan 03-02\n"}},
		"hand-off, status":               {pairs: []string{planHandoff, handoff(`"paused"`, `"complete"`)}, text: []string{"  - HANDOFF.json, line 1: status is \"complete\"; expected \"paused\"\n"}},
		"hand-off, no JSON":              {pairs: []string{planHandoff, "{"}, missing: []string{planHandoff}, text: []string{".planning/HANDOFF.json cannot be read: "}},
		"note is blocked":                {pairs: []string{planContinue, strings.Replace(goodContinue, "status: in_progress", "status: blocked", 1)}, refused: "blocked (see " + planContinue + "): ", says: []string{"- no staging server\n"}},
		"note blocked by nothing":        {pairs: []string{planContinue, strings.NewReplacer("status: in_progress", "status: blocked", "no staging server", "None").Replace(goodContinue)}, says: []string{"Start with src/view.ts\n"}},
		"note":                           {pairs: []string{planContinue, goodContinue}, says: []string{"task 1 of 3", "Note: 1 blocker to resolve first\n", "Note: 1 constraint not ticked; continue only when all are ticked\n", "- never touch the legacy header\n", "- no staging server\n", "The view is half done.\n", "Start with src/view.ts\n"}},
		"holding pattern": {pairs: []string{".planning/holding-pattern.md", "---\nphase: 3\nplan: 2\ntask: 3\nstatus: in_progress\n---\n# Holding\n\n## Current State\n\nhalf\n\n## Blockers\n\nNone yet.\n\n## Next Action\n\ngo on\n"},
			says: []string{"task 3 of 3", "Where It Stopped, from .planning/holding-pattern.md:\n", "go on\n"}},
		"blockers in the state":            {pairs: []string{planState, goodPlanState + "\n### Blockers/Concerns\n\n- no dark mode\n\n### Other\n\n- x\n"}, says: []string{"Note: 1 blocker in the state; first check what still applies\n", "Blockers, from .planning/STATE.md:\n", "- no dark mode\n"}, text: nil},
		"no context file":                  {pairs: []string{"src/types.ts", ""}, says: []string{"- unverifiable: file src/types.ts, because the file may be deleted, renamed or not yet written\n"}},
		"state disagrees":                  {pairs: []string{planState, strings.Replace(goodPlanState, "Status: In progress", "Status: Ready to plan", 1)}, text: []string{"  - STATE.md, line 16: status is \"executing\" in the front matter, but \"planning\" in the body\n"}},
		"state is behind":                  {pairs: []string{planState, strings.Replace(goodPlanState, "completed_plans: 1", "completed_plans: 0", 1)}, says: []string{"- stale: number of completed plans, recorded 0, actual 1\n"}},
		"long state":                       {pairs: []string{planState, goodPlanState + strings.Repeat("\n", 90)}, text: []string{"STATE.md, line 100: 108 lines; expected fewer than 100\n"}},
		"no state":                         {pairs: []string{planState, ""}, says: []string{"phase 03-dashboard, plans_done 1 of 3"}, text: []string{"  .planning/STATE.md: does not exist\n"}},
		"state is not UTF-8":               {pairs: []string{planState, "\xff"}, missing: []string{planState}},
		"answers are not JSON":             {pairs: []string{planfile.AnswersFile, "{"}, missing: []string{planfile.AnswersFile}, says: []string{"next_plan 03-02"}},
		"unreadable plan":                  {pairs: []string{".planning/phases/04-last/04-01-PLAN.md", "\xff"}, missing: []string{".planning/phases/04-last/04-01-PLAN.md"}, says: []string{"Note: 1 plan cannot be read; mdck lint shows why\n"}},
		"a cycle":                          {pairs: []string{".planning/phases/04-last/04-01-PLAN.md", planOf("phase: 4\nplan: 1\nwave: 1\ndepends_on: [1]\nautonomous: true", autoTask)}, says: []string{"Note: the order of the plans is uncertain: .planning/phases/04-last/04-01-PLAN.md:5:14: plans depend on each other"}},
		"all is done":                      {pairs: []string{planDir + "03-02-SUMMARY.md", "s\n", ".planning/phases/04-last/04-01-SUMMARY.md", "s\n", planState, strings.NewReplacer("status: executing", "status: planning", "In progress", "Ready to plan").Replace(goodPlanState)}, says: []string{"plans_done 3 of 3", "complete the milestone"}},
		"no plans yet":                     {pairs: []string{planPath, "", planDir + "03-01-PLAN.md", "", planDir + "03-01-SUMMARY.md", "", ".planning/phases/04-last/04-01-PLAN.md", ""}, says: []string{"plan phase 03-dashboard"}},
		"nothing":                          {pairs: []string{planPath, "", planDir + "03-01-PLAN.md", "", ".planning/phases/04-last/04-01-PLAN.md", "", planState, ""}, refused: "there are no plans and no state file in .planning"},
		"named":                            {named: ".planning/phases/04-last/04-01-PLAN.md", says: []string{"next_plan 04-01", "open plans before 04-01: 03-02"}},
		"named, done":                      {named: planDir + "03-01-PLAN.md", says: []string{"plan 03-01 is done: 03-01-SUMMARY.md exists"}},
		"named, missing":                   {named: planDir + "03-09-PLAN.md", refused: "there is no plan " + planDir + "03-09-PLAN.md"},
		"named, earlier plan is open":      {pairs: []string{planDir + "03-01-SUMMARY.md", ""}, named: planPath, says: []string{"open plans before 03-02: 03-01"}},
		"quick task":                       {pairs: []string{".planning/quick/001-fix/001-PLAN.md", planOf("phase: quick\nplan: 1", autoTask)}, says: []string{"plans_done 1 of 3"}, text: []string{"a quick task is also not done: .planning/quick/001-fix/001-PLAN.md"}},
		"archived milestone":               {pairs: []string{".planning/milestones/v1-phases/01-a/01-01-PLAN.md", planOf("phase: 1\nplan: 1\nwave: 1\nautonomous: true", autoTask)}, says: []string{"plans_done 1 of 3", "next_plan 03-02"}},
		"decimal number, no front matter":  {pairs: []string{planDir + "03-01.1-PLAN.md", "<tasks>\n" + autoTask + "</tasks>\n"}, says: []string{"next_plan 03-01.1"}},
		"phase is a number, plan a string": {pairs: []string{planHandoff, handoff(`"phase": "03"`, `"phase": 3`, `"plan": 2`, `"plan": "02"`)}, says: []string{"task 1 of 3"}},
		"a plan without a phase":           {pairs: []string{planPath, "no front matter\n"}, says: []string{"next_plan 03-02"}, text: []string{"plan 03-02, tasks 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := plan.Restart(bootstrap.Input{Tree: planned(c.pairs...), Path: ".planning", Selected: c.named, ID: "p", Force: c.force, Counter: words{}})
			want := all
			if c.refused != "" && !c.force {
				want = all[:1]
			}
			checkRow(t, s, want, c.refused, c.missing, c.says, c.text)
		})
	}
}

func TestPlanSeveralStates(t *testing.T) {
	tree := fstest.MapFS{
		".autopilot/TRANSPONDER.md":           {Data: []byte("# T\n\n| Field | Value |\n|---|---|\n| Phase | 1 of 3 |\n| Status | Blocked |\n| Progress | [███░░░░░░░] 30% |\n\n## Blockers\n\n- no key\n")},
		".autopilot/STATE.md":                 {Data: []byte("Phase: 2 of 3\nStatus: In progress\n")},
		".autopilot/checkpoint.md":            {Data: []byte("Status: completed\n")},
		".autopilot/phases/001-base/ROUTE.md": {Data: []byte(planOf("phase: 1\nplan: 01\nautonomous: true", autoTask))},
	}
	s := plan.Restart(bootstrap.Input{Tree: tree, Path: ".autopilot", ID: "p"})
	text := s.Text(asIs)
	for _, want := range []string{
		"Note: 3 files describe the state of the work; mdck uses TRANSPONDER.md, not STATE.md or checkpoint.md\n",
		"  .autopilot/TRANSPONDER.md: 11 lines", "  .autopilot/STATE.md (not used; mdck uses TRANSPONDER.md): 2 lines",
		"phase 001-base, status blocked, plans_done 0 of 1, next_plan 01-01\n", "    > - no key\n", "write LOGBOOK.md",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	checkForms(t, s)
}

func TestPlanClaims(t *testing.T) {
	tree := planned(planHandoff, handoff(`"completed_tasks": []`, `"completed_tasks": [{"id": 1, "name": "a", "status": "done", "commit": "abc1234"}]`), planContinue, goodContinue)
	outside := commits("")
	outside.Changed = func(name string) (bool, error) { return name != "src/view.ts", nil }
	s := plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning", Outside: outside})
	said := map[string]bool{}
	for _, v := range s.Verdicts {
		at := s.JSONVerdict(v, asIs)
		said[at.Path+": "+v.String()] = true
		if s.Files[v.Path] == nil || s.Files[v.Path].Slice(v.Span) == "" {
			t.Errorf("%s is recorded nowhere", v)
		}
	}
	for _, want := range []string{
		planHandoff + ": stale: commit abc1234 does not exist",
		planHandoff + ": stale: uncommitted change of src/view.ts does not exist",
		planDir + "03-01-PLAN.md: verified: file src/types.ts exists",
	} {
		if !said[want] {
			t.Errorf("no %q in\n%s", want, s.Text(asIs))
		}
	}
	if s := plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning"}); !strings.Contains(s.Text(asIs), "unverifiable: commit abc1234, because there is no git repository") {
		t.Errorf("got\n%s", s.Text(asIs))
	}
	claims, unread := plan.Claims(bootstrap.Input{Tree: tree, Path: ".planning", Outside: claim.Outside{}})
	if len(claims.Verdicts) != len(s.Verdicts) || len(unread) != 0 {
		t.Errorf("%d claims, %d of the sequence; %v", len(claims.Verdicts), len(s.Verdicts), unread)
	}
}

func TestPlanAges(t *testing.T) {
	at := time.Date(2026, 2, 13, 15, 0, 0, 0, time.UTC)
	s := plan.Restart(bootstrap.Input{Tree: planned(), Path: ".planning", Now: at.Add(3 * time.Hour)})
	if want := "updated 2026-02-13T15:00:00Z (3 h ago)\n"; !strings.Contains(s.Text(asIs), want) || !strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), want) {
		t.Errorf("want %q in\n%s", want, s.Text(asIs))
	}
	if text := plan.Restart(bootstrap.Input{Tree: planned(), Path: ".planning"}).Text(asIs); strings.Contains(text, "ago") {
		t.Errorf("without a time there is an age in\n%s", text)
	}
}

func TestPlanLineEndings(t *testing.T) {
	files := func(change func(string) string) fstest.MapFS {
		return planned(planState, change(goodPlanState), planPath, change(gatedPlan), planHandoff, change(goodHandoff), planContinue, change(goodContinue))
	}
	plain := plan.Restart(bootstrap.Input{Tree: files(strings.TrimSpace), Path: ".planning"}).Pack(bootstrap.DefaultPackBytes, asIs)
	for name, change := range map[string]func(string) string{
		"crlf": func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"bom":  func(text string) string { return "\ufeff" + text },
		"both": func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") },
	} {
		if got := plan.Restart(bootstrap.Input{Tree: files(change), Path: ".planning"}).Pack(bootstrap.DefaultPackBytes, asIs); got != plain {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, plain)
		}
	}
}

func TestPlanStanding(t *testing.T) {
	for name, c := range map[string]struct {
		pairs        []string
		status, next string
	}{
		"good":       {nil, "executing", "03-02 Show the dashboard."},
		"task":       {[]string{planHandoff, goodHandoff}, "executing", "03-02 Task 1: The view"},
		"gate":       {[]string{planHandoff, handoff(`"task": 1`, `"task": 2`, `{"id": 1, "name": "the view", "status": "in_progress"}, `, "")}, "executing", "03-02:2 waits for a person: Dashboard at http://localhost:3000"},
		"blocked":    {[]string{planHandoff, handoff(`"blockers": []`, `"blockers": [{"description": "the build\nfails"}]`)}, "executing", "blocked: the build fails"},
		"no state":   {[]string{planState, ""}, "1 of 3 done", "03-02 Show the dashboard."},
		"all done":   {[]string{planDir + "03-02-SUMMARY.md", "s", ".planning/phases/04-last/04-01-SUMMARY.md", "s"}, "executing", "complete the milestone: all its phases are done"},
		"unreadable": {[]string{planPath, "\xff", planDir + "03-01-PLAN.md", "", ".planning/phases/04-last/04-01-PLAN.md", ""}, "executing", "its plans cannot be read"},
	} {
		if got := plan.Protocol.FolderStatus(bootstrap.Input{Tree: planned(c.pairs...), Path: ".planning"}, ""); got.State != c.status || got.Next != c.next || got.Phase != "03" {
			t.Errorf("%s: got %+v, want %q and %q", name, got, c.status, c.next)
		}
	}
}

func projectOf(entries []string, value string) fstest.MapFS {
	var items []any
	for _, e := range entries {
		items = append(items, map[string]any{"id": e, "name": e, "description": value, "action": e, "status": value, "type": e, "commit": value, "context": e, "blocking": len(e)%2 == 0})
	}
	text, err := json.Marshal(map[string]any{
		"version": value, "timestamp": value, "phase": "3", "plan": 2, "task": value, "status": value, "completed_tasks": items, "remaining_tasks": items,
		"blockers": items, "human_actions_pending": items, "uncommitted_files": entries, "next_action": value, "context_notes": strings.Join(entries, "\n"),
	})
	if err != nil {
		panic(err)
	}
	joined := strings.Join(entries, "\n")
	note := "---\nphase: 3\ntask: 1\n---\n<current_state>\n" + joined + "\n</current_state>\n<blockers>\n- " + strings.Join(entries, "\n- ") + "\n</blockers>\n- [ ] CONSTRAINT: " + strings.Join(entries, "\n- [ ] CONSTRAINT: ") + "\n"
	state := "Phase: " + value + "\nStatus: " + value + "\nLast activity: " + value + "\nResume file: " + value + "\n## Blockers\n- " + strings.Join(entries, "\n- ") + "\n"
	file := "---\nphase: 3\nplan: 2\ndepends_on: [" + jsonText(value) + "]\nfiles_modified: " + jsonText(value) + "\n---\n<objective>" + value + "</objective>\n<context>\n@" + strings.Join(entries, "\n@") + "\n</context>\n" +
		"<task type=\"checkpoint:" + value + "\">\n<name>" + value + "</name>\n<what-built>" + joined + "</what-built>\n<how-to-verify>" + joined + "</how-to-verify>\n<options>" + value + "<option id=\"" + value + "\">" + joined + "</option></options><resume-signal>" + joined + "</resume-signal></task>\n"
	return fstest.MapFS{
		planHandoff: {Data: text}, planContinue: {Data: []byte(note)}, planState: {Data: []byte(state)}, planPath: {Data: []byte(file)},
		planDir + "03-01-PLAN.md": {Data: []byte(planOf("phase: 3\nplan: 1\nfiles_modified: ["+jsonText(value)+"]", autoTask))}, planDir + "03-01-SUMMARY.md": {Data: []byte("s")},
	}
}

func TestPlanHostile(t *testing.T) {
	for _, text := range append(slices.Clone(hostile), "plain", strings.Repeat("a.go, ", 300)) {
		tree := projectOf([]string{"plain", text, "after " + text}, text)
		checkAll(t, plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning", Force: true}), bootstrap.MinPackBytes, 2500, bootstrap.DefaultPackBytes)
		checkAll(t, plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning"}), 2500)
	}
}

func FuzzPlan(f *testing.F) {
	for i, text := range hostile {
		if len(text) > 1000 {
			continue
		}
		f.Add(uint16(i*300), text+"\n"+hostile[(i+3)%len(hostile)], text)
	}
	f.Fuzz(func(t *testing.T, limit uint16, entries, value string) {
		checkAll(t, plan.Restart(bootstrap.Input{Tree: projectOf(strings.Split(entries, "\n"), value), Path: ".planning", Force: true}), max(int(limit), bootstrap.MinPackBytes))
	})
}

func FuzzPlanFiles(f *testing.F) {
	for i, text := range []string{goodPlanState, "{", "", "\ufeff" + goodPlanState, strings.ReplaceAll(goodPlanState, "\n", "\r\n"), "---\nprogress: [1]\n---\n", "Phase: 3 of\nProgress: [██] 200%"} {
		for _, left := range []string{goodHandoff, goodContinue, "\xff", "", "[]"} {
			f.Add(uint16(i*900), text, left, gatedPlan)
		}
	}
	f.Fuzz(func(t *testing.T, limit uint16, state, left, file string) {
		tree := planned()
		for name, text := range map[string]string{planState: state, planHandoff: left, planContinue: left, planPath: file} {
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		checkAll(t, plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning", Force: true}), max(int(limit), bootstrap.MinPackBytes))
	})
}
