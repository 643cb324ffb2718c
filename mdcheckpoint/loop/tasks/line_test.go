package tasks

import (
	"strconv"
	"strings"
	"testing"
)

func TestPlanBounds(t *testing.T) {
	x := strings.Repeat
	for _, b := range []struct {
		name        string
		least, most int
		accepts     func(n int) bool
	}{
		{"signs of a heading", 1, 6, func(n int) bool { l, ok := ReadLine(x("#", n) + " a"); return ok && l.Level == n }},
		{"signs of a task in a heading", 1, 6, func(n int) bool { l, _ := ReadLine(x("#", n) + " [ ] 1. a"); return l.Mark == Open }},
		{"digits of an item", 1, 9, func(n int) bool { l, _ := ReadLine(x("1", n) + ". [ ] a"); return l.Mark == Open }},
		{"digits of a commit", 7, 64, func(n int) bool { _, commit, _ := cutCommit("b <!-- " + x("a", n) + " -->"); return commit != "" }},
		{"digits of a bare commit", 7, 64, func(n int) bool { _, commit, _ := cutCommit("b " + x("a", n-1) + "1"); return commit != "" }},
		{"letters of a label", 1, 8, func(n int) bool { return labelOf(x("T", n)+"-1: a") != "" }},
	} {
		for n, want := range map[int]bool{b.least - 1: false, b.least: true, b.most: true, b.most + 1: false} {
			if b.accepts(n) != want {
				t.Errorf("%s: %d is accepted: %t", b.name, n, !want)
			}
		}
	}
	for n, want := range map[int]bool{2: false, 3: true} {
		for _, char := range []string{"`", "~"} {
			if got := (&cover{}).hides(x(char, n)); got != want {
				t.Errorf("%d of %s open a fence: %t", n, char, got)
			}
		}
	}
	for n, cut := range map[int]bool{20: false, 21: true} {
		var lines strings.Builder
		for i := range n {
			lines.WriteString("- [ ] " + strconv.Itoa(i) + " a\n")
		}
		if names := namesOf(parse("PLAN.md", lines.String()).Tasks()); strings.HasSuffix(names, `, "…"`) != cut || strings.Count(names, ",") != 20-1+map[bool]int{true: 1}[cut] {
			t.Errorf("%d tasks are named as %s", n, names)
		}
	}
}

func TestBoxAlone(t *testing.T) {
	for line, want := range map[string]bool{"- [x]": true, "- [x] a": true, "- [x]a": false, "- [x": false, "- [": false, "- ": false, "-": false} {
		if l, ok := ReadLine(line); (ok && l.Mark != 0) != want {
			t.Errorf("%q is a task: %t", line, ok)
		}
	}
	for line, want := range map[string]string{"# [x]": "", "# [x]a": "[x]a", "# [x] a": "a", "# [xx] a": "[xx] a"} {
		l, ok := ReadLine(line)
		if !ok || l.Text != want {
			t.Errorf("%q has the text %q, want %q", line, l.Text, want)
		}
	}
}

func TestCommitForms(t *testing.T) {
	for text, want := range map[string]string{
		"Print `it` 4d8fc76": "4d8fc76", "**Print it** (4d8fc76)": "4d8fc76", "Print it [4d8fc76] ": "4d8fc76", "Print it `4d8fc76`": "4d8fc76",
		"Print it [`4d8fc76`]": "4d8fc76", "Print it (`4d8fc76`)": "4d8fc76", "Print it - 4d8fc76": "4d8fc76", "Print it - `4d8fc76`": "4d8fc76",
		"Print it <4d8fc76>": "4d8fc76", "Print it [commit: 4d8fc76]": "4d8fc76", "Print it (commit: `4d8fc76`)": "4d8fc76", "Print it commit: 4d8fc76": "4d8fc76",
		"Print it<!--4d8fc76-->": "4d8fc76", "Print it <!-- defaced -->": "defaced", "Print it (1234567)": "1234567",
		"Print it for the defaced": "", "Print it on 20260301": "", "Print up to 1000000": "", "Print it (as in 4d8fc76)": "", "Print `a 4d8fc76`": "", "Print it(4d8fc76)": "",
		"Print it [4d8fc76](menu)": "", "Print it 4d8fc7": "", "Print it #4d8fc76": "", "4d8fc76": "", "[4d8fc76]": "", "Print it 4d8fc76.": "",
		"Print it [checkpoint: 4d8fc76]": "",
	} {
		rest, commit, _ := cutCommit(text)
		if name := plain(rest); commit != want || want != "" && name != "Print it" || want == "" && rest != text {
			t.Errorf("%q: the commit is %q behind %q, want %q", text, commit, rest, want)
		}
	}
}
