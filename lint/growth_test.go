package lint_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
)

const head = "# Checkpoint: x\n\n## Meta\n- checkpoint_version: 7\n- last_phase: discover\n- strictness: Standard\n" +
	"- artifact_state: rfc.md(00000000), evidence(0 items), gate_b_round=0\n\n"

const (
	tensions = head + "## DISCOVER Exit\n### Active Tensions\n"
	updated  = head + "## Gate-B Round 1 Exit\n### Active Tensions Updated\n"
)

// hostile has texts of about size bytes that repeat one element.
var hostile = []struct {
	name, file string
	text       func(size int) string
}{
	{"sections of a format", "HANDOFF.md", many("", "## Status\n")},
	{"sections of a format, backwards", "HANDOFF.md", func(size int) string {
		var b strings.Builder
		for n := size / 20; n > 0; n-- {
			fmt.Fprintf(&b, "## Session %d\n### Open\n", n)
		}
		return b.String()
	}},
	{"sections within, of a format", "HANDOFF.md", many("## Session 1\n", "### Open\n### Done\n")},
	{"unknown sections of a format", "HANDOFF.md", many("", "## Statusse\n")},
	{"bullets of a format", "HANDOFF.md", many("## Decisions\n", "- a\n")},
	{"titles", ohrfc.CheckpointFile, many(head, "# a\n")},
	{"unknown groups", ohrfc.CheckpointFile, many(head, "## a\n")},
	{"unknown subsections", ohrfc.CheckpointFile, many(tensions, "### a\n")},
	{"equal groups", ohrfc.CheckpointFile, many(head, "## DISCOVER Exit\n")},
	{"equal subsections", ohrfc.CheckpointFile, many(tensions, "### Active Tensions\n")},
	{"deep headings", ohrfc.CheckpointFile, many(tensions, "#### a\n##### b\n###### c\n")},
	{"rounds", ohrfc.CheckpointFile, numbered(head, "## Gate-B Round %d Exit\n### Reviewer Feedback Digest\n- a\n")},
	{"equal rounds", ohrfc.CheckpointFile, many(head, "## Gate-B Round 1 Exit\n")},
	{"accidental headings", ohrfc.CheckpointFile, many(head, "a\n---\n")},
	{"bullets", ohrfc.CheckpointFile, many(tensions, "- a\n")},
	{"loose bullets", ohrfc.CheckpointFile, many(tensions, "- a\n\n")},
	{"wrapped bullets", ohrfc.CheckpointFile, many(tensions, "- a\n  b\n")},
	{"placeholders", ohrfc.CheckpointFile, many(tensions, "- TODO\n")},
	{"a long bullet", ohrfc.CheckpointFile, many(tensions+"- ", "a b\n  ")},
	{"a long word", ohrfc.CheckpointFile, many(tensions+"- ", "a")},
	{"misspelt labels", ohrfc.CheckpointFile, many(updated, "- Resloved: a\n")},
	{"template comments", ohrfc.CheckpointFile, many(tensions+"- a\n", "<!-- 1-3 bullets -->\n")},
	{"comment openers", ohrfc.CheckpointFile, many(head, "<!--\n")},
	{"comment openers in a line", ohrfc.CheckpointFile, many(head, "<!-- ")},
	{"directives", ohrfc.CheckpointFile, many(head, "<!-- mdck:ignore title -->\n\n")},
	{"unknown directives", ohrfc.CheckpointFile, many(head, "<!-- mdck:ignore-file nosuch -->\n\n")},
	{"fences", ohrfc.CheckpointFile, many(head, "```\n")},
	{"tagged closers", ohrfc.CheckpointFile, many(head, "```txt\nx\n```txt\n\n## b\n")},
	{"tagged closers in one block", ohrfc.CheckpointFile, many(head+"```a\n", "```x\n")},
	{"quotes", ohrfc.CheckpointFile, many(head, "> a\n")},
	{"nesting", ohrfc.CheckpointFile, many(head, ladder(60))},
	{"link openers", ohrfc.CheckpointFile, many(head, "[a](")},
	{"definitions", ohrfc.CheckpointFile, many(head, "[a]: /u\n")},
	{"delimiters", ohrfc.CheckpointFile, many(head, "*a_ ")},
	{"tabs", ohrfc.CheckpointFile, many(head, "-\ta\n\t- b\n")},
	{"blank lines", ohrfc.CheckpointFile, many(head, "\n")},
	{"rounds in artifact_state", ohrfc.CheckpointFile, many("# Checkpoint\n\n## Meta\n- artifact_state: ", "gate_b_round=1x")},
	{"evidence in artifact_state", ohrfc.CheckpointFile, many("# Checkpoint\n\n## Meta\n- artifact_state: ", "evidence(1 item")},
	{"mixed line endings", ohrfc.CheckpointFile, many(head, "a\r\nb\n")},
	{"conflict markers", ohrfc.CheckpointFile, many(head, "<<<<<<< a\n")},
	{"keys", ohrfc.CheckpointFile, many(head, "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i ")},
	{"prefixes of keys", ohrfc.CheckpointFile, many(head, "sk-ant-")},
	{"private keys", ohrfc.CheckpointFile, many(head, "-----BEGIN RSA PRIVATE KEY-----\n")},
	{"keys of Meta", ohrfc.CheckpointFile, many("# Checkpoint: x\n\n## Meta\n", "- a: b\n")},
	{"equal keys of Meta", ohrfc.CheckpointFile, many("# Checkpoint: x\n\n## Meta\n", "- strictness: Full\n")},
	{"front matter", ohrfc.CheckpointFile, many("---\n", "a: b\n")},
	{"unknown keys", ohrfc.StateFile, numbered(`{"a": 1`, `, "k%d": 1`)},
	{"values of a list", ohrfc.StateFile, many(`{"upgrade_triggers": [1`, ",1")},
	{"nested lists", ohrfc.StateFile, many("", "[")},
	{"empty items", ohrfc.EvidenceFile, many(`{"items": [{}`, ",{}")},
	{"items", ohrfc.EvidenceFile, many(`{"items": [{}`, `,{"source_type":"code"}`)},
	{"white space", ohrfc.EvidenceFile, many("", " ")},
	{"issues", ohrfc.SummaryFile, many(`{"p0_issues": [{}`, ",{}")},

	{"titles of a session", ccc.ProgressFile, many("", "# a\n")},
	{"equal titles of a session", ccc.ProgressFile, many("", "# Session Progress\n")},
	{"unknown sections", ccc.ProgressFile, many(progressHead, "## Complete Task\n")},
	{"equal sections", ccc.ProgressFile, many(progressHead, "## Completed Tasks\n- a\n")},
	{"sections out of order", ccc.ProgressFile, many(progressHead, "## Blockers\n## Current Task\n")},
	{"header lines", ccc.ProgressFile, many("# Session Progress\n", "**Session:** [timestamp]\n")},
	{"unmarked tasks", ccc.ProgressFile, many(progressHead+"## Completed Tasks\n", "- a\n")},
	{"wrapped tasks", ccc.ProgressFile, many(progressHead+"## Completed Tasks\n- ", "a\n  ")},
	{"marked tasks", ccc.ProgressFile, many(progressHead+"## Completed Tasks\n", "- a ✔\n")},
	{"decisions", ccc.ProgressFile, many(progressHead+"## Decisions Made\n", "- a\n")},
	{"blockers", ccc.ProgressFile, many(progressHead+"## Blockers\n", "- a (unblocked by: )\n")},
	{"a long prompt", ccc.ProgressFile, many(progressHead+"## Continuation Prompt\n", "a/b.go next\n")},
	{"key files", ccc.ProgressFile, many(progressHead+"## Continuation Prompt\nKey files: ", "/a,")},
	{"a deep key file", ccc.ProgressFile, many(progressHead+"## Continuation Prompt\nKey files: ", "/a")},
	{"numbers of tasks", ccc.ProgressFile, many(progressHead+"## Continuation Prompt\n", "task 1 of ")},
	{"signal words", ccc.ProgressFile, many(progressHead, "REPLAN")},
	{"directives of a session", ccc.ProgressFile, many(progressHead, "<!-- mdck:ignore title -->\n\n")},
	{"unknown keys of a state", ccc.StateFile, numbered(`{"a": 1`, `, "k%d": 1`)},
	{"active files", ccc.StateFile, many(`{"activeTaskFiles": ["a"`, `,"a"`)},
	{"a list for a state", ccc.StateFile, many("", "[")},

	{"unknown keys of an agent", secondFile, numbered(`{"a": 1`, `, "k%d": 1`)},
	{"files of an agent", secondFile, numbered(`{"agent_id": "Secondary-A", "files_modified": ["a"`, `,"f%d"`)},
	{"equal files of an agent", secondFile, many(`{"files_modified": ["a"`, `,"a"`)},
	{"a deep file of an agent", secondFile, many(`{"files_modified": "`, "a/")},
	{"blockers of an agent", secondFile, many(`{"status": "IN_PROGRESS", "blockers": [1`, ",1")},
	{"steps of an agent", secondFile, many(`{"next_steps": [1`, ",1")},
	{"a long id", secondFile, many(`{"agent_id": "`, "-a")},
	{"a long status", secondFile, many(`{"status": "`, "x ")},
	{"a list for an agent", secondFile, many("", "[")},
	{"titles of messages", inboxFile, many("", "# a\n")},
	{"equal messages", inboxFile, many("", "## Message 1 (2026-11-20)\n")},
	{"unknown keys of a track", protocoltest.ExampleTrack, numbered(`{"a": 1`, `, "k%d": 1`)},
	{"steps of a track", protocoltest.ExampleTrack, numbered(`{"loop_state": {"checkpoints": {"a": {}`, `, "S%d": {"status": "DONE"}`)},
	{"steps that differ", protocoltest.ExampleTrack, numbered(`{"loop_state": {"step_status": "PASSED", "current_step": "PLAN", "checkpoints": {"a": {}`, `, "plan%d": {"status": "PASSED"}`)},
	{"bad times of a track", protocoltest.ExampleTrack, numbered(`{"loop_state": {"checkpoints": {"a": {}`, `, "S%d": {"started_at": "x", "completed_at": "y"}`)},
	{"outputs of a step", protocoltest.ExampleTrack, numbered(`{"loop_state": {"checkpoints": {"PLAN": {"output_files": ["a"`, `,"f%d"`)},
	{"commits of a step", protocoltest.ExampleTrack, many(`{"loop_state": {"checkpoints": {"PLAN": {"commits": ["a"`, `,"4be21c9"`)},
	{"blockers of a track", protocoltest.ExampleTrack, many(`{"blockers": [{}`, `,{"blocked_at": "x"}`)},
	{"a long last task", protocoltest.ExampleTrack, many(`{"loop_state": {"checkpoints": {"EXECUTE": {"last_task": "`, "1.")},
	{"a list for a track", protocoltest.ExampleTrack, many("", "[")},
	{"tasks of a plan", planFile, numbered("", "- [ ] Task %d: a\n")},
	{"steps in a task", planFile, many("- [ ] Task 1.1: a\n", "  - [ ] b\n")},

	{"tasks", planPath, many(planHead, "<task type=\"auto\"><name>a</name><action>b</action></task>\n")},
	{"checkpoints", planPath, many(planHead, "<task type=\"checkpoint:human-verify\">\n</task>\n")},
	{"open tasks", planPath, many(planHead, "<task type=\"auto\">")},
	{"ends of tasks", planPath, many(planHead, "</task>")},
	{"tasks and ends of all", planPath, many(planHead, "<task></tasks>")},
	{"open elements", planPath, many(planHead+"<task type=\"auto\">", "<action>")},
	{"different open elements", planPath, numbered(planHead+"<task type=\"auto\">", "<a%d>")},
	{"elements", planPath, many(planHead+"<task type=\"checkpoint:human-verify\">", "<how-to-verify>a</how-to-verify>")},
	{"options", planPath, numbered(planHead+"<task type=\"checkpoint:decision\"><options>", "<option id=\"a%d\">b</option>")},
	{"equal options", planPath, many(planHead+"<task type=\"checkpoint:decision\">", "<option id=\"a\">b</option>")},
	{"attributes", planPath, many(planHead+"<task ", "a=\"b\" ")},
	{"quotes of attributes", planPath, many(planHead+"<task ", "a=\"")},
	{"beginnings of tags", planPath, many(planHead, "<task ")},
	{"signs", planPath, many(planHead, "<")},
	{"fences of a plan", planPath, many(planHead, "```\n")},
	{"fences with a tag", planPath, many(planHead, "```js\n")},
	{"fences of both kinds", planPath, many(planHead, "```\n~~~\n")},
	{"backticks", planPath, many(planHead, "`a`` ")},
	{"openers of comments", planPath, many(planHead, "<!-- ")},
	{"comments", planPath, many(planHead, "<!-- a -->\n")},
	{"directives of a plan", planPath, many(planHead, "<!-- mdck:ignore gate -->\n")},
	{"directives among text", planPath, many(planHead, "<!-- mdck:ignore gate -->\na\n")},
	{"directives before tasks", planPath, many(planHead, "<!-- mdck:ignore gate -->\n<task type=\"checkpoint:decision\"></task>\n")},
	{"directives before headings", planPath, many(planHead, "<!-- mdck:ignore gate -->\n# a\n")},
	{"headings of a plan", planPath, many(planHead, "# a\n## b\n")},
	{"steps that ask", planPath, inStep("1. Run `npm run dev`\n")},
	{"a long step", planPath, inStep("run it and ")},
	{"clauses of steps", planPath, inStep("Run: `a`, then (b): `npm c` and `d`.\n")},
	{"keys of front matter", planPath, numbered("---\na: 1", "\nk%d: 1")},
	{"dependencies", planPath, many("---\ndepends_on: [a", ", a")},
	{"bad front matter", planPath, many("---\n", "a: [\n")},
	{"lines of a state", statePath, many("# S\n", "Status: a\n")},
	{"fences of a note", notePath, many("<current_state>\n", "```\n")},
	{"keys of a hand-off", handoffPath, numbered(`{"a": 1`, `, "k%d": 1`)},
	{"tasks of a hand-off", handoffPath, many(`{"completed_tasks": [1`, ",1")},
	{"acknowledgments", threshold.AcksFile, numbered(`{"acknowledgments": {"a": {}`, `, "k%d": {"value": "x", "acknowledged_at": "y"}`)},
	{"a deep history", threshold.AcksFile, many("", `{"reset_at":[`)},
	{"levels", threshold.StateFile, numbered(`{"levels_triggered": {"a": "b"`, `, "k%d": "x"`)},
	{"triggers", threshold.TriggersFile, numbered(`{"triggers": {"a": {}`, `, "k%d": {"count": -1}`)},
}

