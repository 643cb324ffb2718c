package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
)

type sessionMutant struct {
	name, progress string
	spoil          mutation
	want           []string
}

func sessionMutants() []sessionMutant {
	return slices.Concat(progressMutants(), entryMutants(), promptMutants(), stateMutants(), sessionFileMutants())
}

func progressMutants() []sessionMutant {
	header, missing, order := []string{"error ccc/header"}, []string{"error ccc/missing-section"}, []string{"warning ccc/section-order"}
	without := func(from, to string) mutation { return all(noState, inProgress(cut(from, to))) }
	line := func(name, value string) mutation {
		return all(noState, inProgress(lines(`^\*\*`+name+`:\*\* .*$`, "**"+name+":**"+value)))
	}
	return []sessionMutant{
		{"no title", progressP, inProgress(lines("^# .*\n", "")), []string{"error ccc/title"}},
		{"another title", progressP, inProgress(swap("# Session Progress", "# Progress")), []string{"error ccc/title"}},
		{"more in the title", progressP, inProgress(swap("# Session Progress", "# Session Progress — CIA-412")), []string{"error ccc/title"}},
		{"title at level 2", progressP, inProgress(swap("# Session", "## Session")), []string{"error ccc/title"}},
		{"a title of shape E", progressE, inProgress(before("# CSV export\n\n")), []string{noPrompt}},
		{"another title, mixed", progressMixed, inProgress(before("# CSV export\n\n")), nil},
		{"nothing at all", progressP, all(noState, inProgress(func(string) string { return "" })), []string{"error ccc/title", "error ccc/header", "error ccc/missing-section", "error ccc/continuation-prompt"}},

		{"no Issue", progressP, all(noState, inProgress(lines(`^\*\*Issue.*\n`, ""))), header},
		{"no Session", progressP, inProgress(lines(`^\*\*Session.*\n`, "")), header},
		{"no mode", progressP, inProgress(lines(`^\*\*Execution.*\n`, "")), header},
		{"no header", progressP, all(noState, inProgress(cut("**Issue", "## Completed"))), header},
		{"a mixed header without a session", progressMixed, inProgress(before("# Session Progress\n\n**Execution Mode:** exec:tdd\n\n")), header},
		{"Issue empty", progressP, line("Issue", ""), header},
		{"Issue of the template", progressP, line("Issue", " CIA-XXX — [Title]"), header},
		{"Issue of half the template", progressP, line("Issue", " CIA-XXX"), header},
		{"Session of the template", progressP, line("Session", " [timestamp]"), header},
		{"Session none", progressP, line("Session", " none"), header},
		{"mode of the template", progressP, line("Execution Mode", " exec:[mode]"), header},
		{"mode not filled in", progressP, line("Execution Mode", " (none)"), []string{"warning ccc/header"}},
		{"a section twice", progressP, all(noState, inProgress(swap("## Decisions", "## Remaining Tasks\n(none)\n\n## Decisions"))), order},
		{"unknown mode", progressP, line("Execution Mode", " exec:turbo"), []string{"warning ccc/header"}},
		{"Issue twice", progressP, inProgress(swap("**Session:**", "**Issue:** CIA-413\n**Session:**")), []string{"warning ccc/header"}},

		{"no Completed Tasks", progressP, without("## Completed", "## Current"), missing},
		{"no Current Task", progressP, without("## Current", "## Remaining"), missing},
		{"no Remaining Tasks", progressP, without("## Remaining", "## Decisions"), missing},
		{"no Decisions Made", progressP, without("## Decisions", "## Blockers"), missing},
		{"no Blockers", progressP, without("## Blockers", "## Continuation"), missing},
		{"Blockers at level 3", progressP, without("## Blockers", "## Continuation"), missing},
		{"a misspelt heading", progressP, inProgress(swap("## Blockers", "## Blokcers")), missing},
		{"more in a heading", progressP, inProgress(swap("## Blockers", "## Blockers and risks")), missing},
		{"no Goal", progressE, inProgress(cut("## Goal", "## Linear")), append(missing, noPrompt)},
		{"no Linear Issue", progressE, inProgress(cut("## Linear", "## Completed")), append(missing, noPrompt)},
		{"no Learnings", progressE, inProgress(cut("## Learnings", "## Blocked")), append(missing, noPrompt)},
		{"no flags", progressE, inProgress(cut("## Blocked", "")), append(missing, noPrompt)},
		{"a learning, and no prompt", progressP, inProgress(then(swap("## Blockers", "## Learnings\n- [2026-11-04 10:30] CSV quotes double\n\n## Blockers"), cut("## Continuation", ""))), []string{"error ccc/continuation-prompt"}},
		{"mixed without Current Task", progressMixed, inProgress(cut("## Current", "## Learnings")), missing},

		{"remaining before current", progressP, inProgress(moved("## Remaining", "## Decisions", "## Current")), order},
		{"prompt first", progressP, inProgress(func(s string) string {
			without := cut("## Continuation", "")(s)
			return swap("## Completed", s[len(without):]+"\n## Completed")(without)
		}), order},
		{"completed tasks twice", progressP, inProgress(atEnd("\n## Completed Tasks\n")), order},
		{"current task twice", progressP, inProgress(swap("## Remaining", "## Current Task\n- document\n\n## Remaining")), order},
		{"a task of the template", progressP, all(noState, inProgress(lines("^- write the header.*$", "- [task description] — [status or last action]"))), []string{"warning ccc/missing-section"}},
		{"decisions of the template", progressP, inProgress(lines("^- no library.*$", "- [decision]: [rationale]")), []string{"warning ccc/missing-section"}},
		{"learnings before current", progressE, inProgress(moved("## Learnings", "## Blocked", "## Current")), append(order, noPrompt)},
		{"goal last", progressE, inProgress(func(s string) string { return cut("## Goal", "## Linear")(s) + "\n## Goal\nx\n" }), append(order, noPrompt)},
	}
}

