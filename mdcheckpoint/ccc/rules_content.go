package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"

	"mdck/internal/protocols/ccc/prose"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func checkDoneMark(u *ruleUnit, p *Progress) {
	style := p.doneStyle()
	for i := range p.Completed {
		e := &p.Completed[i]
		if isMarked(e.Line) {
			continue
		}
		f := lint.NewFinding(u.File.FirstLine(e.Body), "%q is completed but has no mark; expected %s, %s or %s", lint.Shorten(e.Text), Tick, Emoji, Boxed)
		switch edits := style.edits(e); {
		case e.Mark == Open:
			f.Message = fmt.Sprintf("%q is one of the completed tasks but has an open box: tick it, or move the task", lint.Shorten(e.Text))
		case len(edits) == 0:
			f.Message += "; mark it, or move the task if it is not done"
		default:
			f.Fix = lint.FixOf("", edits...)
		}
		u.Add(f)
	}
}

func isMarked(line string) bool {
	box := strings.ToLower(strings.TrimRight(line, " ."))
	return strings.ContainsAny(line, string(Tick+Emoji)) ||
		strings.HasPrefix(box, string(Boxed)) || strings.HasSuffix(box, string(Boxed))
}

func checkDecisionForm(u *ruleUnit, p *Progress) {
	for _, e := range p.Decisions {
		more := e.Item != nil && len(e.Item.Blocks) > 1 // the reason can be in a later block
		if p.Shape != ShapeE && !strings.HasPrefix(e.Line, "~~") && !more && !prose.HasReason(e.Line) {
			u.Find(u.File.FirstLine(e.Body), `decision %q has no reason; expected "decision: rationale"`, lint.Shorten(e.Text))
		}
	}
}

func checkBlockerForm(u *ruleUnit, p *Progress) {
	for _, e := range p.Entries(blockersKey) {
		if p.Shape != ShapeE && blocks(&e) && !prose.SaysUnblocked(u.File.Slice(e.Span)) {
			u.Find(u.File.FirstLine(e.Body), `blocker %q has no condition; expected "(unblocked by: condition)"`, lint.Shorten(e.Text))
		}
	}
}

func blocks(e *Entry) bool {
	text := strings.Trim(strings.ToLower(strings.ReplaceAll(e.Text, "*", "")), " .")
	for _, begins := range []string{"~~", "resolved:", "[resolved]", "resolved —"} {
		if strings.HasPrefix(text, begins) {
			return false
		}
	}
	return !e.Mark.Done() && !strings.HasSuffix(text, "(resolved)")
}

func checkPrompt(u *ruleUnit, p *Progress) {
	u.firstPrompt(p)
	for _, r := range p.Match.Repeated() {
		if r.Group.Key == promptKey {
			u.Warn(r.Section.Heading, "there are two continuation prompts; mdck reads the first prompt, in line %d", u.File.Line(r.First.Heading.Start))
		}
	}
}

// firstPrompt checks the first prompt, because mdck reads only that one.
func (u *ruleUnit) firstPrompt(p *Progress) {
	if u.Add(protocol.DueBy(promptRule, u.Session.duePrompt(&u.Input), "")...); len(u.Found) > 0 {
		return
	}
	if problem, span, _ := u.Session.unusablePrompt(); problem != "" {
		u.Warn(span, "%s", problem)
		return
	}
	span := u.File.FirstLine(p.Prompt.Span)
	for _, v := range u.Verdicts {
		if v.Key == claimTask && v.Status == claim.Stale { // the state has no task numbers
			u.Warn(span, "the continuation prompt has task %s, but the lists have %s", v.Recorded, v.Actual)
			break
		}
	}
	if lacks := u.Session.PromptLacks(); len(lacks) > 0 {
		u.Warn(span, "the continuation prompt lacks %s", strings.Join(lacks, ", "))
	}
}

func isUnfilledPrompt(prompt string, lacks []string) bool {
	for _, lack := range []string{prose.LacksTask, prose.LacksFile, prose.LacksNext} {
		if !slices.Contains(lacks, lack) {
			return prose.IsTemplate(prompt)
		}
	}
	return strings.Contains(prompt, "CIA-XXX") || prose.IsTemplate(prompt)
}

// PromptLacks returns what [prose.Lacks] reports, without the issue if the session has none.
func (s *Session) PromptLacks() []string {
	p := s.Progress
	if p == nil {
		return nil
	}
	id := IssueID(s.State, p, "", "")
	prompt, header := p.Prompt.Text, p.Issue
	word, _, _ := strings.Cut(header.Text, " ")
	needless := id == "" && (header.Text == "" && header.Span.Len() > 0 || prose.NamesIssue(prompt, word))
	// another rule compares the issue with the state
	lacks := prose.Lacks(prompt, cmp.Or(p.IssueID, id), s.hasKeyFile)
	return slices.DeleteFunc(lacks, func(l string) bool { return needless && l == prose.LacksIssue })
}

func checkSignalWord(u *ruleUnit, _ *Progress) {
	for _, s := range engine.SignalWords(u.File.Text) {
		effect := "replans the tasks" // source: stop
		if s.Word == engine.CompleteWord {
			effect = "treats the task as complete"
		}
		u.Find(s.Span, "%q is in the file: if a session repeats it, the stop handler %s", s.Word, effect)
	}
}

func (s doneStyle) edits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || !e.isPlain() {
		return nil
	}
	at, mark := e.Body.End, " "+string(s.mark)
	if s.leading {
		at, mark = e.Body.Start, string(s.mark)+" "
	}
	return []source.Edit{source.Insert(at, mark)}
}

func (e *Entry) isPlain() bool {
	return e.Item.Blocks[0].Kind == mdcheckpoint.Paragraph && prose.IsPlain(e.Line) &&
		!e.nestsBox() && !strings.ContainsFunc(e.Nested, spelling.IsPicture)
}
