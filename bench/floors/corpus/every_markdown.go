package main

import (
	"fmt"
	"strings"
)

const inPhase = 8 // plans

// plan returns a plan of a project. In every fourth plan a person must check the result; in every
// tenth, this task has no resume signal, which is an error.
func (w *writer) plan(k int) map[string]string {
	phase, number := k/inPhase+1, k%inPhase+1
	dir := fmt.Sprintf(".planning/phases/%02d-phase/", phase)
	var b strings.Builder
	fmt.Fprintf(&b, "---\nphase: %02d-phase\nplan: %02d\nwave: %d\nautonomous: %t\ndepends_on: [%s]\nfiles_modified: [src/%s.go, src/%s.go]\n---\n",
		phase, number, (number+1)/2, k%4 != 1, before(phase, number), w.sentence(1), w.sentence(1))
	fmt.Fprintf(&b, "\n<objective>\nThe %s.\n</objective>\n\n<context>\n@.planning/STATE.md\n</context>\n\n<tasks>\n", w.sentence(24))
	for i := range 3 {
		fmt.Fprintf(&b, "\n<task type=\"auto\">\n  <name>Task %d: %s</name>\n  <files>src/%s.go</files>\n  <action>\nThe %s.\n\n```go\nfunc %s(n int) bool { return n < %d && n > 0 }\n```\n  </action>\n  <verify>%s</verify>\n  <done>%s</done>\n</task>\n",
			i+1, w.sentence(4), w.sentence(1), w.sentence(50), w.sentence(1), w.r.IntN(99), w.sentence(8), w.sentence(8))
	}
	if k%4 == 1 {
		signal := "  <resume-signal>Type \"approved\" or say what is wrong</resume-signal>\n"
		if k%10 == 9 {
			signal = ""
		}
		fmt.Fprintf(&b, "\n<task type=\"checkpoint:human-verify\" gate=\"blocking\">\n  <what-built>The %s</what-built>\n  <how-to-verify>Look at it: the %s</how-to-verify>\n%s</task>\n", w.sentence(6), w.sentence(12), signal)
	}
	fmt.Fprintf(&b, "\n</tasks>\n\n<success_criteria>\n- %s\n- %s\n</success_criteria>\n", w.sentence(9), w.sentence(9))
	return map[string]string{fmt.Sprintf("%s%02d-%02d-PLAN.md", dir, phase, number): b.String()}
}

// before returns the plan on which a plan depends: the previous plan in its phase.
func before(phase, number int) string {
	if number == 1 {
		return ""
	}
	return fmt.Sprintf(`"%02d-%02d"`, phase, number-1)
}

// handoff returns a file of the format in [settings]. Every tenth file has one bullet too many.
func (w *writer) handoff(k int) map[string]string {
	bullets := func(b *strings.Builder, n int) {
		for range n {
			fmt.Fprintf(b, "- the %s.\n", w.sentence(12))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Handoff: %05d\n\n## Status\n\n", k)
	status := 1 + w.r.IntN(5)
	if k%10 == 9 {
		status = 6
	}
	bullets(&b, status)
	for i := range 1 + w.r.IntN(3) {
		fmt.Fprintf(&b, "\n## Session %d\n\n### Done\n\n", i+1)
		bullets(&b, 3+w.r.IntN(4))
		fmt.Fprintf(&b, "\n### Open questions\n\n%s: %s?\n", w.sentence(2), w.sentence(9))
	}
	b.WriteString("\n## Next steps\n\n")
	bullets(&b, 1+w.r.IntN(4))
	return map[string]string{fmt.Sprintf("notes/%02d/HANDOFF-%05d.md", k%50, k): b.String()}
}
