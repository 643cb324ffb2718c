package ccc

import (
	"fmt"
	"io/fs"
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
)

func checkSessionState(u *ruleUnit) []lint.Finding {
	s := u.Session
	if s.State == nil {
		return u.SyntaxFindings(s.StatePath)
	}
	var found []lint.Finding
	for _, p := range s.State.Check() {
		found = append(found, lint.ProblemFinding(s.StatePath, p, engine.IsWarning(p.Class)))
	}
	return found
}

func checkCaps(u *ruleUnit) []lint.Finding {
	s := u.Session
	var found []lint.Finding
	switch outcome := s.State.Stop("", s.Preferences); {
	case outcome.Rule < engine.LimitRule:
		return nil
	case outcome.Action == engine.Delete && s.State.Int(engine.TotalField) > 0: // of none state-schema speaks
		message := fmt.Sprintf("%q is %d of %d, so no task is left: the next stop deletes the state", engine.IndexField, s.State.Int(engine.IndexField), s.State.Int(engine.TotalField))
		found = append(found, lint.Finding{Path: s.StatePath, Span: s.State.Span(engine.IndexField), Message: message})
	}
	for _, c := range s.State.Caps(s.Preferences) {
		found = append(found, lint.Finding{Path: s.StatePath, Span: c.Span, Message: c.Message})
	}
	return found
}

func checkSessionMismatch(u *ruleUnit, p *Progress) []lint.Finding {
	if u.Session.State == nil {
		return nil
	}
	var found []lint.Finding
	for _, v := range u.Verdicts {
		if message := mismatch(p, u.Session.State, &v); v.Status == claim.Stale && message != "" {
			found = append(found, lint.NewFinding(u.File.FirstLine(v.Span), "%s", message))
		}
	}
	return found
}

// mismatch says in which the two files differ, if the claim is one about both; ""
// for another, and for what the state does not say.
func mismatch(p *Progress, state *engine.State, v *claim.Verdict) string {
	inPrompt := v.Span == p.Prompt.Span
	completed := p.Match.Group(CompletedKey, 0)
	format := ""
	switch {
	case v.Key == ClaimIndex && state.TooLarge(engine.IndexField), v.Key == ClaimTotal && state.TooLarge(engine.TotalField):
		return "" // state-schema says that nobody can count to it
	case v.Key == ClaimIssue:
		format = "the issue is %q here, %q in the state"
	case v.Key == ClaimMode && state.Has(engine.ModeField):
		format = "the execution mode is %q here, %q in the state"
	case v.Key == ClaimIndex && state.Has(engine.IndexField) && inPrompt:
		format = "the prompt is at task %s, the state at task %s, which is its taskIndex + 1"
	case v.Key == ClaimIndex && state.Has(engine.IndexField) && completed != nil && v.Span == completed.Section.Heading:
		format = "the number of completed tasks is %s here, taskIndex of the state is %s"
	case v.Key == ClaimIndex && state.Has(engine.IndexField):
		format = "the current task has number %s, taskIndex of the state is %s"
	case v.Key == ClaimTotal && state.Has(engine.TotalField) && inPrompt:
		format = "the number of tasks is %s in the prompt, totalTasks of the state is %s"
	case v.Key == ClaimTotal && state.Has(engine.TotalField):
		format = "the number of tasks, done and to do, is %s here, totalTasks of the state is %s"
	default:
		return ""
	}
	return fmt.Sprintf(format, lint.Shorten(v.Recorded), lint.Shorten(v.Actual))
}

// checkArchives asks git only about copies that are there.
func checkArchives(u *ruleUnit) []lint.Finding {
	if u.Visible == nil || len(u.Session.Files) == 0 {
		return nil
	}
	dir := path.Dir(u.Session.ProgressPath)
	there, _ := fs.ReadDir(u.Tree, dir) // a directory that cannot be listed shows no copies
	var found []lint.Finding
	for _, e := range there {
		name := path.Join(dir, e.Name())
		if e.IsDir() || !IsArchive(name) || !u.Visible(name) {
			continue
		}
		found = append(found, lint.Finding{
			Path:    name,
			Message: "git does not ignore this copy of the progress file: delete it, or add .ccc-progress-*.md to .gitignore (git rm --cached, if it is tracked)",
		})
	}
	return found
}