const planHead = "---\nphase: 1\nplan: 1\nwave: 1\nautonomous: true\ndepends_on: []\n---\n\n"

func inStep(unit string) func(int) string {
	const open, end = "<task type=\"checkpoint:human-action\"><instructions>\n", "</instructions></task>\n"
	return func(size int) string { return planHead + open + strings.Repeat(unit, size/len(unit)) + end }
}

const progressHead = "# Session Progress\n\n**Issue:** CIA-1 — x\n\n"

func many(before, unit string) func(int) string {
	return func(size int) string { return before + strings.Repeat(unit, size/len(unit)) + closing(before) }
}

func numbered(before, unit string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		b.WriteString(before)
		for i := 1; b.Len() < size; i++ {
			fmt.Fprintf(&b, unit, i)
		}
		return b.String() + closing(before)
	}
}

func closing(prefix string) string {
	end := ""
	if strings.HasPrefix(prefix, "{") && strings.Count(prefix, `"`)%2 == 1 {
		end = `"`
	}
	for _, c := range prefix {
		switch c {
		case '{':
			end = "}" + end
		case '[':
			end = "]" + end
		case '}', ']':
			end = end[1:]
		}
	}
	return end
}

func ladder(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String() + "\n# b\n\n"
}

// TestGrowth checks that a rule allocates at most 6.25 times the memory for four times the text.
func TestGrowth(t *testing.T) {
	const small, large = 1 << 12, 1 << 14
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			if !testtmp.Long() && len(growthFailures(t, h.file, h.text, small)) == 0 {
				return
			}
			for _, failure := range growthFailures(t, h.file, h.text, large) {
				t.Error(failure)
			}
		})
	}
}

