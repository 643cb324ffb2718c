package ccc

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

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

func TestEmojiInHeadings(t *testing.T) {
	e := parse(t, strings.NewReplacer("## Goal", "## 🎯 Goal", "## Learnings", "## Learnings 💡️", "## Completed", "## ✅ Completed").Replace(sampleE))
	if e.Shape != ShapeE || len(e.Match.Missing()) > 0 || len(e.Completed) != 1 || len(e.Learnings) != 1 {
		t.Errorf("shape %s, %d completed, %d learnings", e.Shape, len(e.Completed), len(e.Learnings))
	}
}

func TestCounts(t *testing.T) {
	stale := func(progress, state string) []string {
		s := read(t, progress, state)
		var keys []string
		for _, v := range claim.Verify(s.Tree, s.claims(claim.Outside{})) {
			if v.Status == claim.Stale && (v.Key == claimIndex || v.Key == claimTotal) {
				keys = append(keys, v.Key)
			}
		}
		return keys
	}
	one, two := strings.Replace(sampleP, "- print the report\n", "", 1), strings.Replace(sampleP, "tests are red\n", "tests are red\n- the third waits\n", 1)
	if got := stale(one, sampleState); !slices.Equal(got, []string{claimTotal}) {
		t.Errorf("with one task less: %q", got)
	}
	if got := stale(two, sampleState); len(got) > 0 {
		t.Errorf("two bullets about the current task: %q", got)
	}
	if got := stale(one, with(t, "replanCount", "1")); len(got) > 0 {
		t.Errorf("after a new plan: %q", got)
	}
}

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
