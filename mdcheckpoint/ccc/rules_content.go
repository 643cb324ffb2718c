package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func checkDoneMark(u *ruleUnit, p *Progress) []lint.Finding {
	var found []lint.Finding
	all, style := p.Entries(CompletedKey), p.doneStyle()
	for i := range all {
		e := &all[i]
		if isMarked(e.Line) {
			continue
		}
		found = append(found, unmarked(u, e, style.edits(e)))
	}
	return found
}

// unmarked is about a completed task without a mark, which edits mend if there are
// any. Where there are none, it may be that the task is not done.
func unmarked(u *ruleUnit, e *Entry, edits []source.Edit) lint.Finding {
	f := lint.Finding{Span: u.File.FirstLine(e.Body)}
	switch {
	case e.Mark == Open:
		f.Message = fmt.Sprintf("%q is among the completed tasks with an open box: tick it, or move the task", lint.Shorten(e.Text))
		return f
	case len(edits) == 0:
		f.Message = fmt.Sprintf("%q is completed and has no mark, want %s, %s or %s: mark it, or move the task if it is not done", lint.Shorten(e.Text), Tick, Emoji, Boxed)
		return f
	}
	f.Message = fmt.Sprintf("%q is completed and has no mark, want %s, %s or %s", lint.Shorten(e.Text), Tick, Emoji, Boxed)
	f.Fix = lint.FixOf("", edits...)
	return f
}

// isMarked reports whether a mark stands in the line of a task: many put a tick before
// what they tell of the task. A box is one only at an end of the line; elsewhere it is
// said of something else.
func isMarked(line string) bool {
	box := strings.ToLower(strings.TrimRight(line, " ."))
	return strings.Contains(line, string(Tick)) || strings.Contains(line, string(Emoji)) ||
		strings.HasPrefix(box, string(Boxed)) || strings.HasSuffix(box, string(Boxed))
}

func checkDecisionForm(u *ruleUnit, p *Progress) []lint.Finding {
	var found []lint.Finding
	for _, e := range ofShapeP(p, DecisionsKey) {
		if strings.HasPrefix(e.Line, "~~") || hasMore(&e) || prose.HasReason(e.Line) {
			continue
		}
		found = append(found, lint.NewFinding(u.File.FirstLine(e.Body), "decision %q has no reason, want \"decision: rationale\"", lint.Shorten(e.Text)))
	}
	return found
}

// ofShapeP are the entries of a section that only shape P has, in a file which is of
// that shape at least in part.
func ofShapeP(p *Progress, key string) []Entry {
	if p.Shape == ShapeE {
		return nil
	}
	return p.Entries(key)
}

// hasMore reports whether more than a line is said of the entry, below it.
func hasMore(e *Entry) bool { return e.Item != nil && len(e.Item.Blocks) > 1 }

func checkBlockerForm(u *ruleUnit, p *Progress) []lint.Finding {
	var found []lint.Finding
	for _, e := range ofShapeP(p, BlockersKey) {
		if !blocks(&e) || prose.SaysUnblocked(u.File.Slice(e.Span)) {
			continue
		}
		found = append(found, lint.NewFinding(u.File.FirstLine(e.Body), "blocker %q does not say what ends it, want \"(unblocked by: condition)\"", lint.Shorten(e.Text)))
	}
	return found
}

// blocks reports whether the entry is a blocker that still stands: it is neither
// ticked off nor struck out, nor said to be resolved.
func blocks(e *Entry) bool {
	text := strings.Trim(strings.ToLower(strings.ReplaceAll(e.Text, "*", "")), " .")
	return !e.Mark.Done() && !strings.HasPrefix(e.Text, "~~") && !strings.HasPrefix(text, "resolved:") && !strings.HasPrefix(text, "[resolved]") &&
		!strings.HasPrefix(text, "resolved —") && !strings.HasSuffix(text, "(resolved)")
}

func checkPrompt(u *ruleUnit, p *Progress) []lint.Finding {
	var second []lint.Finding
	for _, r := range p.Match.Repeated() {
		if r.Group.Key == PromptKey {
			second = append(second, lint.NewWarning(r.Section.Heading, "there are two continuation prompts; the first, in line %d, is read", u.File.Line(r.First.Heading.Start)))
		}
	}
	return append(onePrompt(u, p), second...)
}

