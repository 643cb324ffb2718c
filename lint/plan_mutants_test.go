package lint_test

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/threshold"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
)

type planMutant struct {
	name  string
	file  string
	spoil change
	want  []string
}

func (m *planMutant) input() lint.Input { return planInput(m.file, m.spoil(planTexts()[m.file])) }

func planMutants() []planMutant {
	return slices.Concat(planFrontMutants(), planTaskMutants(), planAnyMutants(), planStateMutants(), planThresholdMutants())
}

func planFrontMutants() []planMutant {
	front, mild := []string{"error plan/front-matter"}, []string{"warning plan/front-matter"}
	auto, after := []string{"error plan/autonomous"}, []string{"error plan/after-task"}
	key := func(name, value string) change { return lines("^"+name+": .*$", name+": "+value) }
	all := []planMutant{
		{"no front matter", "", cut("---", "# Dashboard"), mild},
		{"front matter that is open", "", swap("data\"\n---\n", "data\"\n"), front},
		{"no YAML", "", key("wave", "[3"), front},
		{"a tab", "", swap("  type: human", "\ttype: human"), front},
		{"a key twice", "", swap("wave: 3", "wave: 3\nwave: 4"), front},
		{"an anchor", "", key("phase", "&a 03-dashboard"), mild},
		{"no YAML below a key", "", swap("wave: 3", "wave: 3\nmust_haves:\n  truths:\n    - \"a\" and b"), mild},
		{"a wave in words", "", key("wave", "third"), front},
		{"a wave below zero", "", key("wave", "-1"), front},
		{"a wave of a half", "", key("wave", "1.5"), []string{"warning plan/front-matter"}},
		{"a wave that is a list", "", key("wave", "[3]"), front},
		{"neither true nor false", "", key("autonomous", "maybe"), front},
		{"false in quotes", "", key("autonomous", `"false"`), mild},
		{"a phase that is a list", "", key("phase", "[3]"), front},
		{"plans that are a mapping", "", key("depends_on", "{a: b}"), front},
		{"nothing to wait for", "", key("depends_on", "[]"), mild},
		{"no wave", "", lines("^wave: .*\n", ""), mild},
		{"no phase", "", lines("^phase: .*\n", ""), mild},
		{"an unknown pause", "", swap("type: human-verify", "type: human-verfy"), []string{"warning plan/front-matter"}},
		{"a pause that is a list", "", lines(`(?s)checkpoint:.*?data"`, "checkpoint: [human-verify]"), front},
		{"true", "", key("autonomous", "true"), auto},
		{"true in quotes", "", key("autonomous", "'true'"), append(slices.Clone(mild), auto...)},
		{"no flag", "", lines("^autonomous: .*\n", ""), []string{"warning plan/autonomous"}},
		{"after the last", "", swap("after_task: 2", "after_task: 6"), after},
		{"after none", "", swap("after_task: 2", "after_task: 0"), after},
		{"after a text", "", swap("after_task: 2", "after_task: Task 2"), after},
		{"after a list", "", swap("after_task: 2", "after_task: [2]"), after},
		{"two pauses of one", "", swap("after_task: 2", "after_task: 1"), nil}, // the plan has three
	}
	for i := range all {
		all[i].file = planPath
	}
	return all
}

