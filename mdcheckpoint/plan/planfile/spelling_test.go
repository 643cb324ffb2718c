package planfile

import (
	"strings"
	"testing"
)

// TestSpellings is which id a plan has whose front matter says nothing of its phase, or
// spells it in another way.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ name, front, want string }{
		{"phases/06-b/PLAN.md", "plan: 2", "06-02"}, {"phases/06-b/02-PLAN.md", "", "06-02"}, {"phases/06-b/05-02-PLAN.md", "", "05-02"},
		{"phases/6-b/02-PLAN.md", "phase: 7", "07-02"}, {"phases/phase-3/02-PLAN.md", "", "03-02"}, {"phases/14A-x/02-PLAN.md", "", "14a-02"},
		{"quick/001-fix/001-PLAN.md", "", "01"}, {"quick/261005-wza-t/261005-wza-PLAN.md", "", "261005-wza"}, {"quick/261005-wza-t/261005-wza-PLAN.md", "phase: quick\nplan: 261005-wza", "quick-261005-wza"}, {"phases/words/02-PLAN.md", "", "02"}, {"x/PLAN.md", "phase: 14A\nplan: 1", "14a-01"},
		{"PLAN.md", "phase: phase-1\nplan: 1", "01-01"}, {"14A-01-PLAN.md", "", "14a-01"}, {"phase-04-01-PLAN.md", "", "04-01"}, {"PLAN.md", "phase: 3d\nplan: 2", "03d-02"},
		{"PLAN.md", "phase: 2fa-login\nplan: 1", "2fa-login-01"},
	} {
		if got := parseAs(t, c.name, "---\n"+c.front+"\n---\n").ID().String(); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.name, c.front, got, c.want)
		}
	}
	for _, c := range []struct{ list, want string }{
		{"15-01|14A-01|14-01|14b-01|3-01", "03-01 | 14-01 | 14a-01 | 14b-01 | 15-01"},
		{"04-01 w1|05-01 w1 <phase-04-01|phase-6-01 w1", "04-01 | 05-01 | 06-01"},
		{"04-02 w1 <plan-01|04-01 w1", "04-01 | 04-02"},
	} {
		steps, _ := describe(Order(plansOf(t, strings.Split(c.list, "|")...)))
		if steps != c.want {
			t.Errorf("%s: %s, want %s", c.list, steps, c.want)
		}
	}
	if k := parse(t, "---\nphase: 2A\nplan: 1\n---\n").Type(nil); !k.Autonomous {
		t.Errorf("phase 2A is late: %+v", k)
	}
}

// TestOrderUnread checks that what cannot be made out is said with its place.
func TestOrderUnread(t *testing.T) {
	for front, want := range map[string]string{
		"wave: three":                   `a.md:4:7: "wave" is "three", want a whole number`,
		"wave: -1":                      `a.md:4:7: "wave" is "-1", want a whole number`,
		"depends_on: {a: b}":            `a.md:4:13: "depends_on" has {a: b}, want ids of plans`,
		"depends_on:\n  - 01\n  - a: b": `a.md:6:5: "depends_on" has a: b, want ids of plans`,
		"wave: \"2\"":                   "",
		"wave:\ndepends_on:":            "",
	} {
		err := Order([]*Plan{parseAs(t, "a.md", "---\nphase: 1\nplan: 1\n"+front+"\n---\n"), planOf(t, "01-02 w1"), parseAs(t, "b.md", "---\nphase: 1\nplan: 01\n---\n")}).Err()
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", front, err, want)
		}
	}
}

// TestOrderCutWave checks that a wave of which only the begin is read is told of, and that
// nothing is said of it that the file does not say.
func TestOrderCutWave(t *testing.T) {
	first := parseAs(t, "a.md", "---\nphase: 1\nplan: 1\nwave: 1\n---\n")
	second := parseAs(t, "b.md", "---\nphase: 1\nplan: 2\nwave: 1.5\ndepends_on: [\"01\"]\n---\n")
	_, problems := describe(Order([]*Plan{first, second}))
	if want := `"wave" is "1.5", want a whole number: read as 1`; !strings.Contains(problems, want) || strings.Contains(problems, "earlier wave") {
		t.Errorf("%s, want %s alone", problems, want)
	}
}

// TestIsNamed checks that a plan is found by what depends_on may call it.
func TestIsNamed(t *testing.T) {
	p := parseAs(t, "phases/05-analytics/05-02-PLAN.md", "---\nphase: 05-analytics\nplan: 2\n---\n")
	for _, name := range []string{"05-02", "05-analytics-02", "phase-5-02", "5-2", "05-02-PLAN.md"} {
		if !p.IsNamed(name) {
			t.Errorf("%q names nothing", name)
		}
	}
	for _, name := range []string{"05", "02", "phase-5", "05-analytics", "05-03", "06-02", ""} {
		if p.IsNamed(name) {
			t.Errorf("%q names 05-02", name)
		}
	}
}
