package lint_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc"
)

const (
	progressP = `# Session Progress

**Issue:** CIA-412 — Export the ledger as CSV
**Session:** 2026-11-20T16:40:00Z
**Execution Mode:** exec:tdd

## Completed Tasks
- read the ledger format ✓
- write the quoting rules ✓

## Current Task
- write the header row — two tests are red

## Remaining Tasks
- stream rows above 10,000
- document the flag

## Decisions Made
- no library for CSV: quoting is 30 lines, and the one at hand drops empty fields

## Blockers
- no sample with line feeds in a field (unblocked by: a file from the finance team)

## Continuation Prompt
Resume CIA-412. Current task: task 3 of 5. Key files: export/csv.go, export/csv_test.go.
Next action: make TestHeader green.
`
	progressE = `## Goal
The ledger can be exported as CSV.

## Linear Issue
CIA-412: Export the ledger as CSV

## Completed Tasks
- [x] Task 0: Read the ledger format -- 4be21c9 (4 min)
- [x] Task 1: Write the quoting rules -- 90d1f7a (11 min)

## Current Task
Task 2: Write the header row

## Learnings
- [2026-11-20 16:12] Fields with a comma are quoted by the writer already

## Blocked / Flagged
(none)
`
	progressMixed = progressE + `
## Continuation Prompt
Resume CIA-412 at task 3 of 5. Key files: export/csv.go.
Next action: make TestHeader green.
`
	sessionState = `{
  "linearIssue": "CIA-412",
  "phase": "execution",
  "taskIndex": 2,
  "totalTasks": 5,
  "taskIteration": 1,
  "maxTaskIterations": 5,
  "globalIteration": 9,
  "maxGlobalIterations": 50,
  "executionMode": "tdd",
  "gatesPassed": [1, 2],
  "awaitingGate": null,
  "specPath": "docs/export.md",
  "replanCount": 0,
  "createdAt": "2026-11-20T09:00:00Z",
  "lastUpdatedAt": "2026-11-20T16:38:12Z",
  "checkpointCommentId": "0b6f0d58-8a5e-4c55-9c1c-3a2f8d1e7a10",
  "tdd_state": {"phase": "red", "failing_test": "TestHeader"}
}
`
)

// noPrompt is reported in every file of shape E; see "B3 row 2" in TestSessionReadings.
const noPrompt = "warning ccc/continuation-prompt"

func session(progress string) files {
	return files{
		ccc.ProgressFile: progress, ccc.StateFile: sessionState,
		"export/csv.go": "package export\n", "docs/export.md": "# Export\n",
		".gitignore": ".ccc-*\n",
	}
}

