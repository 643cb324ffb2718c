package loop

import (
	"reflect"
	"slices"
	"testing"

	"mdck/internal/protocoltest"
)

func FuzzChange(f *testing.F) {
	for i, piece := range oddValues {
		f.Add(styles[i%len(styles)].Of(oddText(f, sample, piece)), samplePlan, []string{"", "FIX", "EXECUTE", "ENRICH"}[i%4], "no key", byte(i))
	}
	f.Fuzz(func(t *testing.T, text, plan, step, word string, which byte) {
		m, err := Parse("", text)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		tr := &Track{Dir: ".", Root: ".", ID: "x", Metadata: m, Plan: parsePlan("", plan)}
		for _, p := range m.check(tr.Plan, true) {
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

func FuzzFix(f *testing.F) {
	for _, piece := range oddValues {
		f.Add(oddText(f, sample, piece))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("", text)
		if err != nil {
			return
		}
		for _, p := range m.check(nil, false) {
			if len(p.Fix) == 0 {
				continue
			}
			fixed := protocoltest.Apply(t, text, p.Fix, nil)
			after := parse(t, fixed)
			if slices.ContainsFunc(after.check(nil, false), func(q problem) bool { return q.Rule == p.Rule && q.Path == p.Path }) {
				t.Errorf("%+v is still there in %q", p, fixed)
			}
			if !reflect.DeepEqual(bare(decoded(t, text)), bare(decoded(t, fixed))) || countSerious(after) >= countSerious(m) {
				t.Errorf("%q becomes %q, without fewer errors and fixable problems", text, fixed)
			}
		}
	})
}

func countSerious(m *Metadata) int {
	n := 0
	for _, p := range m.check(nil, false) {
		if !p.Warning || len(p.Fix) > 0 {
			n++
		}
	}
	return n
}
