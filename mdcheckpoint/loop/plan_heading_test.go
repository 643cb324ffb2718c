package loop

import (
	"fmt"
	"strings"
	"testing"
)

// steppedPlan is a plan whose tasks are headings, with steps that have the boxes.
const steppedPlan = `# Export

### Task 1: The table

- [x] **Step 1: Write the failing test**
- [x] **Step 2: Make it pass**

### Task 2: The report

- [x] **Step 1: Write the failing test**
- [ ] **Step 2: Make it pass**

### Task 3: The guide

- [ ] **Step 1: Write it**

## Done when
- [ ] all tests pass
`

// phasedPlan is a plan whose tasks are counted anew in each phase.
const phasedPlan = `## Phase 1: Reading
- [x] Task 1: the table
- [x] Task 2: the header
## Phase 2
- [x] Task 1: the report
- [ ] Task 2: the guide
`

func tasks(p *Plan) string {
	var all []string
	for _, t := range p.Tasks() {
		all = append(all, t.Name()+" "+t.Mark.String())
	}
	return strings.Join(all, "; ")
}

// TestPlanForms checks which tasks plans of other forms have than lines with numbers.
func TestPlanForms(t *testing.T) {
	for text, want := range map[string]string{
		steppedPlan:                             "1 done; 2 in progress; 3 open",
		phasedPlan:                              "Phase 1, Task 1 done; Phase 1, Task 2 done; Phase 2, Task 1 done; Phase 2, Task 2 open",
		"- [x] T1: a\n- [ ] T2: b\n  - [ ] c\n": "T1 done; T2 open",
		"- [x] **API-3**: a\n- [ ] **API-4**: b\n":                           "API-3 done; API-4 open",
		"- [x] T1: a\n- [ ] T1: b\n":                                         "T1: a done; T1: b open",
		"- [x] T1: a\n- [ ] mend\n":                                          "T1: a done; mend open",
		"### Task 1\n- [x] 1. a\n- [!] 2. b\n### Task 2\n- [ ] 1. c\n":       "1 blocked; 2 open",
		"## Task 1: a\n### Task 1.1: b\n- [x] c\n### Task 1.2: d\n- [ ] e\n": "1.1 done; 1.2 open",
		"## Phase 1\n- [x] Task 1.1: a\n## Phase 2\n- [ ] Task 2.1: b\n":     "1.1 done; 2.1 open",
		"### Task 1: a\n**Step 1** b\n### Task 2: c\n":                       "",
		"## 1. Setup\n- [x] a\n- [ ] b\n":                                    "a done; b open",
		"```\n### Task 1\n```\n- [ ] a\n":                                    "a open",
	} {
		for _, style := range styles[:4] {
			if got := tasks(parsePlan("", style.of(text))); got != want {
				t.Errorf("%q, %s: got %q, want %q", text, style.name, got, want)
			}
		}
	}
}

// TestResumeInForms checks that a track goes on behind last_task in each form of a plan,
// and that lint says of none that the task is not there.
func TestResumeInForms(t *testing.T) {
	const headed = "## 1. Setup\n- [x] a\n- [x] b\n## 2. Build\n- [ ] c\n"
	for _, test := range []struct{ plan, last, want string }{
		{steppedPlan, "Task 1", "1 2"},
		{steppedPlan, "Task 1: The table", "1 2"},
		{phasedPlan, "Phase 2, Task 1", "Phase 2, Task 1 Phase 2, Task 2"},
		{phasedPlan, "phase 1: task 2", "Phase 1, Task 2 Phase 2, Task 2"},
		{phasedPlan, "Phase 2", "Phase 2, Task 2 -"},
		{"## Phase 1\n- [x] Task 1.1: a\n## Phase 2\n- [x] Task 2.1: b\n- [ ] Task 2.2: c\n", "Phase 2, Task 1", "2.1 2.2"},
		{"- [x] T1: foo\n- [ ] T2: bar\n", "T1", "T1 T2"},
		{"- [x] T1: foo\n- [ ] T2: bar\n", "Task T1: foo", "T1 T2"},
		{"- [x] T1: foo\n- [ ] bar\n", "T1", " bar"},
		{headed, "1", "1 c"},
		{headed, "Setup", " c"},
	} {
		text := with(t, sample, checkpoints+"EXECUTE/last_task", fmt.Sprintf("%q", test.last))
		r := resume(t, text, test.plan)
		next := "-"
		if r.Next != nil {
			next = r.Next.Name()
		}
		if got := r.From + " " + next; got != test.want {
			t.Errorf("behind %q of %q: %q, want %q", test.last, test.plan, got, test.want)
		}
		for _, p := range parse(t, text).Check(parsePlan("", test.plan), false) {
			if p.Rule == RuleLastTask {
				t.Errorf("%q of %q: %s", test.last, test.plan, p.Message)
			}
		}
	}
}

// TestLastTaskThatCannotBeTold checks that nothing is said of a task of a plan that has no
// boxes, or of a number in one whose tasks have none; and something of all others.
func TestLastTaskThatCannotBeTold(t *testing.T) {
	for _, test := range []struct {
		plan, last string
		found      bool
	}{
		{"### Task 1: a\nprose\n", "Task 1", false},
		{"prose\n", "Task 1", false},
		{"- [x] a\n- [ ] b\n", "Task 2", false},
		{"- [x] a\n- [ ] b\n", "c", true},
		{"- [x] 1.1 a\n", "Task 2", true},
		{steppedPlan, "Task 4", true},
		{phasedPlan, "Phase 3, Task 1", true},
		{"- [x] T1: a\n- [x] T2: a\n", "T3", true},
		{"", "Task 1", true},
	} {
		text := with(t, sample, checkpoints+"EXECUTE/last_task", fmt.Sprintf("%q", test.last))
		got := false
		for _, p := range parse(t, text).Check(parsePlan("", test.plan), false) {
			got = got || p.Rule == RuleLastTask
		}
		if got != test.found {
			t.Errorf("%q of %q: found is %v", test.last, test.plan, got)
		}
	}
}
