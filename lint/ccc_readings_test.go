package lint_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
)

func prefers(limit string) mutation {
	return in(engine.PreferencesFile, atEnd("execution:\n  "+limit+"\n"))
}

func TestSessionReadings(t *testing.T) {
	type reading struct {
		name, progress string
		spoil          mutation
		want           []string // as from ruleSet
	}
	asIs := all()
	const prompt = "error ccc/continuation-prompt"
	schema, mild, signal := []string{"error ccc/state-schema"}, []string{"warning ccc/state-schema"}, []string{"warning ccc/signal-word"}
	copied := in(".ccc-progress-20261119-120000.md", atEnd("# Session Progress\n"))
	seen := in(".gitignore", func(string) string { return ".ccc-progress.md\n.ccc-state.json\n" })
	for _, row := range []struct {
		name     string
		readings []reading
	}{
		{"B3 row 1", []reading{ // a file can mix both shapes
			{"shape P", progressP, asIs, nil},
			{"shape E", progressE, asIs, []string{noPrompt}},
			{"mixed", progressMixed, asIs, nil},
			{"P asks for its sections", progressP, inProgress(cut("## Decisions", "## Blockers")), []string{"error ccc/missing-section"}},
			{"E asks for its sections", progressE, inProgress(cut("## Goal", "## Linear")), []string{"error ccc/missing-section", noPrompt}},
			{"mixed asks for what both have", progressMixed, inProgress(then(cut("## Goal", "## Completed"), cut("## Blocked", "## Cont"))), nil},
			{"E has no title", progressE, inProgress(before("# Notes\n\n")), []string{noPrompt}},
		}},
		{"B3 row 2", []reading{ // no prompt: an error in shape P, a warning in shape E
			{"P without", progressP, inProgress(cut("## Continuation", "")), []string{prompt}},
			{"P with an empty one", progressP, inProgress(func(s string) string { return cut("Resume", "")(s) + "(none yet)\n" }), []string{prompt}},
			{"E without", progressE, asIs, []string{noPrompt}},
			{"mixed with an empty one", progressMixed, inProgress(cut("Resume", "")), []string{noPrompt}},
		}},
		{"B3 row 4", []reading{ // linearIssue counts, activeIssue is a warning
			{"both", progressP, inSessionState(swap(`"linearIssue"`, `"activeIssue": "CIA-1", "linearIssue"`)), nil},
			{"activeIssue alone", progressP, inSessionState(swap(`"linearIssue"`, `"activeIssue"`)), mild},
			{"activeIssue, another", progressP, inSessionState(swap(`"linearIssue": "CIA-412"`, `"activeIssue": "CIA-1"`)), append(mild[:1:1], "warning ccc/state-mismatch")},
			{"neither", progressP, inSessionState(lines(`^  "linearIssue".*\n`, "")), nil},
		}},
		{"B3 row 7", []reading{ // git must ignore copies of the progress file
			{"ignored", progressP, copied, nil},
			{"visible", progressP, all(copied, seen), []string{"warning ccc/archive-tracked"}},
			{"no copy", progressP, seen, nil},
		}},
		{"B3 row 8", []reading{ // the state ends with the last task
			{"P without a state", progressP, noState, nil},
			{"E without a state", progressE, noState, []string{noPrompt}},
		}},
		{"B3 row 9", []reading{ // the limit of attempts is checked before the output
			{"attempt 4 of 5", progressP, stateKey("taskIteration", "4"), nil},
			{"attempt 5 of 5", progressP, stateKey("taskIteration", "5"), []string{"warning ccc/state-caps"}},
			{"attempt 3 of 3", progressP, all(stateKey("taskIteration", "3"), stateKey("maxTaskIterations", "3")), []string{"warning ccc/state-caps"}},
			{"attempt 5, no limit given", progressP, all(stateKey("taskIteration", "5"), inSessionState(lines(`^  "maxTask.*\n`, ""))), []string{"warning ccc/state-caps"}},
		}},
		{"B3 row 10", []reading{ // a signal word counts inside a longer word, too
			{"TASK_COMPLETE", progressP, inProgress(atEnd("TASK_COMPLETE\n")), signal},
			{"REPLAN", progressP, inProgress(swap("no library", "no REPLAN")), signal},
			{"REPLANNED", progressP, inProgress(swap("no library", "REPLANNED, no library")), signal},
			{"lower case", progressP, inProgress(swap("no library", "replan: no library")), nil},
		}},
		{"B3 row 11", []reading{ // the state ends at the first stop
			{"totalTasks 0", progressP, all(stateKey("totalTasks", "0"), stateKey("taskIndex", "0"), drop(ccc.ProgressFile)), schema},
			{"no totalTasks", progressP, all(inSessionState(lines(`^  "totalTasks".*\n`, "")), drop(ccc.ProgressFile), stateKey("taskIndex", "0")), schema},
			{"totalTasks 0 in another phase", progressP, all(stateKey("totalTasks", "0"), stateKey("taskIndex", "0"), stateKey("phase", `"spec"`), drop(ccc.ProgressFile)), nil},
		}},
		{"B3 row 14", []reading{ // preferences win over the state
			{"attempt 3 of 3", progressP, all(stateKey("taskIteration", "3"), prefers("retry_max_per_task: 3")), []string{"warning ccc/state-caps"}},
			{"attempt 5 of 7", progressP, all(stateKey("taskIteration", "5"), prefers("max_task_iterations: 7")), nil},
		}},
		{"B3 row 15", []reading{ // a gate in quotes is a warning
			{"3", progressP, stateKey("awaitingGate", "3"), nil},
			{"3 as a text", progressP, stateKey("awaitingGate", `"3"`), mild},
			{"null as a text", progressP, stateKey("awaitingGate", `"null"`), mild},
			{"another text", progressP, stateKey("awaitingGate", `"soon"`), schema},
		}},
		{"B3 row 17", []reading{ // both check marks and checked boxes mean done
			{"boxes in P", progressP, inProgress(lines(`^- (.*) ✓$`, "- [x] $1")), nil},
			{"ticks in E", progressE, inProgress(lines(`^- \[x\] (.*)$`, "- $1 ✓")), []string{noPrompt}},
			{"both", progressP, inProgress(swap("- read the ledger format ✓", "- [x] read the ledger format")), nil},
			{"neither", progressP, inProgress(swap("format ✓", "format")), []string{"warning ccc/done-mark"}},
		}},
		{"B3 row 18", []reading{ // all 15 keys and the mode spike are valid
			{"spike", progressP, all(stateKey("executionMode", `"spike"`), inProgress(swap("exec:tdd", "exec:spike"))), nil},
			{"another", progressP, all(stateKey("executionMode", `"sprint"`), drop(ccc.ProgressFile), stateKey("taskIndex", "0")), schema},
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, r := range row.readings {
				f := session(r.progress)
				r.spoil(f)
				want := slices.Sorted(slices.Values(r.want))
				if got := ruleSet(t, f.session()); !slices.Equal(got, want) {
					t.Errorf("%s: got %q, want %q\n%q", r.name, got, want, messages(t, f.session()))
				}
			}
		})
	}
}

