package planfile

import (
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
	title := spelling.OneLine(p.Title)
	if title == "" {
		title = firstLine(p.Objective)
	}
	fmt.Fprintf(&b, "---\n\n# Phase %s, Plan %s: %s\n\n## Task Commits\n\n", id.Phase, id.Plan, spelling.OneLine(title))
	done := a.Done(p)
	for i, t := range p.Tasks {
		var one *Answer
		if done != nil {
			one = done[i]
		}
		fmt.Fprintf(&b, "%d. %s%s\n", t.Number, t.Title(), a.outcome(p, t, one))
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

// outcome is what became of a task: how it was done or, of a checkpoint, the answer.
func (a *Answers) outcome(p *Plan, t *Task, done *Answer) string {
	for _, g := range p.Gates() {
		if g.Number != t.Number || t.Number == 0 {
			continue
		}
		if one := a.Find(&g); one != nil {
			return " - " + one.Signed(string(one.Verdict))
		}
	}
	switch {
	case done == nil:
		return " - not recorded as done"
	case done.Commit != "" && done.Text != "":
		return fmt.Sprintf(" - `%s`: %s", done.Commit, done.Text)
	case done.Commit != "":
		return fmt.Sprintf(" - `%s`", done.Commit)
	case done.Text != "":
		return " - " + done.Text
	}
	return " - done"
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
