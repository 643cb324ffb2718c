package loop

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
)

// line is a task as a test has it: "mark id|text|commit".
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
		"- [x] it <!-- not a commit -->":                "x |it <!-- not a commit -->|",
		"- [x] it <!-- abc1234 --> and more":            "x |it <!-- abc1234 --> and more|",
		"- [ ]":                                         "  ||",
		"- [ ] Task 2.3":                                "  2.3||",
		"- [ ]no space":                                 "",
		"- [] none":                                     "",
		"- [?] what":                                    "",
		"-[ ] no item":                                  "",
		"[ ] no item":                                   "",
		"## [x] Phase 1: done":                          "",
		"| 2.3 | [ ] |":                                 "",
		"1234567890. [ ] too long a number":             "",
		"<!-- - [ ] 2.3 hidden -->":                     "",
		"<!--\n- [ ] 2.3 hidden\n-->":                   "",
		"```\n- [ ] 2.3 code\n```":                      "",
		"  ~~~ md\n- [ ] 2.3 code\n```\n~~~":            "",
		"```\n- [ ] 2.3 code":                           "",
		"```a`\n- [ ] 2.3 no fence":                     "  2.3|no fence|",
		"````\n```\n- [ ] 2.3 code\n````\n- [ ] 2.4 b":  "  2.4|b|",
	} {
		var got []string
		for _, style := range styles[:4] {
			p := parsePlan("", style.of(text+"\n"))
			var lines []string
			for i := range p.Lines {
				lines = append(lines, line(&p.Lines[i]))
			}
			got = append(got, strings.Join(lines, "; "))
		}
		for i, g := range got {
			if g != want {
				t.Errorf("%q, %s: got %q, want %q", text, styles[i].name, g, want)
			}
		}
	}
}

// TestTitle checks that the title of a task has the rest of a sentence that is wrapped, and no more.
func TestTitle(t *testing.T) {
	const long = "Print the header of the menu on the first page, and below it"
	for text, want := range map[string]string{
		"- [ ] " + long + "\n  the `price` in large letters that one can read from far away, of\n  2.5 apples. Then go.\n  Home\n": long + " the price in large letters that one can read from far away, of 2.5 apples",
		"- [ ] 2.3 " + long + "\n\tthe price\n\n  of it\n":                                                                         "2.3 " + long + " the price",
		"- [ ] " + long + ".\n  It is red.\n":                                                                                      long + ".",
		"- [ ] Print it\n  on paper\n":                                                                                             "Print it",
		"- [ ] " + long + "\nthe price\n":                                                                                          long,
		"- [ ] " + long + "\n  - the price\n  and\n":                                                                               long,
		"- [ ] " + long + "\n  > the price\n":                                                                                      long,
		"- [ ] " + long + "\n  ```\n  code\n  ```\n  the price\n":                                                                  long,
		"- [ ] " + long + "\n  ### the price\n":                                                                                    long,
		"- [ ] " + long + "\n  | price |\n":                                                                                        long,
	} {
		for _, style := range styles[:4] {
			if got := parsePlan("", style.of(text)).Lines[0]; got.title() != want {
				t.Errorf("%q, %s: got %q, want %q", text, style.name, got.title(), want)
			}
		}
	}
}

// TestPlanTasks checks which lines are the tasks: the numbered ones, else those that
// are indented least.
func TestPlanTasks(t *testing.T) {
	for text, want := range map[string]string{
		samplePlan:                            "1.1 1.2 2.1 2.2",
		"- [ ] a\n  - [ ] b\n- [x] c\n":       "a c",
		"  - [ ] a\n  - [ ] b\n    - [ ] c\n": "a b",
		"- [ ] 1.1 a\n- [ ] b\n":              "1.1",
		"- [ ] 1.1 a\r- [ ] 1.2 b\r":          "1.1 1.2",
		"Like this:\n    - [ ] 1.1 a\n":       "1.1",
		"# Phase\n\n    - [ ] 1.1 a\n":        "1.1",
		"- a\n  more\n\n    - [ ] 1.1 a\n":    "1.1",
		"- a\n\ntext\n\n    - [ ] 1.1 a\n":    "1.1",
		"no tasks\n":                          "",
		"":                                    "",
	} {
		var names []string
		for _, task := range parsePlan("", text).Tasks() {
			names = append(names, task.Name())
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestPlanFind(t *testing.T) {
	p := parsePlan("", "- [x] Task 1: a\n- [ ] Task 02.3: b\n- [x] Task 1: c\n- [ ] Task 1: d\n")
	for name, want := range map[string]int{"1": 3, "Task 1": 3, "2.3": 2, "02.03": 2, "Task 2.3: anything": 2, "3": 0, "": 0, "b": 0} {
		line := 0
		if task := p.Find(name); task != nil {
			line = task.Line
		}
		if line != want {
			t.Errorf("%q is in line %d, want %d", name, line, want)
		}
	}
	plain := parsePlan("", "- [x] write **the** table\n- [ ] b\n")
	if task := plain.Find("write the table"); task == nil || task.Line != 1 || plain.Last() != task || plain.Numbered() {
		t.Errorf("got %+v", task)
	}
	var none *Plan
	if none.Find("1") != nil || none.Total() != 0 || none.Count(Done) != 0 || none.Last() != nil || none.Numbered() {
		t.Error("a plan that is not there has tasks")
	}
}

func TestPlanLines(t *testing.T) {
	text := "\ufeff- [x] 1.1 é\r\n- [~] 1.2 b"
	p := parsePlan("", text)
	for i, want := range []string{"é", "b"} {
		if l := p.Lines[i]; l.Text != want || l.Line != i+1 {
			t.Errorf("got %+v", l)
		}
	}
}

func TestOwner(t *testing.T) {
	text := FormatOwner(protocol.LockOwner{PID: 42, Host: "build 1\nx", Since: now})
	if text != "pid: 42\nhost: build 1 x\ntime: "+stamp+"\n" {
		t.Errorf("got %q", text)
	}
	for _, s := range styles[1:4:4][:1] {
		if got := ParseOwner(s.of(text)); got.Name != "" || got.PID != 42 || got.Host != "build 1 x" || !got.Since.Equal(now) {
			t.Errorf("%s: got %+v", s.name, got)
		}
	}
	for text, want := range map[string]bool{"": false, "pid: ": false, "pid: -3\n": false, "pid: x": false, "host: a\n": false, "time: 2026": false, "pid: 7": true, "{}": false} {
		if got := ParseOwner(text); (got.Name == "") != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
