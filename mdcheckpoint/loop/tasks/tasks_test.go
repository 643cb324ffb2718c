package tasks

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

func line(t *Task) string {
	mark := string(rune(t.Mark))
	return fmt.Sprintf("%s %s|%s|%s", mark, t.ID, t.Text, t.Commit)
}

func TestTaskLines(t *testing.T) {
	for text, want := range map[string]string{
		"- [ ] 2.3 Print it":                            "  2.3|Print it|",
		"- [ ] Task 2.3: Print it":                      "  2.3|Print it|",
		"* [x] **Task 2.3**: Print it <!-- abc1234 -->": "x 2.3|Print it|abc1234",
		"+ [X] **2.3** Print it":                        "x 2.3|Print it|",
		"12. [~] task 2.3.1 - Print it":                 "~ 2.3.1|Print it|",
		"3) [!] 4. Print it":                            "! 4|Print it|",
		"### [x] Task 2.3: Print it <!--abcdef0-->":     "x 2.3|Print it|abcdef0",
		"\t- [ ] `2.3`: Print it":                       "  2.3|Print it|",
		"- [ ] 3 tests for it":                          "  |3 tests for it|",
		"- [ ] 1.5x as fast":                            "  |1.5x as fast|",
		"- [ ] 2026-01-01 is the day":                   "  |2026-01-01 is the day|",
		"- [ ] Tasks 3 and 4":                           "  |Tasks 3 and 4|",
		"- [x] it <!-- not a commit -->":                "x |it|",
		"- [x] it <!-- abc1234 --> and more":            "x |it and more|",
		"- [x] 2.3 4d8fc76":                             "x 2.3||4d8fc76",
		"### [x] Task 2.3: Print it [4d8fc76]":          "x 2.3|Print it|4d8fc76",
		"- [ ] Strip `<!-- mdck` and `-->` from it":     "  |Strip <!-- mdck and --> from it|",
		"- [ ] Strip <!-- from it":                      "  |Strip <!-- from it|",
		"- [ ] 2.3 Print the names of all the dishes on the long menu,\n  with the\n  price": "  2.3|Print the names of all the dishes on the long menu, with the price|",
		"- [ ] Print the names of all the dishes on the long menu.\n  with the price":        "  |Print the names of all the dishes on the long menu.|",
		"- [ ] Print the names of all the dishes on the long menu\n  *Files*: `a.go`":        "  |Print the names of all the dishes on the long menu|",
		"- [ ] Print the names of all the dishes on the long menu\n\n  with the price":       "  |Print the names of all the dishes on the long menu|",
		"- [ ] Print the names of all the dishes on the long menu\n  Add the price":          "  |Print the names of all the dishes on the long menu|",
		"- [ ] Print it\n  with the price":                                                   "  |Print it|",
		"- [ ]":                                                                              "  ||",
		"- [ ] Task 2.3":                                                                     "  2.3||",
		"- [ ]no space":                                                                      "",
		"- [] none":                                                                          "",
		"- [?] what":                                                                         "",
		"-[ ] no item":                                                                       "",
		"[ ] no item":                                                                        "",
		"## [x] Phase 1: done":                                                               "",
		"| 2.3 | [ ] |":                                                                      "",
		"1234567890. [ ] too long a number":                                                  "",
		"<!-- - [ ] 2.3 hidden -->":                                                          "",
		"<!--\n- [ ] 2.3 hidden\n-->":                                                        "",
		"```\n- [ ] 2.3 code\n```":                                                           "",
		"  ~~~ md\n- [ ] 2.3 code\n```\n~~~":                                                 "",
		"```\n- [ ] 2.3 code":                                                                "",
		"```a`\n- [ ] 2.3 no fence":                                                          "  2.3|no fence|",
		"````\n```\n- [ ] 2.3 code\n````\n- [ ] 2.4 b":                                       "  2.4|b|",
	} {
		var got []string
		for _, style := range styles[:4] {
			p := parse("", style.Of(text+"\n"))
			var lines []string
			for i := range p.Lines {
				lines = append(lines, line(p.Lines[i]))
			}
			got = append(got, strings.Join(lines, "; "))
		}
		for i, g := range got {
			if g != want {
				t.Errorf("%q, %s: got %q, want %q", text, styles[i].Name, g, want)
			}
		}
	}
}

