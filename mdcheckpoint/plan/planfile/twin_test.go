package planfile

import (
	"strings"
	"testing"
)

// TestTwins checks that answers to identical tasks follow them when all of them move, and
// that none goes to another one.
func TestTwins(t *testing.T) {
	twin := "<task type=\"checkpoint:human-verify\">" + "<what-built>w</what-built></task>\n"
	open := func(a *Answers, text string) string {
		var got []string
		for _, g := range parse(t, text).Gates() {
			got = append(got, map[bool]string{true: "open", false: "passed"}[a.Open(&g)])
		}
		return strings.Join(got, " ")
	}
	answered := func(text string, which int) *Answers {
		g := &parse(t, text).Gates()[which]
		change, err := answersOf(t, "").Record(g, Answer{Verdict: Approves, Text: "approved"}, now)
		if err != nil {
			t.Fatal(err)
		}
		return answersOf(t, change.Text)
	}
	before := auto + twin + auto + twin
	for _, c := range []struct {
		which       int
		after, want string
	}{
		{0, before, "passed open"}, {1, before, "open passed"},
		{0, auto + before, "passed open"}, {1, auto + before, "open passed"},
		{1, auto + auto + before, "open passed"}, // the first stands where the second did
		{1, auto + twin, "open"},
		{1, auto + twin + twin + twin, "open open open"}, // nobody knows which it was
	} {
		if got := open(answered(before, c.which), c.after); got != c.want {
			t.Errorf("answer to %d, then\n%s: %s, want %s", c.which, c.after, got, c.want)
		}
	}
	if got := open(answered(auto+twin, 0), auto+auto+twin+twin); got != "open open" {
		t.Errorf("one of two has the answer to the only one: %s", got)
	}
}
