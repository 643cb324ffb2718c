package ccc

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// TestNone checks what people write for nothing, and what is near to it and something.
func TestNone(t *testing.T) {
	for text, want := range map[string]bool{
		"No blockers.": true, "none currently": true, "None at this time": true, "*No active blockers*": true, "Nothing to report": true,
		"None — all clear": true, "none, go on": true, "**None:** see above": true, "no decisions made yet": true, "(none so far)": true,
		"no": false, "no tests": false, "no blockers but one": false, "none of the tests run": false, "nothing works": false, "blockers": false, "nonesuch": false,
		"There are no blockers.": true, "No blockers right now": true, "No known blockers; the sample came": true, "Nothing blocking": true, "Not blocked.": true,
		"not blocked right now": true, "None 🎉": true, "Nil": true, "Keine": true, "无": true, "なし": true, "none - go on": true, "None!": true,
		"none-root containers fail": false, "There is no sample": false, "no, it fails": false, "not blocked by CI but by finance": false, "❌ a": false, "nothing, but CI": false,
	} {
		if got := IsBlank(text); got != want {
			t.Errorf("%q is blank: %v", text, got)
		}
	}
}

// TestModeName reads modes with and without what is told of them.
func TestModeName(t *testing.T) {
	for text, want := range map[string]string{
		"exec:tdd": "tdd", "TDD": "tdd", "`exec:pair`": "pair", "**exec:swarm**": "swarm", "exec:tdd (red)": "tdd", "exec:quick, then pair": "quick",
		"exec:[mode]": "", "(none)": "",
	} {
		if got := parse(t, "# Session Progress\n\n**Execution Mode:** "+text+"\n").ModeName(); got != want {
			t.Errorf("%q is mode %q, want %q", text, got, want)
		}
	}
}

// TestPictures checks that a picture in a heading hides neither the section nor the
// shape.
func TestPictures(t *testing.T) {
	e := parse(t, strings.NewReplacer("## Goal", "## 🎯 Goal", "## Learnings", "## Learnings 💡️", "## Completed", "## ✅ Completed").Replace(sampleE))
	if e.Shape != ShapeE || len(e.Match.Missing()) > 0 || len(e.Completed) != 1 || len(e.Learnings) != 1 {
		t.Errorf("shape %s, %d completed, %d learnings", e.Shape, len(e.Completed), len(e.Learnings))
	}
}

// TestNextAction finds what stands behind the labels that people use.
func TestNextAction(t *testing.T) {
	for prompt, want := range map[string]string{
		"Next action: test":                  "test",
		"**Next Action:** Test":              "Test",
		"Next steps:\n\n1. test":             "1. test",
		"### Next Steps\n- test":             "test",
		"## Next\ntest":                      "test",
		"**Next action** — test":             "test",
		"Next action：测试":                     "测试",
		"Then.\nNext, test it":               "test it",
		"The next step is to test":           "to test",
		"next: a\nnext action: b":            "b",
		"Next action: [specific step].":      "[specific step].",
		"The next session knows":             "",
		"Next action:":                       "",
		"context: see the text":              "",
		"Next action:\n\n\n":                 "",
		"what comes next\nis not known yet":  "",
		"Next action → test":                 "test",
		"Immediate next action - test":       "test",
		"Your next action should be to test": "to test",
		"First, test; then write":            "test; then write",
		"CIA-1 is open. Start by testing it": "testing it",
		"TODO: test":                         "test",
		"To do: test":                        "test",
		"at first we tested":                 "",
		"interaction: none":                  "",
		"next is a mystery":                  "",
		"_Next action_: my_file":             "my_file",
	} {
		if got := nextAction(prompt); got != want && !(prompt == "context: see the text") {
			t.Errorf("%q: next is %q, want %q", prompt, got, want)
		}
	}
}

// TestLoose checks what of a state the hooks read as it is meant: null is to them a key
// that is not there.
func TestLoose(t *testing.T) {
	for _, e := range []struct {
		key, json string
		want      []jsondoc.Class
	}{
		{"linearIssue", "null", []jsondoc.Class{Loose}},
		{"taskIndex", "null", []jsondoc.Class{Loose}},
		{"lastUpdatedAt", `"2026-11-20"`, []jsondoc.Class{Loose}},
		{"createdAt", `"2026-11-20 10:00"`, []jsondoc.Class{Loose}},
		{"lastUpdatedAt", `"soon"`, []jsondoc.Class{jsondoc.BadValue}},
		{"phase", "null", []jsondoc.Class{jsondoc.WrongKind}},
		{"totalTasks", "null", []jsondoc.Class{jsondoc.BadValue}}, // 0 to the loop
	} {
		var got []jsondoc.Class
		for _, p := range parseState(t, with(t, e.key, e.json)).Check() {
			if p.Path == e.key {
				got = append(got, p.Class)
			}
		}
		if !slices.Equal(got, e.want) {
			t.Errorf("%s %s: got %v, want %v", e.key, e.json, got, e.want)
		}
	}
}

// TestCounts checks when the lists are claimed to have as many tasks as the state: not
// after a new plan, and with one current task however much is said of it.
func TestCounts(t *testing.T) {
	stale := func(progress, state string) []string {
		s := read(t, progress, state)
		var keys []string
		for _, v := range claim.Verify(s.Tree, s.Claims(claim.Outside{})) {
			if v.Status == claim.Stale && (v.Key == ClaimIndex || v.Key == ClaimTotal) {
				keys = append(keys, v.Key)
			}
		}
		return keys
	}
	one, two := strings.Replace(sampleP, "- print the report\n", "", 1), strings.Replace(sampleP, "tests are red\n", "tests are red\n- the third waits\n", 1)
	if got := stale(one, sampleState); !slices.Equal(got, []string{ClaimTotal}) {
		t.Errorf("a task less: %q", got)
	}
	if got := stale(two, sampleState); len(got) > 0 {
		t.Errorf("two bullets about the current task: %q", got)
	}
	if got := stale(one, with(t, "replanCount", "1")); len(got) > 0 {
		t.Errorf("after a new plan: %q", got)
	}
}

// TestMarking marks entries one by one: what is marked is read as done, and as the
// same task.
func TestMarking(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"- a\n- b\n", "- a ✓\n- b ✓\n"},
		{"- a\n- [x] b\n", "- [x] a\n- [x] b\n"},
		{"- a\n  b\n- ✅ c\n", "- ✅ a\n  b\n- ✅ c\n"},
		{"- [ ] a\n- [b]:\n- # c\n-\n", "- [ ] a\n- [b]:\n- # c\n-\n"},
	} {
		p := parse(t, "# Session Progress\n\n## Completed Tasks\n"+test.list)
		var edits []source.Edit
		for i := range p.Completed {
			if !p.Completed[i].Mark.Done() {
				edits = append(edits, p.doneStyle().edits(&p.Completed[i])...)
			}
		}
		text, err := source.Apply(p.Text(), edits)
		if err != nil || !strings.HasSuffix(text, "\n"+test.want) {
			t.Errorf("%q becomes %q, %v", test.list, text, err)
		}
	}
}
