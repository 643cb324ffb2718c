package loop

import (
	"strconv"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// TestNextIDBound checks that numbers below 2^30 are counted on from, and others are not.
func TestNextIDBound(t *testing.T) {
	const bound = 1 << 30
	if got := nextID([]Blocker{{ID: "b" + strconv.Itoa(bound-1)}}); got != "b"+strconv.Itoa(bound) {
		t.Errorf("after the highest: %s", got)
	}
	if got := nextID([]Blocker{{ID: "b" + strconv.Itoa(bound)}}); got != "blocker-1" {
		t.Errorf("after one that is too high: %s", got)
	}
}

// TestFieldBounds checks what the table says of versions and of cycles of fixes.
func TestFieldBounds(t *testing.T) {
	if got := parse(t, `{"loop_state": {}}`).FixLimit(); got != 3 {
		t.Errorf("there may be %d cycles of fixes if nothing says how many, want 3", got)
	}
	for version, want := range map[string]int{"0": 1, "1": 0} {
		d, err := jsondoc.Parse("", `{"version": `+version+`}`)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, p := range d.Check(Fields()) {
			if p.Path == "version" {
				found++
			}
		}
		if found != want {
			t.Errorf("version %s: %d problems, want %d", version, found, want)
		}
	}
}

// TestPlanBounds holds up to which number something is read in a plan, and what is not.
func TestPlanBounds(t *testing.T) {
	x := strings.Repeat
	for _, b := range []struct {
		name        string
		least, most int
		holds       func(n int) bool
	}{
		{"signs of a heading", 1, 6, func(n int) bool { _, ok := readHeading(x("#", n)+" a", 1); return ok }},
		{"signs of a task in a heading", 1, 6, func(n int) bool { _, ok := readTask(x("#", n) + " [ ] 1. a"); return ok }},
		{"digits of an item", 1, 9, func(n int) bool { _, ok := readTask(x("1", n) + ". [ ] a"); return ok }},
		{"digits of a commit", 7, 64, func(n int) bool { return claim.IsCommit(x("a", n)) }},
		{"letters of a label", 1, 8, func(n int) bool { return labelOf(x("T", n)+"-1: a") != "" }},
	} {
		for n, want := range map[int]bool{b.least - 1: false, b.least: true, b.most: true, b.most + 1: false} {
			if b.holds(n) != want {
				t.Errorf("%s: %d hold: %t", b.name, n, !want)
			}
		}
	}
	for n, want := range map[int]bool{2: false, 3: true} {
		for _, char := range []string{"`", "~"} {
			if got := fenceOf(x(char, n)) != ""; got != want {
				t.Errorf("%d of %s open a fence: %t", n, char, got)
			}
		}
	}
	for n, cut := range map[int]bool{20: false, 21: true} {
		var lines strings.Builder
		for i := range n {
			lines.WriteString("- [ ] " + itoa(i) + " a\n")
		}
		if names := taskNames(parsePlan("PLAN.md", lines.String()).Tasks()); strings.HasSuffix(names, `, "…"`) != cut || strings.Count(names, ",") != 20-1+map[bool]int{true: 1}[cut] {
			t.Errorf("%d tasks are named as %s", n, names)
		}
	}
}

// TestBoxAlone checks that a box with nothing behind it is a task without a text, and the
// text of a heading, of which it is no part where one follows.
func TestBoxAlone(t *testing.T) {
	for line, want := range map[string]bool{"- [x]": true, "- [x] a": true, "- [x]a": false, "- [x": false, "- [": false, "- ": false, "-": false} {
		if _, ok := readTask(line); ok != want {
			t.Errorf("%q is a task: %t", line, ok)
		}
	}
	for line, want := range map[string]string{"# [x]": "[x]", "# [x]a": "a", "# [x] a": "a", "# [xx] a": "[xx] a"} {
		if h, ok := readHeading(line, 1); !ok || h.text != want {
			t.Errorf("%q has the text %q, want %q", line, h.text, want)
		}
	}
}

// TestFull checks that twice as many problems are listed as of one value, and no more.
func TestFull(t *testing.T) {
	for n, want := range map[int]int{2*jsondoc.MaxProblems - 1: 2 * jsondoc.MaxProblems, 2 * jsondoc.MaxProblems: 2 * jsondoc.MaxProblems} {
		c := &checker{m: parse(t, sample), found: make([]Problem, n)}
		if c.warn(RuleTime, source.Span{}, "", "late").Warning = true; len(c.found) != want {
			t.Errorf("%d problems, then %d", n, len(c.found))
		}
	}
}