func planTaskMutants() []planMutant {
	bad, mild := []string{"error plan/task-children"}, []string{"warning plan/task-children"}
	gate, options, human := []string{"warning plan/gate"}, []string{"error plan/options"}, []string{"warning plan/automation-first"}
	balance := []string{"error plan/task-balance"}
	step := func(text string) change { return swap("1. Visit http", text+"\n    2. Visit http") }
	all := []planMutant{
		{"no name", "", swap("<name>Task 1: Cards</name>", ""), bad},
		{"an empty name", "", swap("Task 1: Cards", ""), bad},
		{"a name that is open", "", swap("Task 1: Cards</name>", "Task 1: Cards"), balance},
		{"a name that another tag closes", "", swap("Task 1: Cards</name>", "Task 1: Cards</names>"), balance},
		{"what was done is open", "", swap("Cards are there</done>", "Cards are there"), []string{"warning plan/task-balance"}},
		{"a child that closes none", "", swap("Cards are there</done>", "Cards are there</done>\n</verify>"), []string{"warning plan/task-balance"}},
		{"a fence too many", "", swap("<tasks>", "<interfaces>\n```\n</interfaces>\n<tasks>"), []string{"warning any/unclosed"}},
		{"no action", "", lines("<action>Run.*\n", ""), bad},
		{"an action of another name", "", swap("<action>Run `npm run dev` in the background</action>", "<steps>Run it</steps>"), mild},
		{"no verify", "", lines(`(?s)  <verify>.*?</verify>\n`, ""), nil},
		{"no signal", "", lines(`<resume-signal>Type "approved.*\n`, ""), bad},
		{"no signal of an action", "", swap(`<resume-signal>Type "done"</resume-signal>`, ""), bad},
		{"no signal of a decision", "", lines("<resume-signal>Select.*\n", ""), mild},
		{"nothing to check", "", lines(`(?s)  <how-to-verify>.*?</how-to-verify>\n`, ""), bad},
		{"something to check elsewhere", "", then(swap("<how-to-verify>", "<verify>"), swap("</how-to-verify>", "</verify>")), mild},
		{"nothing built", "", lines("<what-built>.*\n", ""), mild},
		{"no question", "", lines("<decision>.*\n", "<context>.</context>\n"), mild},
		{"no question and no context", "", lines("(?s)  <decision>.*?</context>\n", ""), append(slices.Clone(bad), mild...)},
		{"no context", "", lines("<context>.*\n", ""), mild},
		{"no reason", "", lines("<why-manual>.*\n", ""), mild},
		{"another reason", "", then(swap("<why-manual>", "<verification>"), swap("</why-manual>", "</verification>")), nil},
		{"an unknown type", "", swap(`type="auto"`, `type="atuo"`), mild},
		{"no type", "", lines(`<task type="auto">`, "<task>"), mild},
		{"an unknown checkpoint", "", swap("checkpoint:human-action", "checkpoint:human"), mild},
		{"no gate", "", swap(` gate="blocking"`, ""), gate},
		{"an empty gate", "", swap(`"blocking"`, `""`), gate},
		{"a gate in upper case", "", swap(`"blocking"`, `"BLOCKING"`), gate},
		{"one option", "", lines(`    <option id="svg">.*\n`, ""), options},
		{"no options", "", lines(`(?s)  <options>.*?</options>\n`, ""), options},
		{"a list for options", "", lines(`(?s)<options>.*?</options>`, "<options>\n- canvas\n- svg\n</options>"), []string{"warning plan/options"}},
		{"no pros", "", lines("<pros>.*\n", ""), options},
		{"no cons", "", lines("<cons>.*\n", ""), options},
		{"neither", "", lines("(?s)<pros>.*?</cons>\n", ""), nil},
		{"an id twice", "", swap(`id="svg"`, `id="Canvas"`), options},
		{"an empty option", "", swap("SVG: slower, and the text can be selected", " "), options},
		{"no id", "", swap(` id="svg"`, ""), []string{"warning plan/options"}},
		{"a recommendation", "", swap("<name>Canvas", "<name>Canvas (recommended)"), []string{"warning plan/options"}},
		{"a signal for one", "", swap("canvas or svg", "canvas"), []string{"warning plan/options"}},
		{"run the server", "", step("1. Run `npm run dev`"), human},
		{"write a file", "", step("1. Create `src/config.ts`"), human},
		{"install packages", "", swap("Click the link in the mail", "Install the dependencies"), human},
		{"create an account", "", swap("Click the link in the mail", "Create a SendGrid account"), human},
		{"a choice", "", swap("Click the link in the mail", "Should I use React or Vue? Please choose."), human},
		{"a task that is open", "", swap("Cards are there</done>\n</task>", "Cards are there</done>"), balance},
		{"a task that closes none", "", swap("</tasks>", "</task>\n</tasks>"), balance},
		{"the last is open", "", swap(`<resume-signal>Type "done"</resume-signal>`+"\n</task>", `<resume-signal>Type "done"</resume-signal>`), balance},
		{"no task", "", lines(`(?s)<task .*</task>\n`, ""), []string{"warning plan/task-balance"}},
	}
	for i := range all {
		all[i].file = planPath
	}
	return all
}