func entryMutants() []sessionMutant {
	mark, decision, blocker := []string{"warning ccc/done-mark"}, []string{"warning ccc/decision-form"}, []string{"warning ccc/blocker-form"}
	done := func(text string) mutation {
		return inProgress(swap("- write the quoting rules ✓\n", "- "+text+"\n"))
	}
	decided := func(text string) mutation { return inProgress(lines("^- no library.*$", text)) }
	blocked := func(text string) mutation { return inProgress(lines("^- no sample.*$", text)) }
	return []sessionMutant{
		{"no tick", progressP, done("write the quoting rules"), mark},
		{"another tick", progressP, done("✔️ write the quoting rules"), mark},
		{"an open box", progressP, done("[ ] write the quoting rules"), append(slices.Clone(mark), "warning ccc/state-mismatch")},
		{"a tick below", progressP, done("write the quoting rules\n  - commas ✓"), mark},
		{"no box in shape E", progressE, inProgress(swap("- [x] Task 1", "- Task 1")), append(mark, noPrompt)},
		{"code instead of a task", progressP, done("```\n  x\n  ```"), mark},
		{"a decision without a reason", progressP, decided("- no library for CSV"), decision},
		{"a decision and a colon", progressP, decided("- no library for CSV:"), decision},
		{"a decision with a time", progressP, decided("- stop at 16:40"), decision},
		{"a decision and a label", progressP, decided("- **Decision**: no library for CSV"), decision},
		{"a decision and its number", progressP, decided("- Decision 3: no library for CSV"), decision},
		{"a decision after a time, without a reason", progressP, decided("- [2026-11-20 16:12] no library for CSV"), decision},
		{"a decision after a time and a colon, without a reason", progressP, decided("- 2026-11-20 16:12: no library for CSV"), decision},
		{"TBD as the reason", progressP, decided("- no library for CSV: TBD"), decision},
		{"a link", progressP, decided("- no [library](docs/some thing.md) for CSV"), decision},
		{"a range", progressP, decided("- no library for CSV in 10–20"), decision},
		{"a decision in a mixed file", progressMixed, inProgress(atEnd("\n## Decisions Made\n- no library for CSV\n")), append(decision, "warning ccc/section-order")},
		{"a blocker without a condition", progressP, blocked("- no sample"), blocker},
		{"a blocker in prose", progressP, blocked("There is no sample."), blocker},
		{"a condition of the template", progressP, blocked("- no sample (unblocked by: [condition])"), blocker},
		{"TBD as the condition", progressP, blocked("- no sample (unblocked by: TBD)"), blocker},
		{"an empty condition", progressP, blocked("- no sample (unblocked by:)"), blocker},
		{"an empty condition and a space", progressP, blocked("- no sample (unblocked by: )"), blocker},
		{"a question mark as the condition", progressP, blocked("- no sample (unblocked by: ?)"), blocker},
		{"tbd as the condition", progressP, blocked("- no sample (unblocked by: tbd)."), blocker},
		{"another use of the word", progressP, blocked("- no sample: we cannot unblock the release"), blocker},
		{"a hyphen behind none", progressP, blocked("- none-root containers cannot write"), blocker},
		{"none of the samples", progressP, blocked("- none of the samples has line feeds"), blocker},
	}
}