// onePrompt checks the first prompt, which is the one that is read.
func onePrompt(u *ruleUnit, p *Progress) []lint.Finding {
	if found := protocol.DueBy(promptRule, u.Session.duePrompt(&u.Input), ""); len(found) > 0 {
		return found
	}
	if problem, span, _ := u.Session.unusablePrompt(); problem != "" {
		return []lint.Finding{lint.NewWarning(span, "%s", problem)}
	}
	span := u.File.FirstLine(p.Prompt.Span)
	found := behindLists(u, span)
	if lacks := u.Session.PromptLacks(); len(lacks) > 0 {
		found = append(found, lint.NewWarning(span, "the continuation prompt is too vague to start from: %s", strings.Join(lacks, ", ")))
	}
	return found
}

// behindLists says that the prompt is at another task than the lists, where there is
// no state that counts them.
func behindLists(u *ruleUnit, span source.Span) []lint.Finding {
	for _, v := range u.Verdicts {
		if v.Key == ClaimTask && v.Status == claim.Stale {
			return []lint.Finding{lint.NewWarning(span, "the continuation prompt says task %s, the lists say %s", v.Recorded, v.Actual)}
		}
	}
	return nil
}

// isUnfilledPrompt reports whether a prompt, which lacks all that, is the template's: it has
// all of its placeholders, or the issue of it and nothing besides.
func isUnfilledPrompt(prompt string, lacks []string) bool {
	filled := func(lack string) bool { return lack != prose.LacksIssue && !slices.Contains(lacks, lack) }
	all := []string{prose.LacksTask, prose.LacksFile, prose.LacksNext}
	return prose.IsTemplate(prompt) || strings.Contains(prompt, "CIA-XXX") && !slices.ContainsFunc(all, filled)
}

// PromptLacks returns what [prose.Lacks] finds in the prompt of the Progress. A session without an issue need not name one, and
// one whose issue has no id of the known form names it as the header does.
func (s *Session) PromptLacks() []string {
	p := s.Progress
	id := IssueID(s.State, p, "", "")
	named := id != ""
	if p.IssueID != "" {
		id = p.IssueID // the prompt goes with its file; that the state has another is said elsewhere
	}
	lacks := prose.Lacks(p.Prompt.Text, id, s.HasKeyFile)
	word, _, _ := strings.Cut(p.Issue.Text, " ")
	none := !named && (p.Issue.Text == "" && p.Issue.Span.Len() > 0 || prose.NamesIssue(p.Prompt.Text, word))
	return slices.DeleteFunc(lacks, func(l string) bool { return none && l == prose.LacksIssue })
}

// consequence says what the stop handler does at a word. Source: stop handler.
func consequence(word string) string {
	if word == engine.CompleteWord {
		return "takes the task for complete"
	}
	return "plans the tasks anew"
}

func checkSignalWord(u *ruleUnit, p *Progress) []lint.Finding {
	var found []lint.Finding
	for _, s := range engine.SignalWords(u.File.Text) {
		found = append(found, lint.NewFinding(s.Span, "%q is written here: when a session repeats it, the stop handler %s", s.Word, consequence(s.Word)))
	}
	return found
}

// edits returns the edits that mark a completed entry, which has no mark, in style s. There
// are none for an entry that has a box or a sign of its own, or a word of a task that is not
// done, and for what is not text that a mark could be put on without a change of what it says.
func (s doneStyle) edits(e *Entry) []source.Edit {
	if e.Mark != NoMark || e.Item == nil || len(e.Item.Blocks) == 0 || e.Item.Blocks[0].Kind != mdcheckpoint.Paragraph || !e.isPlain() {
		return nil
	}
	at, mark := e.Body.End, " "+string(s.mark)
	if s.leading {
		at, mark = e.Body.Start, string(s.mark)+" "
	}
	return []source.Edit{{Span: source.Span{Start: at, End: at}, New: mark}}
}

// isPlain reports whether an entry is the text of a task and nothing else: that it is among the
// completed ones is then all that there is to go by.
func (e *Entry) isPlain() bool {
	return prose.IsPlain(e.Line) && !e.nestsBox() && !strings.ContainsFunc(e.nested, prose.IsPicture)
}
