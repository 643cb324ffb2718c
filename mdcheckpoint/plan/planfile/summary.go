package planfile

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// Summary returns a draft of the summary of p, from what is recorded: tasks
// with their commits and notes, decisions, problems that were reported, files. The headings
// are those of the family. Source: GSD.
func (a *Answers) Summary(p *Plan, now time.Time) string {
	var b strings.Builder
	id := p.ID()
	b.WriteString("---\n")
	for _, line := range [...]struct{ key, text string }{{PhaseKey, p.Front.Phase}, {PlanKey, p.Front.Plan}, {"completed", now.UTC().Format(time.DateOnly)}} {
		if line.text != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.key, jsondoc.Quote(line.text))
		}
	}
	title := cmp.Or(spelling.OneLine(p.Title), firstLine(p.Objective))
	fmt.Fprintf(&b, "---\n\n# Phase %s, Plan %s: %s\n\n## Task Commits\n\n", id.Phase, id.Plan, title)
	answers := map[int]*Answer{} // of tasks, by number
	for i, one := range a.Done(p) {
		answers[i+1] = one
	}
	for _, g := range p.Gates() {
		if one := a.Find(&g); one != nil {
			answers[g.Number] = one
		}
	}
	for _, t := range p.Tasks {
		fmt.Fprintf(&b, "%d. %s - %s\n", t.Number, t.Title(), answers[t.Number].outcome())
	}
	section(&b, "Decisions Made", a.listed(p, func(one *Answer) bool { return one.Verdict == Selects }))
	section(&b, "Issues Encountered", a.listed(p, func(one *Answer) bool { return one.Verdict == Reports }))
	var files []string
	for _, f := range p.Front.Files {
		files = append(files, "`"+f+"`")
	}
	section(&b, "Files Created/Modified", files)
	return b.String()
}

// outcome is what became of a task: how it was done or, of a checkpoint, the answer. a is nil if
// nothing is recorded.
func (a *Answer) outcome() string {
	switch {
	case a == nil:
		return "not recorded as done"
	case a.Verdict != Finishes:
		return a.Signed(string(a.Verdict))
	case a.Commit != "" && a.Text != "":
		return fmt.Sprintf("`%s`: %s", a.Commit, a.Text)
	case a.Commit != "":
		return fmt.Sprintf("`%s`", a.Commit)
	}
	return cmp.Or(a.Text, "done")
}

// listed are the answers to gates of p that are wanted, in the order of time, with the gate.
func (a *Answers) listed(p *Plan, want func(*Answer) bool) []string {
	var lines []string
	for i := range a.All {
		if one := &a.All[i]; one.Plan == p.File.Name && want(one) {
			lines = append(lines, one.Signed(fmt.Sprintf("task %d: %s", one.Task, one.Text)))
		}
	}
	return lines
}

func section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, line := range lines {
		fmt.Fprintf(b, "- %s\n", line)
	}
}
