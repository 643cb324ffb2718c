package planfile

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// Summary drafts the summary of p, with the headings of GSD.
func (a *Answers) Summary(p *Plan, now time.Time) string {
	entry := func(key, text string) string {
		if text == "" {
			return ""
		}
		return key + ": " + jsondoc.Quote(text) + "\n"
	}
	head := entry(phaseKey, p.Front.Phase) + entry(planKey, p.Front.Plan) + entry("completed", now.UTC().Format(time.DateOnly))
	id := p.ID()
	text := fmt.Sprintf("---\n%s---\n\n# Phase %s, Plan %s: %s\n\n## Task Commits\n\n", head, id.Phase, id.Plan, p.Name())
	answers := map[int]*Answer{}
	for i, one := range a.Done(p) {
		answers[i+1] = one
	}
	for _, g := range p.Gates() {
		if one := a.Find(&g); one != nil {
			answers[g.Number] = one
		}
	}
	for _, t := range p.Tasks {
		text += fmt.Sprintf("%d. %s - %s\n", t.Number, t.Title(), answers[t.Number].outcome())
	}
	var files []string
	for _, f := range p.Front.Files {
		files = append(files, "`"+f+"`")
	}
	return text + section("Decisions Made", a.answerLines(p, Selects)) +
		section("Issues Encountered", a.answerLines(p, Reports)) +
		section("Files Created/Modified", files)
}

func (a *Answer) outcome() string {
	switch {
	case a == nil:
		return "not recorded as done"
	case a.Verdict != Finishes:
		return a.Signed(string(a.Verdict))
	case a.Commit != "" && a.Text != "":
		return "`" + a.Commit + "`: " + a.Text
	case a.Commit != "":
		return "`" + a.Commit + "`"
	}
	return cmp.Or(a.Text, "done")
}

func (a *Answers) answerLines(p *Plan, verdict Verdict) (lines []string) {
	for i := range a.All {
		if one := &a.All[i]; one.Plan == p.File.Name && one.Verdict == verdict {
			lines = append(lines, one.Signed(fmt.Sprintf("task %d: %s", one.Task, one.Text)))
		}
	}
	return lines
}

func section(title string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n## " + title + "\n\n- " + strings.Join(lines, "\n- ") + "\n"
}
