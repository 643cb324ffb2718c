package lint_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/threshold"
	"mdck/lint"
)

const (
	planText = `---
phase: 03-dashboard
plan: 06
type: execute
wave: 3
depends_on: ["04", "05"]
files_modified: [src/cards.tsx]
autonomous: false
checkpoint:
  type: human-verify
  after_task: 2
  what: "the dashboard shows data"
---

# Dashboard

<objective>
Show the dashboard.
</objective>

<tasks>

<task type="auto">
  <name>Task 1: Cards</name>
  <files>src/cards.tsx</files>
  <action>Write ` + "`Map<string, Card>` & use <Card key={id} />" + `</action>
  <verify>
    <automated>npx tsc --noEmit && echo "a < b"</automated>
  </verify>
  <done>Cards are there</done>
</task>

<task type="auto">
  <name>Task 2: Serve it</name>
  <action>Run ` + "`npm run dev`" + ` in the background</action>
</task>

<task type="checkpoint:human-verify" gate="blocking">
  <what-built>The dashboard, at http://localhost:3000/dashboard</what-built>
  <how-to-verify>
    1. Visit http://localhost:3000/dashboard: the sidebar is on the left
    2. Click "Settings": a dialog opens
  </how-to-verify>
  <resume-signal>Type "approved" or say what is wrong</resume-signal>
</task>

<task type="checkpoint:decision" gate="blocking">
  <decision>Which charts to use</decision>
  <context>Forty of them on one page.</context>
  <options>
    <option id="canvas">
      <name>Canvas</name>
      <pros>Fast with forty charts</pros>
      <cons>Its text cannot be selected</cons>
    </option>
    <option id="svg">SVG: slower, and the text can be selected</option>
  </options>
  <resume-signal>Select: canvas or svg</resume-signal>
</task>

<task type="checkpoint:human-action">
  <action>Confirm the address of the sender</action>
  <why-manual>The link is in your inbox</why-manual>
  <instructions>Click the link in the mail</instructions>
  <resume-signal>Type "done"</resume-signal>
</task>

</tasks>
`
	stateText = `---
gsd_state_version: '1.0'
current_phase: 3
status: executing
progress:
  total_phases: 4
  completed_phases: 3
  total_plans: 10
  completed_plans: 6
  percent: 60
---

# Project State

## Current Position

Phase: 3 of 4 (Dashboard)
Plan: 2 of 3 in current phase
Status: In progress
Last activity: 2026-11-20 — cards are there

Progress: [██████░░░░] 60%

## Session Continuity

Last session: 2026-11-20 14:30
Stopped at: Task 2
Resume file: None

---
*Written 2026-11-04*
`
	noteText = `---
phase: 03-dashboard
task: 2
total_tasks: 5
status: in_progress
last_updated: 2026-11-20T14:30:00Z
---

<current_state>
Cards are there:

` + "```ts\nconst cards: Map<string, Card> = new Map()\n\nexport { cards }\n```" + `
</current_state>

<next_action>
Start with the table & its filter
</next_action>
`
	handoffText = `{
  "version": "1.0",
  "timestamp": "2026-11-20T14:30:00Z",
  "phase": "03",
  "phase_name": "dashboard",
  "phase_dir": ".planning/phases/03-dashboard",
  "plan": 6,
  "task": 2,
  "total_tasks": 5,
  "status": "paused",
  "completed_tasks": [{"id": 1, "name": "Cards", "status": "done", "commit": "4be21c9"}],
  "remaining_tasks": [{"id": 2, "name": "Serve it", "status": "not_started"}],
  "blockers": [],
  "human_actions_pending": [],
  "decisions": [{"decision": "canvas", "rationale": "forty charts", "phase": "03"}],
  "uncommitted_files": [],
  "next_action": "serve it",
  "context_notes": "",
  "background_processes": []
}
`
	acksText = `{
  "acknowledgments": {
    "cost": {
      "acknowledged_at": "2026-11-20T14:30:00Z",
      "value_at_ack": 26.50,
      "session_id": "session-abc123"
    },
    "context": {
      "acknowledged_at": "2026-11-20T15:00:00Z",
      "value_at_ack": 42,
      "session_id": null
    }
  },
  "last_reset": null
}
`
	checkedText = `{
  "current_values": {"cost": 26.5, "context_percent": 41, "variance_percent": 0, "error_count": 2},
  "levels_triggered": {"cost": "alert", "context": "alert", "variance": null, "errors": "warning"},
  "last_check": "2026-11-20T14:30:00Z"
}
`
	firedText = `{
  "triggers": {
    "task_complete": {"last_triggered": "2026-11-20T14:30:00Z", "count": 7, "acknowledged": false},
    "time_elapsed": {"session_start": "2026-11-20T13:30:00Z", "suggested_checkpoint": true}
  }
}
`
)

