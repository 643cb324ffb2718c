package planfile

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
)

const fourGates = `<task type="checkpoint:human-verify"><what-built>w</what-built></task>
<task type="checkpoint:decision"><decision>d</decision><options><option id="a"><name>A b</name></option><option id="b"><name>B</name></option></options></task>
<task type="checkpoint:human-action"><action>sign in</action></task>
<task type="checkpoint:human-verify"><what-built>w</what-built></task>
`

func FuzzAnswers(f *testing.F) {
	gates := parse(f, fourGates).Gates()
	recorded := ""
	for i, text := range []string{"approved", "b", "done", "it is red"} {
		j, err := Judge(&gates[i], text)
		if err != nil {
			f.Fatal(err)
		}
		change, err := answersOf(f, recorded).Record(&gates[i], j, now)
		if err != nil {
			f.Fatal(err)
		}
		recorded = change.Text
		f.Add(recorded, text, uint8(i))
	}
	for i, answer := range []string{"approved", "A  b", "no", "(b)", "\"\\\x00\u2028"} {
		for _, text := range []string{"", `{"answers": []}`, strings.ReplaceAll(recorded, "\n", "\r\n"), `{"x": 1, "answers": [ ], "y": "é"}`} {
			f.Add(text, answer, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text, answer string, which uint8) {
		before, err := parseAnswers(AnswersFile, text)
		g := &gates[int(which)%len(gates)]
		j, refused := Judge(g, strings.ToValidUTF8(answer, ""))
		if err != nil || refused != nil {
			return
		}
		change, err := before.Record(g, j, now)
		if _, ok := errors.AsType[*protocol.RequestError](err); ok {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		after := answersOf(t, change.Text)
		if is := after.Find(g); is == nil || is.Text != j.Text || is.Verdict != j.Verdict || is.Option != j.Option || after.Open(g) == j.Verdict.Passes() {
			t.Errorf("recorded %+v, found %+v in %s", j, is, change.Text)
		}
		for i := range gates {
			if other := &gates[i]; other != g && after.Open(other) != before.Open(other) {
				t.Errorf("an answer to gate %d moved gate %d: %q became %q", which, i, text, change.Text)
			}
		}
		wantKept(t, before, after)
		again, err := after.Record(g, j, now)
		if err != nil || again.Text != change.Text || len(again.Edits) > 0 {
			t.Errorf("again: %v, %+v", err, again)
		}
	})
}

func wantKept(t *testing.T, before, after *Answers) {
	t.Helper()
	was, is := before.All, after.All
	if len(is) < len(was) || len(is) > len(was)+1 || !slices.Equal(was, is[:len(was)]) {
		t.Errorf("answers were %+v and are %+v", was, is)
	}
}