func planAnyMutants() []planMutant {
	unused := []string{"warning any/unused-ignore"}
	all := []planMutant{
		{"not UTF-8", "", swap("Dashboard", "D\xe4shboard"), []string{"error any/not-utf8"}},
		{"too large", "", atEnd(strings.Repeat(" ", mdcheckpoint.MaxSize)), []string{"error any/too-large"}},
		{"a conflict in fenced code", "", swap("<tasks>", "```\n<<<<<<< HEAD\n>>>>>>> b\n```\n<tasks>"), nil},
		{"an edit", "", swap("<tasks>", "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n<tasks>"), nil},
		{"a conflict", "", swap("<tasks>", "<<<<<<< HEAD\n<tasks>"), []string{"error any/conflict-marker"}},
		{"a NUL", "", swap("Show the dashboard.", "a \x00 b"), []string{"warning any/hidden"}},
		{"mixed line endings", "", swap("<tasks>\n", "<tasks>\r\n"), []string{"warning any/mixed-line-endings"}},
		{"a token", "", swap("Forty", "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i: forty"), []string{"error any/secret"}},
		{"an open fence", "", swap("Show the dashboard.", "```ts\na"), []string{"warning any/unclosed"}},
		{"an open comment", "", swap("Show the dashboard.", "<!-- later"), []string{"warning any/unclosed"}},
		{"a directive for nothing", "", swap("<tasks>", "<!-- mdck:ignore gate -->\n<tasks>"), unused},
		{"a directive for no rule", "", swap("<tasks>", "<!-- mdck:ignore gat -->\n<tasks>"), unused},
		{"a directive before nothing", "", atEnd("<!-- mdck:ignore gate -->\n"), unused},
	}
	for i := range all {
		all[i].file = planPath
	}
	return append(all,
		planMutant{"a note that is not UTF-8", notePath, swap("Cards", "C\xe4rds"), []string{"error any/not-utf8"}},
		planMutant{"an open fence in a note", notePath, swap("}\n```\n", "}\n"), []string{"warning any/unclosed"}},
		planMutant{"a state that is not UTF-8", statePath, swap("Dashboard", "D\xe4shboard"), []string{"error any/not-utf8"}},
		planMutant{"a state that is too large", statePath, atEnd(strings.Repeat(" ", mdcheckpoint.MaxSize)), []string{"error any/too-large"}},
		planMutant{"a state that is too deep", statePath, atEnd(strings.Repeat("> ", 100) + "a\n"), []string{"error any/too-deep"}},
		planMutant{"an open fence in a state", statePath, swap("## Session", "```\n## Session"), []string{"error any/unclosed"}},
		planMutant{"a separator under text", statePath, swap("None\n\n---", "None\n---"), []string{"warning any/setext-by-accident"}},
		planMutant{"a hand-off that is too deep", handoffPath, swap(`"blockers": []`, `"blockers": `+strings.Repeat("[", jsondoc.MaxDepth+1)+strings.Repeat("]", jsondoc.MaxDepth+1)), []string{"error any/too-deep"}},
		planMutant{"acknowledgments that are too large", threshold.AcksFile, atEnd(strings.Repeat(" ", jsondoc.MaxSize)), []string{"error any/too-large"}},
	)
}

func planStateMutants() []planMutant {
	bad, mild := []string{"error plan/position"}, []string{"warning plan/position"}
	return []planMutant{
		{"another status", statePath, swap("status: executing", "status: complete"), mild},
		{"another phase", statePath, swap("current_phase: 3", "current_phase: 4"), mild},
		{"another percentage", statePath, swap("] 60%", "] 65%"), mild},
		{"another bar", statePath, swap("██████░░░░", "███░░░░░░░"), mild},
		{"99 lines", statePath, func(s string) string { return s + strings.Repeat("\n", 99-strings.Count(s, "\n")) }, nil},
		{"100 lines", statePath, func(s string) string { return s + strings.Repeat("\n", 100-strings.Count(s, "\n")) }, mild},
		{"front matter that is no YAML", statePath, swap("status: executing", "stopped_at: Phase 3: done: [x"), mild},
		{"a status in words", statePath, swap("Status: In progress", "Status: Executing 03-06"), nil},
		{"no front matter", statePath, cut("---", "# Project"), nil},
		{"front matter of a note", notePath, swap("task: 2", "task: [2"), mild},
		{"no JSON", handoffPath, swap(`"phase": "03",`, `"phase": "03"`), bad},
		{"empty", handoffPath, func(string) string { return "" }, bad},
		{"a list", handoffPath, func(string) string { return "[]" }, bad},
		{"not paused", handoffPath, swap(`"paused"`, `"complete"`), mild},
		{"another version", handoffPath, swap(`"1.0"`, `"2.0"`), mild},
		{"no next action", handoffPath, lines(`^  "next_action".*\n`, ""), mild},
		{"prose among the files", handoffPath, swap(`"uncommitted_files": []`, `"uncommitted_files": ["all but the tests"]`), nil},
		{"a phase that is null", handoffPath, swap(`"phase": "03"`, `"phase": null`), nil},
	}
}