func promptMutants() []sessionMutant {
	vague, empty := []string{"warning ccc/continuation-prompt"}, []string{"error ccc/continuation-prompt"}
	said := func(text string) mutation {
		return inProgress(func(s string) string { return cut("Resume", "")(s) + text })
	}
	return []sessionMutant{
		{"no prompt", progressP, inProgress(cut("## Continuation", "")), empty},
		{"prompt at level 3", progressP, inProgress(swap("## Continuation", "### Continuation")), empty},
		{"empty prompt", progressP, said(""), empty},
		{"only (none yet) in the prompt", progressP, said("(none yet)\n"), empty},
		{"only a comment in the prompt", progressP, said("<!-- to be written -->\n"), empty},
		{"prompt of the template", progressP, said("Resume CIA-XXX. Current task: [task N of M]. Key files: [file list].\nNext action: [specific next step].\n"), empty},
		{"prompt of the template with an issue", progressP, said("Resume CIA-412. Current task: [task N of M]. Key files: [file list].\nNext action: [specific next step].\n"), empty},
		{"the whole template", progressP, all(noState, inProgress(lines(`^\*\*Issue:\*\* .*$`, "**Issue:** CIA-XXX — [Title]")), said("Resume CIA-XXX. Current task: [task N of M]. Key files: [file list].\nNext action: [specific next step].\n")), append([]string{"error ccc/header"}, empty...)},
		{"empty prompt, mixed", progressMixed, said(""), vague},
		{"two prompts", progressP, inProgress(atEnd("\n## Continuation Prompt\nGo on.\n")), vague},
		{"no issue", progressP, inProgress(swap("Resume CIA-412", "Resume")), vague},
		{"another issue", progressP, inProgress(swap("Resume CIA-412", "Resume CIA-41")), vague},
		{"an issue with the same beginning", progressP, inProgress(swap("Resume CIA-412", "Resume CIA-4120")), vague},
		{"task 7 of 5", progressP, all(noState, inProgress(swap("task 3 of 5", "task 7 of 5"))), vague},
		{"a vague next action", progressP, inProgress(swap("make TestHeader green", "continue")), vague},
		{"no number of the task", progressP, inProgress(swap("task 3 of 5", "the header")), vague},
		{"no files", progressP, inProgress(lines(`Key files: .*$`, "")), vague},
		{"files that are not there", progressP, inProgress(lines(`Key files: .*$`, "Key files: csv.go, /etc/nosuch")), vague},
		{"a directory as key file", progressP, inProgress(lines(`Key files: .*$`, "Key files: export/")), vague},
		{"a file of the session as key file", progressP, inProgress(lines(`Key files: .*$`, "Key files: .ccc-progress.md")), vague},
		{"task 9 of 4", progressP, all(drop(ccc.StateFile), inProgress(swap("task 3 of 5", "task 9 of 4"))), vague},
		{"another task than the lists", progressP, all(drop(ccc.StateFile), inProgress(swap("task 3 of 5", "task 1 of 5"))), vague},
		{"no next action", progressP, inProgress(cut("Next action", "")), vague},
		{"next action of the template", progressP, inProgress(swap("make TestHeader green", "[specific next step]")), vague},
		{"only the issue", progressP, said("CIA-412\n"), vague},
		{"a word of the handler in the prompt", progressP, inProgress(atEnd("Then say TASK_COMPLETE.\n")), []string{"warning ccc/signal-word"}},
		{"a word of the handler in a task", progressP, inProgress(swap("document the flag", "document REPLANNING")), []string{"warning ccc/signal-word"}},
		{"a word of the handler in a comment", progressE, inProgress(atEnd("<!-- REPLAN -->\n")), []string{"warning ccc/signal-word", noPrompt}},
	}
}

