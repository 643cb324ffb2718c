package planfile

import (
	"strings"
	"testing"
)

// TestProse checks that tags of tasks that a text speaks of are none.
func TestProse(t *testing.T) {
	with := func(action string) string {
		return head + "<objective>Count what stands between <task> and </task> in plans</objective>\n" +
			"<task type=\"auto\">\n<name>a</name>\n<action>" + action + "</action>\n</task>\n" + verify
	}
	for _, action := range []string{
		"b", "Each <task> of the plan is read", "Write </task> at the end", "One <task> and its </task>",
		"<verify><automated>grep -c </task> a.md</automated></verify>",
	} {
		text := with(action)
		check(t, action, text)
		if p := parse(t, text); len(p.Tasks) != 2 || len(p.Stray) > 0 {
			t.Errorf("%q: %d tasks, stray %v", action, len(p.Tasks), p.Stray)
		}
	}
	check(t, "outside", head+verify+"- every </task> closes a <task>\n")
	check(t, "on one line", head+"<tasks><task type=\"auto\"><name>a</name><action>b</action></task> "+verify+"</tasks>")
}

// TestOneFault checks that one fault is told of once, at its place.
func TestOneFault(t *testing.T) {
	check(t, "nested", head+"<task type=\"auto\">\n<name>a</name>\n"+verify+"</task>\n", `E task-balance "<task type=\"auto\">"`)
	check(t, "torn", head+"<task type=\"auto\"\n<name>a</name><action>b</action>\n</task>\n"+verify, `E task-balance "</task>" </task> closes no task`)
	const human = "<task type=\"human-verify\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume-signal>c</resume-signal></task>\n"
	check(t, "no prefix", head+human, `W task-children "<task type=\"human-verify\">" unknown type "human-verify" of task 1 (did you mean "checkpoint:human-verify"?)`)
	const gated = "<task type=\"checkpoint:human-verify\" gate=\"%\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume-signal>c</resume-signal></task>\n"
	for _, gate := range []string{"optional", "advisory", "blocking"} {
		check(t, gate, head+strings.ReplaceAll(gated, "%", gate))
	}
	check(t, "two", head+strings.ReplaceAll(gated, "%", `blocking" gate="blocking`))
	check(t, "tdd-review", head+"<task type=\"checkpoint:tdd-review\" gate=\"advisory\"><resume-signal>c</resume-signal></task>\n")
	check(t, "underscores", head+"<task type=\"checkpoint:human-verify\" gate=\"blocking\"><what-built>a</what-built><how-to-verify>b</how-to-verify><resume_signal>c</resume_signal></task>\n",
		`no <resume-signal> in task 1 of type "checkpoint:human-verify"`)
	check(t, "steps", head+"<task type=\"checkpoint:human-verify\" gate=\"blocking\"><what-built>a</what-built><how_to_verify>b</how_to_verify><resume-signal>c</resume-signal></task>\n",
		`no <how-to-verify> in task 1`)
}
