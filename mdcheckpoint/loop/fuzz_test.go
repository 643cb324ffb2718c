package loop

import (
	"reflect"
	"slices"
	"testing"

	"mdck/internal/protocoltest"
)

// FuzzChange checks the laws of changes for any metadata, plan, step and text: no panic; an error
// has a reason or a place; other values stay; and a second change does nothing.
func FuzzChange(f *testing.F) {
	for i, piece := range odd {
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

// FuzzFix checks that each fix removes its problem and leaves the rest unchanged.
func FuzzFix(f *testing.F) {
	for _, piece := range odd {
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
			mended := protocoltest.Apply(t, text, p.Fix, nil)
			after := parse(t, mended)
			if slices.ContainsFunc(after.check(nil, false), func(q problem) bool { return q.Rule == p.Rule && q.Path == p.Path }) {
				t.Errorf("%+v is still there in %q", p, mended)
			}
			if !reflect.DeepEqual(bare(decoded(t, text)), bare(decoded(t, mended))) || grave(after) >= grave(m) {
				t.Errorf("%q becomes %q, with no fewer problems that matter", text, mended)
			}
		}
	})
}

// grave returns the number of problems that are errors or can be fixed.
func grave(m *Metadata) int {
	n := 0
	for _, p := range m.check(nil, false) {
		if !p.Warning || len(p.Fix) > 0 {
			n++
		}
	}
	return n
}
