package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/claim"
)

func growth() (times int, most time.Duration) {
	if testtmp.Long() {
		return 4, 5 * time.Second
	}
	return 1, time.Second
}

func many(item string) string {
	times, _ := growth()
	n := times * 37_500 / (len(item) + 2)
	return strings.Repeat(item+", ", n) + item
}

func TestGrowth(t *testing.T) {
	times, most := growth() // 100 times what a busy machine needs
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	texts := map[string]string{
		"blockers":   with(t, sample, "blockers", "["+many(`{"status": "ACTIVE", "blocked_at": "x"}`)+"]"),
		"commits":    with(t, sample, checkpoints+"EXECUTE/commits", "["+many(`{"sha": "abc1234", "task": "1.2"}`)+"]"),
		"outputs":    with(t, sample, checkpoints+"EXECUTE/output_files", "["+many(`"a.go"`)+"]"),
		"notes":      with(t, sample, checkpoints+"EXECUTE/notes", "["+many(`"a"`)+"]"),
		"steps":      with(t, sample, "loop_state/checkpoints", "{"+strings.TrimSuffix(numbered(`"S%d": {"status": "IN_PROGRESS", "started_at": "x"},`, times*750), ",")+"}"),
		"keys":       strings.Replace(sample, `"version"`, numbered(`"k%d": {"a": "b"},`, times*2000)+`"version"`, 1),
		"fixes":      with(t, sample, checkpoints+"FIX/fixes_applied", "["+many(`{"commit_sha": "abc1234"}`)+"]"),
		"one string": with(t, sample, checkpoints+"EXECUTE/notes", `"`+strings.Repeat("a", times*37_500)+`"`),
	}
	plans := map[string]string{
		"tasks":    numbered("- [x] Task 1.%d: a <!-- abc1234 -->\n", times*2500),
		"open":     numbered("- [ ] Task 1.%d: a\n", times*2500),
		"texts":    numbered("- [ ] a\n  - [ ] b%d\n", times*2500),
		"fences":   strings.Repeat("```\n~~~\n", times*10_000),
		"comments": strings.Repeat("<!--\n- [ ] a -->\n", times*5000),
		"one line": "- [ ] " + strings.Repeat("1.", times*37_500) + strings.Repeat("*`", times*12_500),
		"marks":    strings.Repeat("- [ ] <!-- <!-- -->\n", times*3750),
		"rows":     "| Track ID |\n|-|\n" + strings.Repeat(`| \| [a](b) |`, times*6250),
	}
	timed := func(what string, do func()) {
		if took := testtmp.Cost(do); took > most {
			t.Errorf("%s takes %v", what, took)
		}
	}
	try := func(name, text, plan string) {
		var tr *Track
		timed(name+": read", func() { tr = track(t, text, plan) })
		tr.Tree = tree()
		timed(name+": check and resume", func() {
			tr.Metadata.check(tr.Plan, true)
			claim.Verify(tr.Tree, tr.claims(claim.Outside{}))
			_, _ = tr.Resume()
		})
		for _, o := range ops("", "no key") {
			if !slices.Contains([]string{"task done", "pass", "block"}, o.name) || text == sample && o.name != "task done" {
				continue
			}
			timed(name+": "+o.name, func() {
				if _, err := o.do(tr, now); err != nil {
					protocoltest.Refusal(t, err)
				}
			})
		}
	}
	for name, text := range texts {
		try(name, text, samplePlan)
	}
	for name, plan := range plans {
		try(name, sample, plan)
	}
}