func TestVisible(t *testing.T) {
	f := session(progressP)
	f[".ccc-progress-20261119-120000.md"] = "x"
	in := f.session()
	var asked []string
	in.Visible = func(name string) bool { asked = append(asked, name); return true }
	want := []string{".ccc-progress-20261119-120000.md"}
	if got := messages(t, in); len(got) != 1 || !slices.Equal(asked, want) {
		t.Errorf("got %q, asked about %q", got, asked)
	}
	in.Visible = nil
	if got := messages(t, in); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	asked = nil
	in = session(progressP).session()
	in.Visible = func(name string) bool { asked = append(asked, name); return true }
	if got := messages(t, in); len(got)+len(asked) > 0 {
		t.Errorf("got %q, asked about %q", got, asked)
	}
}

func TestDoneMarkFix(t *testing.T) {
	for before, after := range map[string]string{
		"- a\n":                                 "- a ✓\n",
		"- a":                                   "- a ✓",
		"- a\n- b ✅\n":                          "- a ✅\n- b ✅\n",
		"- a  \n":                               "- a ✓  \n",
		"- a\n- ✅ b\n":                          "- ✅ a\n- ✅ b\n",
		"- a\n- [x] b\n":                        "- [x] a\n- [x] b\n",
		"- a\n  - below\n":                      "- a ✓\n  - below\n",
		"- a\n\n  more\n":                       "- a ✓\n\n  more\n",
		"1. a\n2. b\n":                          "1. a ✓\n2. b ✓\n",
		"- a [x] b\n":                           "- a [x] b ✓\n",
		"- [link](x.md)\n":                      "- [link](x.md) ✓\n",
		"- `code`\n":                            "- `code` ✓\n",
		"- a <!-- note -->\n":                   "- a <!-- note --> ✓\n",
		"<!-- mdck:ignore done-mark -->\n- a\n": "<!-- mdck:ignore done-mark -->\n- a\n",
		// no mark if the task has another sign
		"- [~] half of it\n": "- [~] half of it\n", "- [-] a\n": "- [-] a\n", "- [/] a\n": "- [/] a\n", "- [ ]header\n": "- [ ]header\n", "- [](a.md)\n": "- [](a.md)\n",
		"- ❌ a\n": "- ❌ a\n", "- ☐ c\n": "- ☐ c\n", "- a ⏳\n": "- a ⏳\n", "- 🚧 a\n": "- 🚧 a\n", "- ⬜ a\n": "- ⬜ a\n", "- ✗ a\n": "- ✗ a\n", "- ✘ a\n": "- ✘ a\n",
		"- wip: a\n": "- wip: a\n", "- a — TODO\n": "- a — TODO\n", "- a (in progress)\n": "- a (in progress)\n", "- a (in-progress)\n": "- a (in-progress)\n", "- not done: a\n": "- not done: a\n",
		"- a, failed\n": "- a, failed\n", "- a: can’t be done\n": "- a: can’t be done\n", "- ~~a~~\n": "- ~~a~~\n", "- a?\n": "- a?\n", "- a (80%)\n": "- a (80%)\n",
		"- a\n  - [ ] b\n": "- a\n  - [ ] b\n", "- (x) a\n": "- (x) a\n", "- ✔ half of a\n": "- ✔ half of a\n", "- ✔️ a\n": "- ✔️ a\n", "- a ✔\n": "- a ✔\n",
		// no mark that changes the structure
		"- [ ] a\n":            "- [ ] a\n",
		"- [a]:\n":             "- [a]:\n",
		"- ```\n  x\n  ```\n":  "- ```\n  x\n  ```\n",
		"- # a\n":              "- # a\n",
		"- > a\n":              "- > a\n",
		"-     a\n":            "-     a\n",
		"- a\n  ===\n":         "- a\n  ===\n",
		"prose, and no task\n": "prose, and no task\n",
		"(none yet)\n":         "(none yet)\n",
	} {
		head := "# Session Progress\n\n## Completed Tasks\n"
		in := files{ccc.ProgressFile: head + before}.session()
		fixed, err := lint.FixAll(in, testNow)
		if err != nil {
			t.Fatal(err)
		}
		got, changed := fixed.Texts[ccc.ProgressFile]
		if !changed {
			got = head + before
		}
		if got != head+after {
			t.Errorf("%q becomes %q, want %q", before, got[len(head):], after)
		}
	}
	in := files{ccc.ProgressFile: "## Goal\nx\n\n## Completed Tasks\n- Task 0: a -- abc1234\n"}.session()
	fixed, err := lint.FixAll(in, testNow)
	if got := fixed.Texts[ccc.ProgressFile]; err != nil || got != "## Goal\nx\n\n## Completed Tasks\n- [x] Task 0: a -- abc1234\n" {
		t.Errorf("shape E becomes %q, %v", got, err)
	}
}

func TestFixGrows(t *testing.T) {
	const head, task = "# Session Progress\n\n## Completed Tasks\n", "- a\n  - below\n\n"
	text := head + task + "x\n\n" + strings.Repeat("y", mdcheckpoint.MaxSize-len(head+task)-5) + "\n"
	in := files{ccc.ProgressFile: text}.session()
	_, err := lint.FixAll(in, testNow)
	if grown, ok := errors.AsType[*lint.GrowthError](err); !ok || grown.Size <= mdcheckpoint.MaxSize {
		t.Errorf("got %v", err)
	}
}
