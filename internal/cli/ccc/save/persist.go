package save

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
)

// persist is step 1: one write of the progress file.
func (r *run) persist(_ context.Context, step *Step) {
	var notes Step // about the change
	edit := ccc.Edit{
		Main: r.Target.Main, State: r.Target.State, Team: r.Team, Branch: r.project.Branch,
		Build: func(s *ccc.Session) (*ccc.Change, error) {
			notes = Step{}
			return r.change(s, &notes)
		},
	}
	made, err := r.update(r.Target.Row().Guarded(edit.Apply, ccc.SaveTransition, r.Fresh))
	r.read()
	r.report.Issue = r.facts.Issue
	if err != nil {
		step.fail(r.displayed(err))
		return
	}
	var did []string
	for _, f := range made.Files {
		did = append(did, f.Did...)
	}
	step.done("%s: %s", r.Target.DisplayPath(r.Target.Main), cmp.Or(strings.Join(did, "; "), "already up to date"))
	if made.None != "" {
		step.Notes = strings.Split(made.None, "\n")
	}
	step.Notes = slices.Concat(made.Notes, step.Notes, notes.Notes)
	if made.Recovered {
		step.note("mdck finished an interrupted write")
	}
	if made.Dropped {
		step.note("mdck discarded an interrupted write that had changed no file")
	}
}

func (o *Options) update(edit protocol.Edit) (*change.Made, error) {
	w := change.For(o.Target, change.Options{
		Command: o.Command, Clock: func() time.Time { return o.Now }, Wait: o.Wait, Waiting: o.Waiting, FollowLinks: o.FollowLinks,
	})
	w.Subject.Files = []string{o.Target.Main}
	return w.Update(edit)
}

func (r *run) change(s *ccc.Session, notes *Step) (*ccc.Change, error) {
	whole, err := s.Progress.Write(r.Input, r.Now)
	if err != nil {
		return nil, err
	}
	mode := r.mode(s, notes)
	r.issue(whole, s.State, notes)
	set, err := whole.After.SetSession(r.Now, mode)
	if request, ok := errors.AsType[*protocol.RequestError](err); ok && mode != "" {
		notes.note("%s: %s; the mode was not changed", r.Target.DisplayPath(r.Target.State), request.Reason)
		set, err = whole.After.SetSession(r.Now, "")
	}
	if err != nil {
		return nil, err
	}
	whole.Add(set)
	if !r.Input.Has("continue") && (r.Compose || whole.After.Prompt.Text == "" || s.Composed) {
		r.compose(whole, s, notes)
	}
	return whole, nil
}

func (r *run) issue(whole *ccc.Change, state *engine.State, notes *Step) {
	id := ccc.IssueID(state, whole.After, r.project.Branch, r.Team)
	if id == "" || whole.After.IssueID != "" {
		return
	}
	set, err := whole.After.SetIssue(id, whole.After.IssueTitle)
	if err != nil {
		notes.note("the issue was not set: %v", err)
		return
	}
	whole.Add(set)
}

func (r *run) mode(s *ccc.Session, notes *Step) string {
	if err := s.Faults[r.Target.State]; err != nil {
		notes.note("%v", r.displayed(err))
	}
	if s.State == nil || !s.State.Has(engine.ModeField) || r.Input.Has("mode") {
		return ""
	}
	return s.State.Mode()
}

func (r *run) compose(whole *ccc.Change, s *ccc.Session, notes *Step) {
	next, err := whole.After.Compose(r.project.Facts(s, whole.After), r.Now)
	switch {
	case err != nil:
		notes.note("no continuation prompt was composed: %v", err)
	case !next.Composed:
		notes.note("%s", nothingKnown)
	default:
		next.Notes = nil // do not report that the prompt is unchanged
		whole.Add(next)
	}
}

func (r *run) displayed(err error) error {
	if e, ok := errors.AsType[*protocol.Refused](err); ok && len(e.Due) > 0 {
		return fmt.Errorf("%w; to restore the file: %s; to create a new file: mdck ccc save --fresh", e, e.Due[0].CommandLine(spelling.ShellPath(r.Target.DisplayPath(r.Target.Main))))
	}
	if e, ok := errors.AsType[*change.FileError](err); ok {
		return &change.FileError{Name: r.Target.DisplayPath(e.Name), Reason: e.Reason, Outside: e.Outside}
	}
	return app.WithDisplayPath(r.Target, err)
}