const (
	planPath    = ".planning/phases/03-dashboard/03-06-PLAN.md"
	statePath   = ".planning/STATE.md"
	notePath    = ".planning/phases/03-dashboard/.continue-here.md"
	handoffPath = ".planning/HANDOFF.json"
)

func planTexts() files {
	return files{
		planPath: planText, statePath: stateText, notePath: noteText, handoffPath: handoffText,
		threshold.AcksFile: acksText, threshold.StateFile: checkedText, threshold.TriggersFile: firedText,
	}
}

func TestPlanValid(t *testing.T) {
	styles := map[string]change{
		"as it is": asIs, "CRLF": crlf, "byte order mark": before("\ufeff"), "byte order mark and CRLF": then(crlf, before("\ufeff")),
		"no final newline": func(s string) string { return strings.TrimSuffix(s, "\n") }, "blank lines at the end": atEnd("\n\n\n"),
	}
	for name, text := range planTexts() {
		for style, of := range styles {
			if got := found(t, planInput(name, of(text)), nil); got != "" {
				t.Errorf("%s, %s:\n%s", name, style, got)
			}
		}
	}
	for name, change := range map[string]change{
		"indented":                     lines(`^<`, "    <"),
		"a blank line between all":     swap("\n", "\n\n"),
		"no blank lines":               lines(`\n\n+`, "\n"),
		"tasks on one line":            lines(`>\n *<`, "><"),
		"no <tasks>":                   lines(`^</?tasks>\n`, ""),
		"numbers in quotes":            then(swap("wave: 3", `wave: "3"`), swap("plan: 06", `plan: "06"`), swap("after_task: 2", `after_task: "2"`)),
		"bare numbers":                 then(swap("03-dashboard\n", "3\n"), swap("plan: 06", "plan: 6")),
		"a decimal":                    swap("phase: 03-dashboard", "phase: 03.1"),
		"a list of plans":              swap(`["04", "05"]`, "\n  - 03-04\n  - 03-05"),
		"bare plans":                   swap(`["04", "05"]`, "[03-04, 03-05]"),
		"a pause as a text":            lines(`(?s)checkpoint:.*?data"`, "checkpoint: human-verify"),
		"a pause that is null":         lines(`(?s)checkpoint:.*?data"`, "checkpoint: null"),
		"a pause at the end":           swap("after_task: 2", "after_task: 5"),
		"never approved by a setting":  swap(`gate="blocking"`, `gate="blocking-human"`),
		"quotes of the other kind":     lines(`"((?:checkpoint:)?(?:auto|human-\w+|decision)|blocking)"`, "'$1'"),
		"no quotes":                    lines(`type="([^"]*)"`, "type=$1"),
		"attributes on lines":          swap(` gate="blocking"`, "\n      gate=\"blocking\""),
		"tdd":                          swap(`<task type="auto">`, `<task type="auto" tdd="true">`),
		"keys of one's own":            swap("wave: 3", "wave: 3\nrequirements: [A-1]\nown: {a: [b]}"),
		"must_haves":                   swap("wave: 3", "wave: 3\nmust_haves:\n  truths: [\"a\"]\n  key_links: []"),
		"html":                         swap("Show the dashboard.", "<details>\n<summary>a & b</summary>\n\n<br>\n\n</details>"),
		"fences in a task":             swap("Cards are there</done>", "Cards\n\n```ts\na\n\nb\n```\n\n```\nc\n```\n</done>"),
		"a task in a fence":            swap("Show the dashboard.", "```xml\n<task type=\"x\">\n```"),
		"a task in a comment":          swap("Show the dashboard.", "<!--\n<task type=\"x\">\n-->"),
		"a task in code":               swap("Show the dashboard.", "each `<task>` has a `</task>`"),
		"a heading by a line below":    swap("Show the dashboard.", "Why\n---\n\nBecause\n---\nof it"),
		"nested deep":                  swap("Show the dashboard.", strings.Repeat("> ", 100)+"a\n"),
		"an indented list, deep":       swap("Show the dashboard.", ladder(80)),
		"placeholders of keys":         swap("Show the dashboard.", "STRIPE_KEY=sk_test_... GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx AKIAIOSFODNN7EXAMPLE sk-... `sk-proj-YOUR_KEY`"),
		"a merge in a fence":           swap("Show the dashboard.", "```\n  <<<<<<< ours\n=======\n  >>>>>>> theirs\n```"),
		"a comment begins in a line":   swap("Show the dashboard.", "a comment begins with <!-- as everybody knows"),
		"a directive that is no more":  swap("Show the dashboard.", "write mdck:ignore gate to silence it"),
		"a directive in code":          swap("Show the dashboard.", "`<!-- mdck:ignore gate -->`\n\n```\n<!-- mdck:ignore gate -->\n```"),
		"other words":                  swap("Show the dashboard.", "Разверните панель — 仪表板 🚲 e\u0301"),
		"yaml of the kind people have": swap("wave: 3", "wave: 3 # the third\ntitle: 'It''s a \"board\"'"),
	} {
		if got := found(t, planInput(planPath, change(planText)), nil); got != "" {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func TestPlanSeed(t *testing.T) {
	names, err := filepath.Glob("../mdcheckpoint/plan/planfile/testdata/right/*.md")
	if err != nil || len(names) < 7 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range ruleSet(t, planInput(".autopilot/phases/001/ROUTE.md", string(raw))) {
			if strings.HasPrefix(set, "error ") {
				t.Errorf("%s: %s", path.Base(name), set)
			}
		}
	}
}

func TestPlanKinds(t *testing.T) {
	bad := `{"acknowledgments": {"cost": {"value_at_ack": []}}}`
	for _, test := range []struct{ name, text, want string }{
		{"x.md", "text\n", "warning plan/front-matter"},
		{"x.md", planText, ""},
		{"-", planText, ""},
		{"x.json", handoffText, ""},
		{"x.json", "{}", "warning plan/position"},
		{"x.json", "{", "error plan/position"},
		{"triggers.json", acksText, ""},
		{"acknowledgments.json", bad, "error plan/thresholds"},
		{"checkpoint.md", planText, ""},
		{"checkpoint.md", "text\n", "warning plan/front-matter"},
		{".autopilot/checkpoint.md", "text\n", ""},
		{"STATE.md", "text\n", ""},
		{".autopilot/TRANSPONDER.md", "# State\n\n| Status | In progress |\n", ""},
		{".autopilot/holding-pattern.md", noteText, ""},
		{".autopilot/STATE.md", stateText, ""},
	} {
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if got := ruleSet(t, planInput(test.name, test.text)); !slices.Equal(got, want) {
			t.Errorf("%s with %.40q: got %q, want %q", test.name, test.text, got, want)
		}
	}
}

func TestPlanAbsent(t *testing.T) {
	in := planInput(planPath, planText)
	in.Path = ".planning/phases/03-dashboard/03-07-PLAN.md"
	if got, err := lint.Run(in); len(got) > 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("found %v, %v", got, err)
	}
}
