package ccc

import (
	"fmt"
	"io/fs"
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

func checkSessionState(u *ruleUnit) {
	s := u.Session
	if s.State == nil {
		u.Add(u.Checkpoint().SyntaxFindings(s.StatePath)...)
		return
	}
	for _, p := range s.State.Check() {
		u.Add(lint.ProblemFinding(s.StatePath, p, engine.IsWarning(p.Class)))
	}
}

func checkCaps(u *ruleUnit) {
	s := u.Session
	index, total := s.State.Int(engine.IndexField), s.State.Int(engine.TotalField)
	if !s.State.Loops(s.Preferences) {
		return
	}
	if index >= total && total > 0 && !s.State.Halts(s.Preferences) { // the rule state-schema reports a total of 0
		message := fmt.Sprintf("%q is %d of %d, so no task remains: the stop handler will delete the state file", engine.IndexField, index, total)
		u.Add(lint.Finding{Path: s.StatePath, Span: s.State.Span(engine.IndexField), Message: message})
	}
	for _, c := range s.State.Caps(s.Preferences) {
		u.Add(lint.Finding{Path: s.StatePath, Span: c.Span, Message: c.Message})
	}
}

func checkSessionMismatch(u *ruleUnit, p *Progress) {
	if u.Session.State == nil {
		return
	}
	for _, v := range u.Verdicts {
		if format := u.mismatch(p, &v); v.Status == claim.Stale && format != "" {
			u.Find(u.File.FirstLine(v.Span), format, lint.Shorten(v.Recorded), lint.Shorten(v.Actual))
		}
	}
}

func (u *ruleUnit) mismatch(p *Progress, v *claim.Verdict) string {
	state, inPrompt := u.Session.State, v.Span == p.Prompt.Span
	completed := p.group(completedKey)
	switch {
	case v.Key == claimIssue:
		return "the issue is %q in this file, but %q in the state file"
	case v.Key == claimMode && state.Has(engine.ModeField):
		return "the execution mode is %q in this file, but %q in the state file"
	case v.Key == claimIndex && state.Has(engine.IndexField):
		switch {
		case inPrompt:
			return "the prompt is at task %s, but the state file is at task %s"
		case completed != nil && v.Span == completed.Section.Heading:
			return "the number of completed tasks is %s in this file, but taskIndex in the state file is %s"
		}
		return "the current task has the number %s, but taskIndex in the state file is %s"
	case v.Key == claimTotal && state.Has(engine.TotalField) && inPrompt:
		return "the number of tasks is %s in the prompt, but totalTasks in the state file is %s"
	case v.Key == claimTotal && state.Has(engine.TotalField):
		return "the number of all tasks is %s in this file, but totalTasks in the state file is %s"
	}
	return ""
}

func checkArchives(u *ruleUnit) {
	if u.Visible == nil || len(u.Session.Files) == 0 {
		return
	}
	dir := path.Dir(u.Session.ProgressPath)
	there, _ := fs.ReadDir(u.Tree, dir) // an unreadable directory has no findings
	for _, e := range there {
		if name := path.Join(dir, e.Name()); !e.IsDir() && isArchive(name) && u.Visible(name) {
			u.Add(lint.Finding{
				Path:    name,
				Message: "git does not ignore this old copy of the progress file; delete the copy, or add .ccc-progress-*.md to .gitignore (if git tracks the copy, also run git rm --cached)",
			})
		}
	}
}