func (f files) session() lint.Input {
	tree := fstest.MapFS{}
	for name, text := range f {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return sessionInput(tree)
}

func inProgress(c change) mutation     { return in(ccc.ProgressFile, c) }
func inSessionState(c change) mutation { return in(ccc.StateFile, c) }

func stateKey(key, value string) mutation {
	return inSessionState(lines(`^  "`+key+`": .*?(,?)$`, `  "`+key+`": `+value+"$1"))
}

var noState = drop(ccc.StateFile)

func TestValidSession(t *testing.T) {
	const (
		last     = "- write the quoting rules ✓\n"
		decision = "- no library for CSV: quoting is 30 lines, and the one at hand drops empty fields\n"
		blocker  = "- no sample with line feeds in a field (unblocked by: a file from the finance team)\n"
		issue    = "**Issue:** CIA-412 — Export the ledger as CSV\n"
		stamp    = "2026-11-20T16:40:00Z"
		prompt   = "Resume CIA-412. Current task: task 3 of 5. Key files: export/csv.go, export/csv_test.go.\nNext action: make TestHeader green.\n"
		learning = "- [2026-11-20 16:12] Fields with a comma are quoted by the writer already\n"
	)
	said := func(text string) mutation { return inProgress(swap(prompt, text)) }
	done := func(text string) mutation { return inProgress(swap(last, text)) }
	decided := func(text string) mutation { return inProgress(swap(decision, text)) }
	blocked := func(text string) mutation { return inProgress(swap(blocker, text)) }
	other := func(id string) mutation {
		return all(inProgress(swap("CIA-412", id)), inSessionState(swap("CIA-412", id)))
	}
	for _, test := range []struct {
		name, progress string
		spoil          mutation
	}{
		{"as it is", progressP, all()},
		{"CRLF", progressP, inProgress(crlf)},
		{"byte order mark and CRLF", progressP, inProgress(then(crlf, before("\ufeff")))},
		{"no final newline", progressP, inProgress(func(s string) string { return strings.TrimSuffix(s, "\n") })},
		{"blank lines at the end", progressP, inProgress(atEnd("\n\n\n"))},
		{"no blank lines", progressP, inProgress(lines(`\n+`, "\n"))},
		{"setext headings", progressP, inProgress(then(lines(`^# (.*)$`, "$1\n==="), lines(`^## (.*)$`, "$1\n-----")))},
		{"closed headings", progressP, inProgress(lines(`^(#+) (.*)$`, "$1 $2 $1"))},
		{"pictures in headings", progressP, inProgress(then(swap("# Session", "# 📋 Session"), swap("## Completed", "## ✅ Completed"), swap("## Blockers", "## Blockers ⚠️"), swap("## Continuation", "## ▶️ Continuation")))},
		{"headings in lower case", progressP, inProgress(lines(`^## (\S+) (\S)`, "## $1  *$2*"))},
		{"numbers, counts and colons in headings", progressP, inProgress(then(swap("## Blockers", "## 5. Blockers:"), swap("## Completed Tasks", "## Completed Tasks (2)"), swap("## Continuation Prompt", "## **Continuation Prompt:**"), swap("## Remaining Tasks", "## 3) Remaining Tasks: (2/4)")))},
		{"a header without emphasis", progressP, inProgress(lines(`^\*\*(Issue|Session|Execution Mode):\*\*`, "$1:"))},
		{"a header with underscores", progressP, inProgress(lines(`^\*\*(Issue|Session|Execution Mode):\*\*`, "__$1:__"))},
		{"a header with full-width colons", progressP, inProgress(lines(`^\*\*(Issue|Session|Execution Mode):\*\*`, "**$1：**"))},
		{"a header in a quote", progressP, inProgress(lines(`^\*\*(Issue|Session|Execution Mode)`, "> **$1"))},
		{"front matter", progressP, inProgress(before("---\ntask: 3/5\n---\n\n"))},
		{"a comment before the title", progressP, inProgress(before("<!-- kept by the loop -->\n\n"))},
		{"a section of one's own", progressP, inProgress(swap("## Blockers\n", "## Notes\nBy hand.\n\n## Blockers\n"))},
		{"subsections", progressP, inProgress(then(swap("- read the", "### Before lunch\n- read the"), swap("- write the q", "### After lunch\n- write the q")))},
		{"separators", progressP, inProgress(swap("\n## ", "\n---\n\n## "))},
		{"stars for hyphens", progressP, inProgress(lines(`^- `, "* "))},
		{"numbered lists", progressP, inProgress(lines(`^- `, "1. "))},
		{"indented lists", progressP, inProgress(lines(`^- `, "  - "))},
		{"loose lists", progressP, inProgress(swap("✓\n-", "✓\n\n-"))},
		{"nothing yet", progressP, all(noState, inProgress(then(swap(decision, "(none yet)\n"), swap(blocker, "None\n"), swap("- write the header row — two tests are red\n", "(none)\n"))))},
		{"no state", progressP, noState},

		{"header as a list", progressP, inProgress(lines(`^\*\*(Issue|Session|Execution)`, "- **$1"))},
		{"header with hard breaks", progressP, inProgress(lines(`^(\*\*Issue.*|\*\*Session.*)$`, "$1  "))},
		{"header with blank lines", progressP, inProgress(lines(`^(\*\*Issue.*|\*\*Session.*)$`, "$1\n"))},
		{"header in another order", progressP, inProgress(then(swap(issue, ""), swap("**Execution", issue+"**Execution")))},
		{"no issue", progressP, all(inProgress(then(swap(issue, "**Issue:** none\n"), swap("Resume CIA-412", "Resume the export"))), stateKey("linearIssue", `""`))},
		{"an issue of another team", progressP, other("ENG-12")},
		{"an issue of a forge", progressP, all(noState, inProgress(swap("CIA-412", "#412")))},
		{"an issue as a link", progressP, inProgress(swap("CIA-412 — Export", "CIA-412 ([Linear](https://linear.app/x/issue/CIA-412)) Export"))},
		{"a date", progressP, inProgress(swap(stamp, "2026-11-20"))},
		{"a time without seconds", progressP, inProgress(swap(stamp, "2026-11-20 16:40"))},
		{"a time with its zone", progressP, inProgress(swap(stamp, "2026-11-20 16:40:12 CET"))},
		{"a time in words", progressP, inProgress(swap(stamp, "Friday, Nov 20 (second session)"))},
		{"no mode", progressP, all(noState, inProgress(swap("exec:tdd", "none")))},
		{"a mode without prefix", progressP, inProgress(swap("exec:tdd", "TDD"))},
		{"a mode as code", progressP, inProgress(swap("exec:tdd", "`exec:tdd`"))},
		{"a mode with a remark", progressP, inProgress(swap("exec:tdd", "exec:tdd (red)"))},

		{"boxes for ticks", progressP, inProgress(lines(`^- (.*) ✓$`, "- [x] $1"))},
		{"large boxes", progressP, inProgress(lines(`^- (.*) ✓$`, "- [X] $1"))},
		{"pictures for ticks", progressP, inProgress(lines(`^- (.*) ✓$`, "- ✅ $1"))},
		{"a tick and more", progressP, done("- write the quoting rules ✓ (90d1f7a, 11 min)\n")},
		{"a tick within", progressP, done("- ~~write~~ ✅ the quoting rules, reviewed\n")},
		{"a task of two lines", progressP, done("- write the quoting rules ✓\n  with tests\n")},
		{"a tick on the second line", progressP, done("- write the quoting rules\n  with tests ✓\n")},
		{"a task with nested bullets", progressP, done(last + "  - commas\n  - [ ] quotes, next time\n    1. as Excel has them\n")},
		{"a task with code", progressP, done(last + "\n  ```go\n  - x\n  ## Blockers\n  ```\n")},
		{"a table of tasks", progressP, done(last + "\n| task | time |\n|---|---|\n| b | 11 min |\n")},
		{"a paragraph", progressP, done(last + "\nBoth went in before noon, see [the log](docs/log.md).\n")},
		{"a quote", progressP, done(last + "\n> - not a task\n")},
		{"a link", progressP, done("- [write](docs/x.md) the `quoting` rules ✓\n")},

		{"a decision in bold", progressP, decided("- **No library for CSV:** quoting is 30 lines\n")},
		{"a decision with a label", progressP, decided("- **Decision:** no library: quoting is 30 lines\n")},
		{"a decision and since", progressP, decided("- no library for CSV since quoting is 30 lines\n")},
		{"a decision and due to", progressP, decided("- no library for CSV due to its size\n")},
		{"a decision to avoid", progressP, decided("- no library for CSV to avoid its size\n")},
		{"a decision so that", progressP, decided("- no library for CSV so that it stays small\n")},
		{"a decision and brackets", progressP, decided("- no library for CSV (quoting is 30 lines)\n")},
		{"a decision and a dash without spaces", progressP, decided("- no library for CSV—quoting is 30 lines\n- no tabs–they break\n")},
		{"a decision in German", progressP, decided("- keine Bibliothek, weil das Zitieren 30 Zeilen sind\n")},
		{"a decision in Chinese", progressP, decided("- 不用库因为只有三十行\n")},
		{"a decision that is struck out", progressP, decided("- ~~no library for CSV~~\n")},
		{"a decision and a dash", progressP, decided("- no library for CSV — quoting is 30 lines\n")},
		{"a decision and because", progressP, decided("- no library for CSV because quoting is 30 lines\n")},
		{"a decision and a full-width colon", progressP, decided("- 不用 CSV 库：引用规则只有三十行\n")},
		{"a decision with its reason below", progressP, decided("- no library for CSV\n  - quoting is 30 lines\n")},
		{"a decision of two lines", progressP, decided("- no library for CSV:\n  quoting is 30 lines\n")},
		{"decisions in prose", progressP, decided("We write the CSV ourselves.\n")},

		{"no blockers", progressP, blocked("No blockers.\n")},
		{"no blockers in a list", progressP, blocked("- None currently\n")},
		{"no blockers and a remark", progressP, blocked("None — all clear\n")},
		{"a condition in other words", progressP, blocked("- no sample; unblocked by a file from finance\n")},
		{"a condition below", progressP, blocked("- no sample\n  - Unblocked by: a file from finance\n")},
		{"a condition and a period", progressP, blocked("- no sample (unblocked by: a file).\n")},
		{"a condition in italics", progressP, blocked("- no sample *(unblocked by: a file)*\n")},
		{"blockers that are resolved", progressP, blocked("- RESOLVED: no sample\n- no account (resolved)\n- **Resolved:** no disk\n")},
		{"no", progressP, blocked("No\n")},
		{"no blocker in Japanese", progressP, blocked("なし\n")},
		{"no known blocker", progressP, blocked("- No known blockers; the sample came on Friday\n")},
		{"a condition on the next line", progressP, blocked("- no sample\n  - unblocked by:\n    a file from finance\n")},
		{"what would unblock it", progressP, blocked("- no sample. To unblock, ask finance\n")},
		{"a blocker that is gone", progressP, blocked("- [x] no sample, it came on Friday\n- ~~no account~~\n")},

		{"a prompt in bold", progressP, said("**Resume:** CIA-412\n**Current task:** Task 3/5\n**Key files:**\n- `export/csv.go:12`\n\n**Next action:** make TestHeader green\n")},
		{"a prompt with subsections", progressP, said("### Where\nCIA-412, task 3 of 5, see `export/csv.go`\n\n### Next Steps\n1. make TestHeader green\n")},
		{"a prompt in a quote", progressP, said("> Resume CIA-412. Task #3 of 5. Key files: export/csv.go.\n> Next steps: make TestHeader green.\n")},
		{"a prompt in a fence", progressP, said("```\nResume CIA-412. Current task: 3 of 5. Key files: export/csv.go.\nNext, make TestHeader green.\n```\n")},
		{"key files from the root of the disk", progressP, said("Resume CIA-412, task 3 of 5. Key files: /home/me/ledger/export/csv.go\nNext: make TestHeader green.\n")},
		{"key files as they are mentioned", progressP, said("Resume CIA-412, task 3 of 5, see @export/csv.go#L10-20\nNext: make TestHeader green.\n")},
		{"a key file as a link", progressP, said("Resume CIA-412, task 3 of 5. Key files: [export/csv.go](export/csv.go)\nNext: make TestHeader green.\n")},
		{"a key file as a link with another name", progressP, said("Resume CIA-412, task 3 of 5. Key files: [csv.go](export/csv.go#L3)\nNext: make TestHeader green.\n")},
		{"a key file in brackets", progressP, said("Resume CIA-412. Task 3 of 5 (export/csv.go).\nNext: make TestHeader green.\n")},
		{"a key file in bold", progressP, said("Resume CIA-412. Task 3 of 5 **export/csv.go**.\nNext: make TestHeader green.\n")},
		{"a key file in Chinese", progressP, said("Resume CIA-412. Task 3 of 5. 关键文件：export/csv.go。\nNext: make TestHeader green.\n")},
		{"a key file with a space", progressP, all(in("docs/my file.md", atEnd("x")), said("Resume CIA-412. Task 3 of 5. Key files: `docs/my file.md`.\nNext: make TestHeader green.\n"))},
		{"a link to a file with a space", progressP, all(in("docs/my file.md", atEnd("x")), said("Resume CIA-412. Task 3 of 5, see `docs/my file.md`.\nNext: make TestHeader green.\n"))},
		{"key files with backslashes", progressP, said("Resume CIA-412, task 3 of 5. Key files: export\\csv.go\nNext: make TestHeader green.\n")},
		{"words of signals in lower case", progressP, said(prompt + "Do not replan; the task_complete hook is off.\n")},

		{"shape E", progressE, all()},
		{"shape E without state", progressE, noState},
		{"shape E in CRLF", progressE, inProgress(crlf)},
		{"shape E with what P has", progressE, inProgress(swap("## Learnings", "## Remaining Tasks\n- stream rows\n- document\n\n## Learnings"))},
		{"shape E with decisions of its own form", progressE, inProgress(atEnd("\n## Decisions Made\n- no library\n"))},
		{"shape E with a flag", progressE, inProgress(swap("(none)", "- the sample is missing"))},
		{"learnings without a time", progressE, inProgress(swap(learning, "- fields are quoted\n- ENG-12 has the same fault\n"))},
		{"no learnings", progressE, inProgress(swap(learning, "(none yet)\n"))},
		{"flags without spaces", progressE, inProgress(swap("## Blocked / Flagged", "## Blocked/Flagged"))},
		{"an issue in bold", progressE, inProgress(swap("CIA-412: Export", "**CIA-412**: Export"))},

		{"mixed", progressMixed, all()},
		{"mixed with a title", progressMixed, inProgress(before("# Session Progress\n\n**Session:** 2026-11-20\n**Execution Mode:** exec:tdd\n\n"))},
		{"mixed with what only one has", progressMixed, inProgress(then(cut("## Goal", "## Completed"), cut("## Blocked", "## Cont")))},
		{"P with learnings at its end", progressP, inProgress(atEnd("\n## Learnings\n- commas\n"))},

		{"a new plan", progressP, all(stateKey("replanCount", "1"), stateKey("taskIndex", "2"), inProgress(swap(last, last+"- an older task ✓\n")))},
		{"several bullets about the task", progressP, inProgress(swap("tests are red\n", "tests are red\n- the third waits\n"))},
		{"a gate at the cap", progressP, all(stateKey("taskIteration", "5"), stateKey("awaitingGate", "2"))},
		{"a person at the cap", progressP, all(stateKey("taskIteration", "5"), stateKey("executionMode", `"pair"`), inProgress(swap("exec:tdd", "exec:pair")))},
		{"the cap in another phase", progressP, all(stateKey("taskIteration", "5"), stateKey("phase", `"verification"`))},
		{"state in CRLF", progressP, inSessionState(crlf)},
		{"keys of other skills", progressP, inSessionState(swap(`"tdd_state"`, `"current_task": 3, "review_state": {"pending": []}, "debugging_state": null, "tdd_state"`))},
		{"mode spike", progressP, all(stateKey("executionMode", `"spike"`), inProgress(swap("exec:tdd", "exec:spike")))},
		{"a session that begins", progressP, all(drop(ccc.ProgressFile), stateKey("taskIndex", "0"))},
		{"archives that git ignores", progressP, in(".ccc-progress-20261119-120000.md", atEnd("TASK_COMPLETE"))},
		{"other files of the loop", progressP, all(in(".gitignore", func(string) string { return "" }), in(".ccc-progress-old.md", atEnd("")), in("old/.ccc-progress-20261119-120000.md", atEnd("")))},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := session(test.progress)
			test.spoil(f)
			var want []string
			if test.progress == progressE {
				want = []string{noPrompt}
			}
			if got := ruleSet(t, f.session()); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, strings.Join(messages(t, f.session()), "\n"))
			}
		})
	}
}

func messages(t testing.TB, in lint.Input) []string {
	t.Helper()
	found, err := lint.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	return texts(found)
}