func planThresholdMutants() []planMutant {
	bad, mild := []string{"error plan/thresholds"}, []string{"warning plan/thresholds"}
	acks, state, fired := threshold.AcksFile, threshold.StateFile, threshold.TriggersFile
	text := func(text string) change { return func(string) string { return text } }
	return []planMutant{
		{"acknowledgments that are no JSON", acks, cut(`"context"`, ""), bad},
		{"empty acknowledgments", acks, text("\ufeff\n"), nil},
		{"acknowledgments that are null", acks, text("null"), bad},
		{"acknowledgments in a list", acks, text(`{"acknowledgments": []}`), bad},
		{"an acknowledgment that is a number", acks, text(`{"acknowledgments": {"cost": 25}}`), bad},
		{"an acknowledgment that is null", acks, text(`{"acknowledgments": {"cost": null}}`), nil},
		{"a value in words", acks, swap("26.50", `"a lot"`), bad},
		{"a value with its sign", acks, swap("26.50", `"$26.50"`), nil},
		{"a percentage", acks, swap("42", `"42%"`), nil},
		{"a percentage of dollars", acks, swap("26.50", `"26%"`), bad},
		{"the other name of the value", acks, swap("value_at_ack", "value_at_acknowledgment"), nil},
		{"the name in memory", acks, swap("value_at_ack", "value"), nil},
		{"the other name of what is measured", acks, swap(`"context"`, `"context_percent"`), nil},
		{"what is not measured", acks, swap(`"cost"`, `"costs"`), mild},
		{"a level", acks, swap(`"session_id": null`, `"threshold_level": "alert"`), nil},
		{"an unknown level", acks, swap(`"session_id": null`, `"threshold_level": "alarm"`), bad},
		{"a time in words", acks, swap(`"2026-11-20T14:30:00Z"`, `"yesterday"`), mild},
		{"a date", acks, swap(`"2026-11-20T14:30:00Z"`, `"2026-11-20"`), nil},
		{"a reset in words", acks, swap(`"last_reset": null`, `"last_reset": "never"`), mild},
		{"a history", acks, swap(`"last_reset": null`, `"last_reset": "2026-11-20T13:00:00Z", "acknowledgment_history": [{"type": "cost", "value": 25, "acknowledged_at": "2026-11-19", "reset_at": "2026-11-20"}]`), nil},
		{"a reset in words in a history", acks, swap(`"last_reset": null`, `"acknowledgment_history": [{"type": "cost", "reset_at": "later"}]`), mild},
		{"a history of texts", acks, swap(`"last_reset": null`, `"acknowledgment_history": ["cost"]`), bad},
		{"a state that is no JSON", state, cut(`"levels`, ""), bad},
		{"a cost in quotes", state, swap("26.5,", `"26.5",`), bad},
		{"a cost that is null", state, swap("26.5,", "null,"), nil},
		{"a level that there is not", state, swap(`"warning"`, `"critical"`), bad},
		{"a level in upper case", state, swap(`"warning"`, `"WARNING"`), bad},
		{"a level that is a number", state, swap(`"warning"`, "2"), bad},
		{"no level in quotes", state, swap(`"warning"`, `""`), nil},
		{"a check in words", state, swap(`"2026-11-20T14:30:00Z"`, `"just now"`), mild},
		{"values of one's own", state, swap(`"error_count"`, `"tokens": 120000, "error_count"`), nil},
		{"a count below zero", fired, swap("7", "-7"), bad},
		{"a count in words", fired, swap("7", `"seven"`), bad},
		{"triggers in a list", fired, text(`{"triggers": []}`), bad},
		{"a trigger in words", fired, swap(`"last_triggered": "2026-11-20T14:30:00Z"`, `"last_triggered": "today"`), mild},
		{"a session that began then", fired, swap(`"2026-11-20T13:30:00Z"`, `"N/A"`), mild},
	}
}

func TestPlanMutants(t *testing.T) {
	for _, m := range planMutants() {
		t.Run(m.name, func(t *testing.T) {
			want := slices.Sorted(slices.Values(m.want))
			if got := ruleSet(t, m.input()); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, found(t, m.input(), nil))
			}
		})
	}
}

