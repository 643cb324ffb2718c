package loop

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// FuzzChange states the laws of changes for any metadata, plan, step and text: no
// panic; refused for a reason or because of the file; what is not named stays; and
// the second time changes nothing.
func FuzzChange(f *testing.F) {
	for i, piece := range odd {
		f.Add(styles[i%len(styles)].of(oddText(f, sample, piece)), samplePlan, []string{"", "FIX", "EXECUTE", "ENRICH"}[i%4], "no key", byte(i))
	}
	f.Fuzz(func(t *testing.T, text, plan, step, word string, which byte) {
		m, err := Parse("", text)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		tr := &Track{Dir: ".", Root: ".", ID: "x", Metadata: m, Plan: parsePlan("", plan)}
		for _, p := range m.Check(tr.Plan, true) {
			if p.Span.Start < 0 || p.Span.End > len(text) || p.Span.Start > p.Span.End || p.Message == "" || p.Rule == "" {
				t.Errorf("problem %+v of %q", p, text)
			}
		}
		if r, err := tr.Resume(); err == nil && (r.Action == "" || len(r.Reasons) == 0 || (r.Action == Move) != (r.To != "")) {
			t.Errorf("resume %+v of %q", r, text)
		}
		all := ops(step, word)
		o := all[int(which)%len(all)]
		checkChange(t, o.name, tr, o)
	})
}

// FuzzFix states that what mends a problem mends it, and that the rest stays.
func FuzzFix(f *testing.F) {
	for _, piece := range odd {
		f.Add(oddText(f, sample, piece))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("", text)
		if err != nil {
			return
		}
		for _, p := range m.Check(nil, false) {
			if len(p.Fix) == 0 {
				continue
			}
			mended := applied(t, text, p.Fix, nil)
			after := parse(t, mended)
			if slices.ContainsFunc(after.Check(nil, false), func(q Problem) bool { return q.Rule == p.Rule && q.Path == p.Path }) {
				t.Errorf("%+v is still there in %q", p, mended)
			}
			if !reflect.DeepEqual(bare(decoded(t, text)), bare(decoded(t, mended))) || grave(after) >= grave(m) {
				t.Errorf("%q becomes %q, with no fewer problems that matter", text, mended)
			}
		}
	})
}

// grave is the number of problems that are errors or can be mended.
func grave(m *Metadata) int {
	n := 0
	for _, p := range m.Check(nil, false) {
		if !p.Warning || len(p.Fix) > 0 {
			n++
		}
	}
	return n
}

// FuzzPlan states the laws of plans: tasks are lines in order, boxes hold their
// marks, and names find their tasks.
func FuzzPlan(f *testing.F) {
	for _, s := range styles {
		f.Add(s.of(samplePlan))
	}
	f.Add("## Phase 1\n### Task 1: a\n- [x] **Step 1**\n### Task 2: b\n- [ ] c\n## Phase 2\n- [ ] Task 1\n- [ ] T1: d")
	f.Add("```\n- [ ] a\n~~~\n- [x] 1.1 b\n```\n1. [~] Task 02.3: c\n## [!] 3.1 d\n<!--\n- [ ] e -->\n* [X] f <!-- abcdefa -->")
	f.Add("- [ ] 1.1 a\r- [x] 1.2 b\r")
	f.Add("Like this:\n\n    - [ ] 9.9 a\n- b\n\n    - [ ] 1.1 a\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := parsePlan("", text)
		line := 0
		lines := strings.Split(newlines(text), "\n")
		for i := range p.Lines {
			l := &p.Lines[i]
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