func stateMutants() []sessionMutant {
	bad, mild, differ, capped := []string{"error ccc/state-schema"}, []string{"warning ccc/state-schema"}, []string{"warning ccc/state-mismatch"}, []string{"warning ccc/state-caps"}
	plain := func(name string, spoil mutation, want []string) sessionMutant {
		return sessionMutant{name, progressP, spoil, want}
	}
	return []sessionMutant{
		plain("state is no JSON", inSessionState(swap(`"phase"`, `phase`)), bad),
		plain("state is a list", inSessionState(func(string) string { return "[]" }), bad),
		plain("state is empty", inSessionState(func(string) string { return "" }), bad),
		plain("a comma at the end", inSessionState(swap("\"TestHeader\"}\n", "\"TestHeader\"},\n")), bad),
		plain("no phase", inSessionState(lines(`^  "phase".*\n`, "")), bad),
		plain("unknown phase", stateKey("phase", `"coding"`), bad),
		plain("phase null", stateKey("phase", "null"), bad),
		plain("a number in quotes", all(stateKey("taskIndex", `"2"`)), bad),
		plain("a fraction", stateKey("globalIteration", "9.5"), bad),
		plain("attempt 0", stateKey("taskIteration", "0"), bad),
		plain("unknown mode in the state", stateKey("executionMode", `"turbo"`), append(slices.Clone(bad), differ...)),
		plain("gate 4", stateKey("awaitingGate", "4"), bad),
		plain("no tasks", all(stateKey("totalTasks", "0"), stateKey("taskIndex", "2")), append(slices.Clone(bad), differ...)),
		plain("tasks null", stateKey("totalTasks", "null"), bad),
		plain("too many tasks", stateKey("totalTasks", "99999999999999999999"), bad),
		plain("too many attempts", stateKey("globalIteration", "99999999999999999999"), bad),
		plain("unknown key", inSessionState(swap(`"tdd_state"`, `"tdd_stage"`)), mild),
		plain("null for a text", stateKey("linearIssue", "null"), mild),
		plain("a date for a time", stateKey("lastUpdatedAt", `"2026-11-20"`), mild),
		plain("words for a time", stateKey("lastUpdatedAt", `"just now"`), bad),
		plain("no task remains", stateKey("taskIndex", "5"), append(slices.Clone(differ), capped...)),
		plain("attempt 4 of 5", stateKey("taskIteration", "4"), nil),
		plain("attempt 5 of 5", stateKey("taskIteration", "5"), capped),
		plain("attempt 6 of 5", stateKey("taskIteration", "6"), capped),
		plain("attempt 49 of 50", stateKey("globalIteration", "49"), nil),
		plain("attempt 50 of 50", stateKey("globalIteration", "50"), capped),
		plain("one replan left", all(stateKey("replanCount", "1")), nil),
		plain("no replan left", all(stateKey("replanCount", "2")), capped),
		plain("another issue in the state", stateKey("linearIssue", `"CIA-413"`), differ),
		plain("another mode in the state", stateKey("executionMode", `"quick"`), differ),
		plain("the state is a task behind", stateKey("taskIndex", "1"), nil), // the stop handler updates it later
		plain("the state is a task behind, outside of the loop", all(stateKey("taskIndex", "1"), stateKey("phase", `"verification"`)), differ),
		plain("the state is a task behind, and no attempt is left", all(stateKey("taskIndex", "1"), stateKey("taskIteration", "5")), append(slices.Clone(differ), capped...)),
		plain("the state is a task behind, at a gate", all(stateKey("taskIndex", "1"), stateKey("awaitingGate", "2")), nil),
		plain("the state is two tasks behind", stateKey("taskIndex", "0"), differ),
		plain("the state is a task ahead", stateKey("taskIndex", "3"), differ),
		plain("fewer tasks in the state", stateKey("totalTasks", "4"), differ),
		plain("another task in the prompt", inProgress(swap("task 3 of 5", "task 4 of 5")), differ),
		plain("more tasks in the prompt", inProgress(swap("task 3 of 5", "task 3 of 6")), differ),
		plain("the state has no task numbers", inSessionState(lines(`^  "(taskIndex|totalTasks)".*\n`, "")), bad), // the loop rejects it
		{"another number of the current task", progressE, inProgress(swap("Task 2:", "Task 3:")), append(slices.Clone(differ), noPrompt)},
	}
}