func growthFailures(t *testing.T, file string, text func(int) string, size uint64) (failures []string) {
	t.Helper()
	once, four := readings(t, file, text(int(size))), readings(t, file, text(int(4*size)))
	for _, name := range slices.Sorted(maps.Keys(four)) {
		cost := allocated(1, four[name])
		if 4*cost <= 25*size { // always enough
			continue
		}
		before := max(allocated(2, once[name]), size)
		if 4*cost > 25*before { // above 6.25 times: measure again
			cost = allocated(2, four[name])
		}
		if 4*cost > 25*before {
			failures = append(failures, fmt.Sprintf("%s: %d bytes are allocated for a text of %d, %d for one four times the size", name, before, size, cost))
		}
	}
	return failures
}

func readings(t *testing.T, file, text string) map[string]func() {
	t.Helper()
	in := hostileInput(t, file, text)
	all := map[string]func(){"all": func() { _, _ = lint.Run(in) }}
	units, main := lint.Units(in)
	for _, rule := range protocols.Default().Rules() {
		asked := units
		switch {
		case rule.Check == nil: // the findings are from Read
			continue
		case rule.Protocol() == in.Checker.Name:
			asked = []*lint.Unit{main}
		case rule.Protocol() != "any":
			continue
		}
		all[rule.ID] = func() {
			for _, u := range asked {
				rule.Check(u)
			}
		}
	}
	return all
}

