package tasks

import (
	"strings"
	"testing"
)

func namesAndMarks(p *Plan) string {
	var all []string
	for _, t := range p.Tasks() {
		all = append(all, t.Name()+" "+t.Mark.String())
	}
	return strings.Join(all, "; ")
}

func TestPlanForms(t *testing.T) {
	for text, want := range map[string]string{
		steppedPlan:                             "1 done; 2 in progress; 3 open",
		phasedPlan:                              "Phase 1, Task 1 done; Phase 1, Task 2 done; Phase 2, Task 1 done; Phase 2, Task 2 open",
		"- [x] T1: a\n- [ ] T2: b\n  - [ ] c\n": "T1 done; T2 open",
		"- [x] **API-3**: a\n- [ ] **API-4**: b\n":                                                               "API-3 done; API-4 open",
		"- [x] T1: a\n- [ ] T1: b\n":                                                                             "T1: a done; T1: b open",
		"- [x] T1: a\n- [ ] mend\n":                                                                              "T1: a done; mend open",
		"### Task 1\n- [x] 1. a\n- [!] 2. b\n### Task 2\n- [ ] 1. c\n":                                           "1 blocked; 2 open",
		"## Task 1: a\n### Task 1.1: b\n- [x] c\n### Task 1.2: d\n- [ ] e\n":                                     "1.1 done; 1.2 open",
		"## Phase 1\n- [x] Task 1.1: a\n## Phase 2\n- [ ] Task 2.1: b\n":                                         "1.1 done; 2.1 open",
		"### Task 1: a\n**Step 1** b\n### Task 2: c\n":                                                           "",
		"## 1. Setup\n- [x] a\n- [ ] b\n":                                                                        "a done; b open",
		"- [ ] a\n  - [x] b\n  - [ ] c\n    - [x] d\n- [ ] e\n  - [x] f\n  - [ ] g\n":                            "a done; e open",
		"- [x] a\n1. Phase\n   - [ ] b\n     - [ ] c\n   - text\n     - [ ] d\n- [ ] e\n  - text\n    - [ ] f\n": "a done; b open; d open; e open",
		"- [ ] a\n1. Phase\n   - [x] b\n   - [x] c\n":                                                            "a open; b done; c done",
		"### Task 1: a\n- **Status:** [x] Complete\n- [ ] b\n### Task 2: c\n- __Status__: [~]\n### Task 3: d\n- [ ] e\n### Task 4: f\n": "1 done; 2 in progress; 3 open; 4 open",
		"## Task 1: a\n- Statuses [x]\n- status of b: [x]\n":                                                                            "",
		"```\n### Task 1\n```\n- [ ] a\n":                                                                                               "a open",
	} {
		for _, style := range styles[:4] {
			if got := namesAndMarks(parse("", style.Of(text))); got != want {
				t.Errorf("%q, %s: got %q, want %q", text, style.Name, got, want)
			}
		}
	}
}