func sessionFileMutants() []sessionMutant {
	archive := in(".ccc-progress-20261119-120000.md", atEnd("x"))
	seen := in(".gitignore", func(string) string { return ".ccc-progress.md\n" })
	return []sessionMutant{
		{"an archive that git sees", progressP, all(archive, seen), []string{"warning ccc/archive-tracked"}},
		{"an archive without a progress file", progressP, all(archive, seen, drop(ccc.ProgressFile), stateKey("taskIndex", "0")), []string{"warning ccc/archive-tracked"}},
		{"no progress file in the third task", progressP, drop(ccc.ProgressFile), []string{"warning ccc/missing-section"}},
		{"progress not UTF-8", progressP, inProgress(swap("—", "\x97")), []string{"error any/not-utf8"}},
		{"state not UTF-8", progressP, inSessionState(swap("red", "\xff")), []string{"error any/not-utf8"}},
		{"progress too large", progressP, inProgress(func(s string) string { return s + strings.Repeat(" ", mdcheckpoint.MaxSize) }), []string{"error any/too-large"}},
		{"progress too deep", progressP, inProgress(atEnd("\n" + strings.Repeat("> ", mdcheckpoint.MaxDepth+1) + "x\n")), []string{"error any/too-deep"}},
		{"conflict marker in the state", progressP, inSessionState(swap("{\n", "{\n<<<<<<< HEAD\n")), []string{"error any/conflict-marker"}},
		{"conflict marker in the progress", progressP, inProgress(atEnd(">>>>>>> theirs\n")), []string{"error any/conflict-marker"}},
		{"a fence that is not closed", progressP, inProgress(atEnd("\n```\n")), []string{"error any/unclosed"}},
		{"mixed line endings", progressP, inProgress(swap("## Blockers\n", "## Blockers\r\n")), []string{"warning any/mixed-line-endings"}},
		{"mixed line endings in the state", progressP, inSessionState(swap("{\n", "{\r\n")), []string{"warning any/mixed-line-endings"}},
		{"a zero-width character", progressP, inProgress(swap("10,000", "10\u200b,000")), []string{"warning any/hidden"}},
		{"a key", progressP, inProgress(swap("10,000", "AKIAQX4MHT7ZB2WNCJ5R")), []string{"error any/secret"}},
		{"a token in the state", progressP, inSessionState(swap("TestHeader", "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i")), []string{"error any/secret"}},
		{"separator under text", progressP, inProgress(swap("\n## Blockers", "\nA note.\n---\n\n## Blockers")), []string{"warning any/setext-by-accident"}},
		{"nothing to ignore", progressP, inProgress(before("<!-- mdck:ignore ccc/done-mark -->\n")), []string{"warning any/unused-ignore"}},
	}
}

func TestSessionMutants(t *testing.T) {
	for _, m := range sessionMutants() {
		t.Run(m.name, func(t *testing.T) {
			f := session(m.progress)
			m.spoil(f)
			want := slices.Clone(m.want)
			slices.Sort(want)
			if got := ruleSet(t, f.session()); !slices.Equal(got, slices.Compact(want)) {
				t.Errorf("got %q, want %q\n%s", got, want, strings.Join(messages(t, f.session()), "\n"))
			}
		})
	}
}

func TestSessionIgnored(t *testing.T) {
	for _, m := range sessionMutants() {
		f := session(m.progress)
		m.spoil(f)
		found, err := lint.Run(f.session())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if d.Path != ccc.ProgressFile || d.Rule.Unreadable() || d.Rule.ID == lint.UnusedIgnore {
				continue
			}
			g := files{}
			for name, text := range f {
				g[name] = text
			}
			bom := strings.HasPrefix(g[ccc.ProgressFile], "\ufeff")
			g[ccc.ProgressFile] = fmt.Sprintf("<!-- mdck:ignore-file %s -->\n\n", d.Rule.Name()) + g[ccc.ProgressFile]
			if bom {
				continue
			}
			for _, left := range messages(t, g.session()) {
				if strings.HasPrefix(left, ccc.ProgressFile) && (strings.Contains(left, " "+d.Rule.ID+" ") || strings.Contains(left, lint.UnusedIgnore) && m.name != "nothing to ignore") {
					t.Errorf("%s: with %s ignored, %s", m.name, d.Rule.ID, left)
				}
			}
		}
	}
}