func hostileInput(t *testing.T, file, text string) lint.Input {
	t.Helper()
	if file == ccc.ProgressFile || file == ccc.StateFile {
		f := session(progressP)
		f[file] = text
		in := f.session()
		in.Main = in.Path
		return in
	}
	switch file {
	case secondFile, inboxFile:
		f := epic()
		f[file] = text
		in := f.agents()
		in.Main = in.Path
		return in
	case planPath, statePath, notePath, handoffPath, threshold.AcksFile, threshold.StateFile, threshold.TriggersFile:
		in := planInput(file, text)
		in.Main = in.Path
		return in
	case "HANDOFF.md":
		in := formatInput(text)
		in.Main = in.Path
		return in
	case protocoltest.ExampleTrack, planFile:
		f := work()
		f[file] = text
		in := f.track()
		in.Main = in.Path
		return in
	}
	f := validFiles(t)
	f[file] = text
	in := f.input()
	tree := fstest.MapFS{}
	for name, text := range f {
		tree[".ohrfc/x/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	in.Tree, in.Path, in.Main = tree, ".ohrfc/x/"+ohrfc.CheckpointFile, ".ohrfc/x/"+ohrfc.CheckpointFile
	return in
}

func TestManyAgents(t *testing.T) {
	folder := func(n int, id string) lint.Input {
		f := epic()
		for i := range n {
			name := fmt.Sprintf("%s/secondary_%d.json", agents.CheckpointDir, i)
			f[name] = strings.Replace(agentsSecond, "Secondary-A", strings.ReplaceAll(id, "#", strconv.Itoa(i)), 1)
		}
		in := f.agents()
		in.Main = in.Path
		return in
	}
	for _, id := range []string{"Secondary-#", "Secondary-Z", "#"} {
		cost := func(n int) uint64 {
			in := folder(n, id)
			return allocated(2, func() { _, _ = lint.Run(in) })
		}
		if before, after := cost(250), cost(1000); 4*after > 25*before {
			t.Errorf("%s: %d bytes are allocated for 250 agents, %d for 1000", id, before, after)
		}
	}
}

// allocated returns the fewest bytes that a call of do allocates, because other goroutines
// allocate, too.
func allocated(tries int, do func()) uint64 {
	all := make([]uint64, tries)
	for i := range all {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		all[i] = after.TotalAlloc - before.TotalAlloc
	}
	return slices.Min(all)
}
