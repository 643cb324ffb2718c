package bootstrap_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

const goodProgress = `# Session Progress

**Issue:** CIA-42 — Offline sync
**Session:** 2026-11-20T09:00:00Z
**Execution Mode:** exec:tdd

## Completed Tasks
- read the specification -- abc1234 ✓
- write the table ✓

## Current Task
- parse the header — tests are red

## Remaining Tasks
- print the report
- write the guide

## Decisions Made
- spans, no printer: bytes stay as they are
- offsets: lines are derived

## Blockers
- no test account (unblocked by: an answer from ops)

## Continuation Prompt
Resume CIA-42. Current task: task 3 of 5. Key files: src/a.go, src/lib.
Next action: make the tests green.
`

const shapeE = `## Goal
Read the header of every file.

## Linear Issue
CIA-42: Offline sync

## Completed Tasks
- [x] Task 0: Read the specification -- abc1234 (2 min)

## Current Task
Task 1: Write the table

## Learnings
- [2026-11-01 09:00] The table has 15 rows
- [2026-11-02 09:00] Two of them are never read

## Blocked / Flagged
(none)
`

const goodState = `{
  "linearIssue": "CIA-42", "phase": "execution", "taskIndex": 2, "totalTasks": 5, "taskIteration": 2, "maxTaskIterations": 5,
  "globalIteration": 12, "maxGlobalIterations": 50, "executionMode": "tdd", "gatesPassed": [1, 2], "awaitingGate": null,
  "specPath": "docs/spec.md", "replanCount": 0, "lastUpdatedAt": "2026-11-20T09:00:00Z", "activeTaskFiles": ["src/b.go", "src/a.go"]
}
`