func TestPlanTasks(t *testing.T) {
	for text, want := range map[string]string{
		samplePlan:                            "1.1 1.2 2.1 2.2",
		"- [ ] a\n  - [ ] b\n- [x] c\n":       "a c",
		"  - [ ] a\n  - [ ] b\n    - [ ] c\n": "a b",
		"- [ ] 1.1 a\n- [ ] b\n":              "1.1",
		"Like this:\n    - [ ] 1.1 a\n":       "1.1",
		"# Phase\n\n    - [ ] 1.1 a\n":        "1.1",
		"- a\n  more\n\n    - [ ] 1.1 a\n":    "1.1",
		"- a\n\ntext\n\n    - [ ] 1.1 a\n":    "1.1",
		"no tasks\n":                          "",
		"":                                    "",
	} {
		var names []string
		for _, task := range parse("", text).Tasks() {
			names = append(names, task.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestPlanFind(t *testing.T) {
	p := parse("", "- [x] Task 1: a\n- [ ] Task 02.3: b\n- [x] Task 1: c\n- [ ] Task 1: d\n")
	for name, want := range map[string]int{"1": 3, "Task 1": 3, "2.3": 2, "02.03": 2, "Task 2.3: anything": 2, "3": 0, "": 0, "b": 0} {
		line := 0
		if task := p.Find(name); task != nil {
			line = task.Line
		}
		if line != want {
			t.Errorf("%q is in line %d, want %d", name, line, want)
		}
	}
	plain := parse("", "- [x] write **the** table\n- [ ] b\n")
	if task := plain.Find("write the table"); task == nil || task.Line != 1 || plain.Last() != task || plain.Numbered() {
		t.Errorf("got %+v", task)
	}
	var none *Plan
	if none.Find("1") != nil || none.Total() != 0 || none.Count(Done) != 0 || none.Last() != nil || none.Numbered() {
		t.Error("a nil plan has tasks")
	}
}

func TestPlanLines(t *testing.T) {
	text := "\ufeff- [x] 1.1 é\r\n- [~] 1.2 b"
	p := parse("", text)
	for i, want := range []string{"é", "b"} {
		if l := p.Lines[i]; l.Text != want || l.Line != i+1 {
			t.Errorf("got %+v", l)
		}
	}
}

// FuzzPlan checks that each task of any plan is counted once.
func FuzzPlan(f *testing.F) {
	for _, s := range styles {
		f.Add(s.Of(samplePlan))
	}
	f.Add("## Phase 1\n### Task 1: a\n- [x] **Step 1**\n### Task 2: b\n- [ ] c\n## Phase 2\n- [ ] Task 1\n- [ ] T1: d")
	f.Add("```\n- [ ] a\n~~~\n- [x] 1.1 b\n```\n1. [~] Task 02.3: c\n## [!] 3.1 d\n<!--\n- [ ] e -->\n* [X] f <!-- abcdefa -->")
	f.Add("Like this:\n\n    - [ ] 9.9 a\n- b\n\n    - [ ] 1.1 a\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := parse("", text)
		line := 0
		lines := strings.Split(text, "\n")
		for i := range p.Lines {
			l := p.Lines[i]
			if l.Line <= line || l.Line > len(lines) || !strings.Contains(strings.ToLower(lines[l.Line-1]), "["+string(rune(l.Mark))+"]") {
				t.Fatalf("line %+v of %q", l, text)
			}
			if line = l.Line; l.Text != strings.Join(strings.Fields(l.Text), " ") {
				t.Errorf("line %+v of %q", l, text)
			}
		}
		counts := 0
		for _, mark := range []Mark{Open, Begun, Done, Stopped} {
			counts += p.Count(mark)
		}
		if counts != p.Total() || len(p.Tasks()) != p.Total() {
			t.Errorf("%d tasks, %d counted, of %q", p.Total(), counts, text)
		}
		for _, task := range p.Tasks() {
			if task.ID != "" && (p.Find(task.ID) == nil || p.Find("Task "+task.ID) != p.Find(task.ID)) {
				t.Errorf("%q is not found in %q", task.ID, text)
			}
		}
	})
}

func parse(name, text string) *Plan {
	p, _ := Parse(name, text) // Parse never fails
	return p
}

var styles = protocoltest.Styles()

const (
	samplePlan  = protocoltest.LoopPlan
	steppedPlan = protocoltest.SteppedPlan
	phasedPlan  = protocoltest.PhasedPlan
)

func TestBoxInHeading(t *testing.T) {
	const text = "## Phase 1: Reading [~]\n### Task 1.1 — Load [a](b) [x]\n### Task 1.2 — Parse [a](b) [ ] (see [c])\n### [~] 1.3 Print [ ]\n"
	p := parse("plan.md", text)
	var all []string
	for _, task := range p.Tasks() {
		all = append(all, task.Mark.String()+" "+task.Title())
	}
	want := "done 1.1 Load [a](b), open 1.2 Parse [a](b) (see [c]), in progress 1.3 Print [ ]"
	if got := strings.Join(all, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	ticked, ok := p.Tick(p.Find("1.2"), "")
	if want := strings.Replace(text, "(b) [ ]", "(b) [x]", 1); !ok || ticked != want {
		t.Errorf("got %q, want %q", ticked, want)
	}
}

func TestTickClosed(t *testing.T) {
	p := parse("", "- [ ] Task 1: Load\n  - [x] a\n  - [x] b\n- [ ] Task 2: Print\n")
	task := p.Find("1")
	if task == nil || task.Mark != Done || !task.Closed {
		t.Fatalf("got %+v, want a task that the boxes below close", task)
	}
	if text, ok := p.Tick(task, ""); !ok || !strings.HasPrefix(text, "- [x] Task 1: Load\n") {
		t.Errorf("got %q, %t", text, ok)
	}
}

func of(form, commit string) string { return strings.Replace(form, "#", commit, 1) }

func TestTickForms(t *testing.T) {
	for _, f := range strings.Split(forms, "|") {
		done := "- [x] a <!-- 1a2b3c4 -->\n- [x] b " + of(f, "4d8fc76") + "\n- [ ] c\n"
		for _, commit := range []string{"5e6f708", "5E6F708a", "5e6f7085e6f7085e6f7085e6f7085e6f7085e6f70", "defaced", "20260301", "1234567"} {
			want := f
			isWord, isBare := commit == "defaced" || commit == "20260301", f == "#" || f == "- #"
			if isWord && !strings.HasPrefix(f, "<!--") || isBare && commit == "1234567" {
				want = "<!-- # -->"
			}
			p := parse("", done)
			text, ok := p.Tick(p.Find("c"), commit)
			if line := "- [x] c " + of(want, commit) + "\n"; !ok || !strings.HasSuffix(text, line) {
				t.Errorf("behind %s: got %q, want %q", f, text, line)
			}
			if again := parse("", text).Find("c"); again == nil || again.Commit != commit {
				t.Errorf("%q is read as %+v", text, again)
			}
		}
	}
}

func TestPerson(t *testing.T) {
	for text, want := range map[string]bool{
		"- [ ] Task: **Manual Verification:** on a phone": true, "- [ ] Conductor - User Manual Verification 'Phase 1'": true, "- [ ] Propose a manual verification plan": false,
	} {
		if got := parse("", text).Tasks()[0].Person(); got != want {
			t.Errorf("%q is for a person: %t", text, got)
		}
	}
}