func TestPlanFixes(t *testing.T) {
	const rest = "<what-built>a & b</what-built>\r\n\r\n<how-to-verify>c</how-to-verify><resume-signal>d</resume-signal></task>"
	verify := func(tag string) string { return "\ufeff---\r\nphase: 1\r\n---\r\n  " + tag + rest }
	for before, after := range map[string]string{
		`<task type="checkpoint:human-verify">`:                       `<task type="checkpoint:human-verify" gate="blocking">`,
		`<task type='checkpoint:human-verify' >`:                      `<task type='checkpoint:human-verify' gate="blocking" >`,
		"<task\r\n  type=checkpoint:human-verify\r\n  id=\"é\">":      "<task\r\n  type=checkpoint:human-verify gate=\"blocking\"\r\n  id=\"é\">",
		`<task type="checkpoint:human-verify" gate="">`:               `<task type="checkpoint:human-verify" gate="blocking">`,
		`<task gate type="checkpoint:human-verify">`:                  `<task gate="blocking" type="checkpoint:human-verify">`,
		`<task type="checkpoint:human-verify" gate="blocking-human">`: "",
		`<task type="checkpoint:human-verify" gate="later">`:          "",
		`<task type="checkpoint:human-action">`:                       "",
	} {
		fixed, err := lint.FixAll(planInput(planPath, verify(before)), testNow)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if after != "" {
			want = verify(after)
		}
		if got := fixed.Texts[planPath]; got != want || len(fixed.Archive) > 0 || fixed.Version != 0 {
			t.Errorf("%q becomes %q, want %q", before, got, want)
		}
	}
}

func TestPlanIgnore(t *testing.T) {
	const first, second, human = `warning plan/gate "<task type=\"checkpoint:human-verify\">"`, `warning plan/gate "<task type=\"checkpoint:decision\">"`, "warning plan/automation-first \"Run `npm run dev`\""
	spoilt := then(swap(` gate="blocking"`, ""), swap("1. Visit http", "1. Run `npm run dev`\n    2. Visit http"))
	unused := func(name string) string { return `warning any/unused-ignore "` + name + `"` }
	for _, test := range []struct {
		name, comment, before string
		want                  []string
	}{
		{"nothing", "", "", []string{first, human, second}},
		{"the task that follows", "<!-- mdck:ignore gate -->\n", `<task type="checkpoint:human-v`, []string{human, second}},
		{"a blank line between", "<!-- mdck:ignore plan/gate -->\n\n", `<task type="checkpoint:d`, []string{first, human}},
		{"all in the task", "<!-- mdck:ignore gate automation-first -- agreed -->\n", `<task type="checkpoint:human-v`, []string{second}},
		{"all tasks", "<!-- mdck:ignore gate -->\n", "<tasks>", []string{human}},
		{"a section", "<!-- mdck:ignore gate, automation-first -->\n", "# Dashboard", nil},
		{"an element of the task", "<!-- mdck:ignore automation-first -->\n", "  <how-to-verify>", []string{first, second}},
		{"an item", "<!-- mdck:ignore automation-first -->\n", "    1. Run", []string{first, second}},
		{"the item behind it", "<!-- mdck:ignore automation-first -->\n", "    2. Visit", []string{first, human, unused("automation-first"), second}},
		{"another task", "<!-- mdck:ignore gate -->\n", `<task type="auto">` + "\n  <name>Task 2", []string{unused("gate"), first, human, second}},
		{"a row of comments", "<!-- mdck:ignore gate -->\n<!-- mine -->\n<!-- mdck:ignore automation-first -->\n", `<task type="checkpoint:human-v`, []string{second}},
		{"the file", "<!-- mdck:ignore-file gate -->\n", "</tasks>", []string{human}},
		{"the file, from within a task", "<!-- mdck:ignore-file gate -->\n", "  <how-to-verify>", []string{human}},
		{"indented", "   <!-- mdck:ignore gate -->\n", `<task type="checkpoint:d`, []string{first, human}},
		{"on its line", "<!-- mdck:ignore gate --> ", `<task type="checkpoint:d`, []string{first, human}},
		{"in a fence", "```\n<!-- mdck:ignore-file gate -->\n```\n", "<tasks>", []string{first, human, second}},
		{"no rule", "<!-- mdck:ignore -->\n", "<tasks>", []string{unused("mdck:ignore"), first, human, second}},
	} {
		for _, ending := range []change{asIs, crlf} {
			text := spoilt(planText)
			if test.before != "" {
				text = swap(test.before, test.comment+test.before)(text)
			}
			if got := findings(t, planInput(planPath, ending(text))); !slices.Equal(got, test.want) {
				t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		}
	}
}