func project(pairs ...string) fstest.MapFS {
	texts := with(map[string]string{
		ccc.ProgressFile: goodProgress, ccc.StateFile: goodState,
		"docs/spec.md": "spec\n", "src/a.go": "a\n", "src/b.go": "b\n", "src/lib/c.go": "c\n",
	}, pairs...)
	tree := fstest.MapFS{}
	for name, text := range texts {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func inState(old, value string) string {
	if strings.Count(goodState, old) != 1 {
		panic(old)
	}
	return strings.Replace(goodState, old, value, 1)
}

func commits(branch string, hashes ...string) claim.Outside {
	return claim.Outside{Branch: branch, Commit: func(hash string) (bool, error) { return slices.Contains(hashes, hash), nil }}
}

func session(pairs ...string) *bootstrap.Sequence {
	return ccc.Restart(bootstrap.Input{Tree: project(pairs...), Path: ccc.ProgressFile, Outside: commits("feature/cia-42-sync", "abc1234")})
}

func TestSession(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	for name, c := range map[string]struct {
		pairs   []string
		force   bool
		refused string
		missing []string
		says    []string
		text    []string
	}{
		"good": {says: []string{"issue CIA-42, title \"Offline sync\", phase execution, mode tdd, task 3 of 5, attempt 2 of 5, all_attempts 12 of 50, " +
			"gate_awaited none, replans 0 of 2, lastUpdatedAt 2026-11-20T09:00:00Z\n",
			"Note: 1 blocker to resolve first\n", "13 verified, 0 stale, 0 unverifiable", "the current task is 3 of 5, attempt 2 of 5"}},
		"last task": {pairs: []string{ccc.StateFile, inState(`"taskIndex": 2`, `"taskIndex": 4`)},
			says: []string{"the current task is 5 of 5"}},
		"replans used up": {pairs: []string{ccc.StateFile, inState(`"replanCount": 0`, `"replanCount": 2`)},
			says: []string{"Note: \"replanCount\" is 2 (limit 2), so the next new plan will end the loop\n"}},
		"no tasks": {pairs: []string{ccc.StateFile, inState(`"totalTasks": 5`, `"totalTasks": 0`)},
			says: []string{"task none, attempt", "no task remains in the state"}},
		"after the last task": {pairs: []string{ccc.StateFile, inState(`"taskIndex": 2`, `"taskIndex": 5`)}, says: []string{"task none, 5 of 5 done, "}},
		"replan": {pairs: []string{ccc.StateFile, inState(`"execution"`, `"replan"`)}, says: []string{"read the specification and .ccc-progress.md again",
			"write a new list of tasks", "set phase back to execution, and update totalTasks and taskIndex for the new list"}},
		"review":            {pairs: []string{ccc.StateFile, inState(`"execution"`, `"review"`)}, says: []string{"the loop does not run in this phase"}},
		"preferences":       {pairs: []string{engine.PreferencesFile, "execution:\n  retry_max_per_task: 3\n"}, says: []string{"attempt 2 of 3"}},
		"no state":          {pairs: []string{ccc.StateFile, ""}, says: []string{"Note: there is no .ccc-state.json, so the execution loop ended or never started\n", "continue the current task in"}},
		"no state, end":     {pairs: []string{ccc.StateFile, "", ccc.ProgressFile, "## Completed Tasks\n- a ✓\n"}, says: []string{"no task remains: review the work and close the issue"}},
		"between two tasks": {pairs: []string{ccc.StateFile, "", ccc.ProgressFile, "## Completed Tasks\n- a ✓\n\n## Current Task\n(none)\n\n## Remaining Tasks\n- b\n"}, says: []string{"start the next task with mdck ccc current"}},
		"not started":       {pairs: []string{ccc.StateFile, "", ccc.ProgressFile, "## Remaining Tasks\n(none yet)\n"}, says: []string{"no tasks are listed, so the session has not started: "}},
		"shape E, list":     {pairs: []string{ccc.ProgressFile, shapeE, ccc.StateFile, ""}, text: []string{"  - list of tasks: 1 completed, 1 current\n"}},
		"shape E": {pairs: []string{ccc.ProgressFile, shapeE}, text: []string{"Note: there is no continuation prompt, so mdck generated one\n",
			"Continuation Prompt (generated), from .ccc-progress.md:\n", "Resume CIA-42 (Offline sync). Current task: task 3 of 5 — Task 1: Write the table. Key files: src/b.go, src/a.go.\n"}},
		"vague prompt": {pairs: []string{ccc.ProgressFile, "## Continuation Prompt\ngo on with CIA-42\n"},
			says: []string{"Note: the continuation prompt lacks \"task N of M\", a key file that exists, the next action\n"}},
		"no progress": {pairs: []string{ccc.ProgressFile, ""}, missing: []string{ccc.ProgressFile},
			says: []string{"Note: there is no .ccc-progress.md, so mdck generated a continuation prompt\n", "Resume CIA-42. Current task: task 3 of 5. Key files: src/b.go, src/a.go.\n",
				"This prompt lacks the next action. First find out what is missing.\n"}},
		"broken progress":         {pairs: []string{ccc.ProgressFile, "\xff"}, missing: []string{ccc.ProgressFile}, says: []string{"Note: .ccc-progress.md cannot be read, so mdck generated"}},
		"no facts in either file": {pairs: []string{ccc.ProgressFile, "x\n", ccc.StateFile, "{}"}, says: []string{"issue CIA-42, phase unknown, "}},
		"state is a list":         {pairs: []string{ccc.StateFile, "[1]"}, refused: ".ccc-state.json cannot be read: .ccc-state.json:1:1: expected a JSON object, found an array"},
		"no specification":        {pairs: []string{"docs/spec.md", ""}, missing: []string{"docs/spec.md"}},
		"no file":                 {pairs: []string{"src/a.go", ""}, missing: []string{"src/a.go"}},
		"no specPath":             {pairs: []string{ccc.StateFile, inState(`"docs/spec.md"`, "null")}},
		"outside":                 {pairs: []string{ccc.StateFile, inState(`"docs/spec.md"`, `"/etc/passwd"`)}, says: []string{"/etc/passwd (outside the project)\n"}},
		"specification, dir":      {pairs: []string{ccc.StateFile, inState(`"docs/spec.md"`, `"docs"`)}, says: []string{"docs\n"}},

		"gate":             {pairs: []string{ccc.StateFile, inState(`"awaitingGate": null`, `"awaitingGate": 3`)}, refused: "a person must first pass gate 3"},
		"gate, force":      {pairs: []string{ccc.StateFile, inState(`"awaitingGate": null`, `"awaitingGate": 3`)}, force: true, refused: "a person must first pass gate 3"},
		"attempts":         {pairs: []string{ccc.StateFile, inState(`"taskIteration": 2`, `"taskIteration": 5`)}, refused: "taskIteration is 5 of 5, so a person"},
		"all attempts":     {pairs: []string{ccc.StateFile, inState(`"globalIteration": 12`, `"globalIteration": 50`)}, refused: "globalIteration is 50 of 50"},
		"preferences, cap": {pairs: []string{engine.PreferencesFile, "execution:\n  retry_max_per_task: 2\n"}, refused: "taskIteration is 2 of 2"},
		"broken":           {pairs: []string{ccc.StateFile, "{"}, refused: ".ccc-state.json cannot be read: .ccc-state.json:1:2"},
		"broken, force":    {pairs: []string{ccc.StateFile, "{"}, force: true, refused: "cannot be read", says: []string{"create .ccc-state.json again from .ccc-progress.md and the git history"}},
		"both broken":      {pairs: []string{ccc.StateFile, "{", ccc.ProgressFile, "\xff"}, force: true, refused: "cannot be read", missing: []string{ccc.ProgressFile}},
	} {
		t.Run(name, func(t *testing.T) {
			s := ccc.Restart(bootstrap.Input{Tree: project(c.pairs...), Path: ccc.ProgressFile, Outside: commits("feature/cia-42-sync", "abc1234"), Force: c.force})
			want := all
			if c.refused != "" && !c.force {
				want = all[:1]
			}
			if got := numbers(s); !slices.Equal(got, want) {
				t.Errorf("steps %v, want %v", got, want)
			}
			if (s.Refused == "") != (c.refused == "") || !strings.Contains(s.Refused, c.refused) {
				t.Errorf("refused because %q, want %q", s.Refused, c.refused)
			}
			if !slices.Equal(s.Missing(), c.missing) || s.Complete() != (c.refused == "" && c.missing == nil) {
				t.Errorf("missing %q, want %q; complete is %v", s.Missing(), c.missing, s.Complete())
			}
			for _, want := range append(c.text, c.says...) {
				if text := s.Text(asIs); !strings.Contains(text, want) {
					t.Errorf("want %q in\n%s", want, text)
				}
			}
			for _, want := range c.says {
				if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(pack, want) {
					t.Errorf("want %q in\n%s", want, pack)
				}
			}
			checkForms(t, s)
		})
	}
}

func TestSessionParts(t *testing.T) {
	for progress, want := range map[string][]string{
		goodProgress: {
			"Continuation Prompt: Resume CIA-42. Current task: task 3 of 5. Key files: src/a.go, src/lib. | Next action: make the tests green.",
			"Blockers: no test account (unblocked by: an answer from ops)",
			"Current Task: parse the header — tests are red",
			"Decisions Made (newest first): offsets: lines are derived | spans, no printer: bytes stay as they are",
			"Remaining Tasks: print the report | write the guide",
		},
		shapeE: {
			"Continuation Prompt (generated): Resume CIA-42 (Offline sync). Current task: task 3 of 5 — Task 1: Write the table. Key files: src/b.go, src/a.go. | Next action: finish \"Task 1: Write the table\".",
			"Goal: Read the header of every file.",
			"Current Task: Task 1: Write the table",
			"Learnings (newest first): [2026-11-02 09:00] Two of them are never read | [2026-11-01 09:00] The table has 15 rows",
		},
	} {
		var got []string
		for _, p := range session(ccc.ProgressFile, progress).Priorities {
			got = append(got, p.Title+": "+strings.Join(p.Texts, " | "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestSessionClaims(t *testing.T) {
	in := bootstrap.Input{Tree: project("src/a.go", ""), Path: ccc.ProgressFile, Outside: commits("cia-7")}
	if s := ccc.Restart(in); s.Tally() != "9 verified, 4 stale, 0 unverifiable" {
		t.Errorf("got %s: %v", s.Tally(), s.Verdicts)
	}
	in.Outside = claim.Outside{Commit: func(string) (bool, error) { return false, errors.New("git is not there") }}
	if s := ccc.Restart(in); s.Tally() != "9 verified, 2 stale, 1 unverifiable" || !strings.Contains(s.Text(asIs), "- unverifiable: commit abc1234, because git is not there\n") {
		t.Errorf("got %s", s.Text(asIs))
	}
	in.Lean, in.Outside = true, claim.Outside{Commit: func(string) (bool, error) { panic("asked") }}
	if s := ccc.Restart(in); s.Tally() != "9 verified, 2 stale, 0 unverifiable" {
		t.Errorf("lean: %s", s.Tally())
	}
}

func TestLean(t *testing.T) {
	tree := locked{project("src/b.go", ""), "src/a.go"}
	in := bootstrap.Input{Tree: tree, Path: ccc.ProgressFile}
	whole := ccc.Restart(in)
	in.Lean = true
	lean := ccc.Restart(in)
	line := "\nStep 4: read src/a.go, src/lib, src/b.go (missing)\n"
	if got := lean.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(got, line) {
		t.Errorf("want %s in\n%s", line, got)
	}
	if got := whole.Text(asIs); !strings.Contains(got, "\n  src/a.go: CANNOT BE READ\n  src/lib\n  src/b.go: MISSING\n") || len(whole.Missing()) != 2 {
		t.Errorf("got\n%s", got)
	}
}

func TestSessionAges(t *testing.T) {
	updated := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for after, want := range map[time.Duration][]string{
		23 * time.Hour: {"lastUpdatedAt 2026-11-20T09:00:00Z (23 h ago)\n"},
		25 * time.Hour: {"lastUpdatedAt 2026-11-20T09:00:00Z (25 h ago)\n", "Note: the state is older than 24 h, so ask whether to continue or start again\n"},
	} {
		s := ccc.Restart(bootstrap.Input{Tree: project(), Path: ccc.ProgressFile, Now: updated.Add(after)})
		for _, form := range []string{s.Text(asIs), s.Pack(bootstrap.DefaultPackBytes, asIs)} {
			for _, w := range want {
				if !strings.Contains(form, w) {
					t.Errorf("after %v: want %q in\n%s", after, w, form)
				}
			}
			if strings.Contains(form, "older than") != (len(want) > 1) {
				t.Errorf("after %v: got\n%s", after, form)
			}
		}
	}
	if text := session().Text(asIs); strings.Contains(text, "ago") || strings.Contains(text, "older") {
		t.Errorf("without a time there is an age in\n%s", text)
	}
}

// TestNoSignalWords checks that no output contains words that stop a session.
func TestNoSignalWords(t *testing.T) {
	for _, state := range []string{goodState, inState(`"execution"`, `"replan"`), inState(`"replanCount": 0`, `"replanCount": 2`), inState(`"taskIteration": 2`, `"taskIteration": 5`), "{}", "{", ""} {
		s := ccc.Restart(bootstrap.Input{Tree: project(ccc.StateFile, state), Path: ccc.ProgressFile, Force: true})
		if words := engine.SignalWords(s.Text(asIs) + s.Pack(bootstrap.DefaultPackBytes, asIs)); len(words) > 0 {
			t.Errorf("%q is in\n%s", words[0].Word, s.Text(asIs))
		}
	}
}

func TestElsewhereFiles(t *testing.T) {
	tree := project()
	tree["notes/p.md"], tree["notes/s.json"] = tree[ccc.ProgressFile], tree[ccc.StateFile]
	delete(tree, ccc.ProgressFile)
	delete(tree, ccc.StateFile)
	s := ccc.Restart(bootstrap.Input{Tree: tree, Path: "notes/p.md", State: "notes/s.json"})
	if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !s.Complete() || !strings.Contains(pack, "\nPaths are relative to .\nStep 0: read notes/s.json\nStep 1: read notes/p.md\n") || !strings.Contains(pack, "\nBlockers, from notes/p.md:\n") {
		t.Errorf("got\n%s", pack)
	}
	checkForms(t, s)
}

func TestSessionGoldens(t *testing.T) {
	s := ccc.Restart(bootstrap.Input{Tree: project("src/b.go", ""), Path: ccc.ProgressFile, Counter: words{}, Outside: commits("feature/cia-42-sync")})
	text, err := s.JSON(asIs)
	if err != nil {
		t.Fatal(err)
	}
	goldens(t, map[string]string{"session.txt": s.Text(asIs), "session.json": string(text), "session.pack": s.Pack(bootstrap.DefaultPackBytes, asIs), "session-1600.pack": s.Pack(1600, asIs)})
	checkForms(t, s)
}
