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
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
)

// persist is step 1: in one write it writes the changes of the input, the time and mode of the session
// and, if it is missing, the continuation prompt.
func (r *run) persist(_ context.Context, step *Step) {
	var said Step // notes of the change
	edit := ccc.Edit{
		Main: r.Target.Main, State: r.Target.State, Team: r.Team, Branch: r.project.Branch,
		Build: func(s *ccc.Session) (*ccc.Change, error) {
			said = Step{}
			return r.change(s, &said)
		},
	}
	made, err := r.update(r.Target.Row().Guarded(edit.Apply, ccc.SaveTransition, r.Fresh))
	r.look()
	r.report.Issue = r.facts.Issue
	if err != nil {
		step.fail(r.shown(err))
		return
	}
	var did []string
	for _, f := range made.Files {
		did = append(did, f.Did...)
	}
	step.done("%s: %s", r.Target.Shown(r.Target.Main), cmp.Or(strings.Join(did, "; "), "already up to date"))
	if made.None != "" {
		step.Notes = strings.Split(made.None, "\n")
	}
	step.Notes = slices.Concat(made.Notes, step.Notes, said.Notes)
	if made.Recovered {
		step.note("finished an interrupted write")
	}
	if made.Dropped {
		step.note("dropped an interrupted write that had changed nothing")
	}
}

func (o *Options) update(edit protocol.Edit) (*change.Made, error) {
	w := change.For(o.Target, change.Options{
		Command: o.Command, Clock: func() time.Time { return o.Now }, Wait: o.Wait, Waiting: o.Waiting, FollowLinks: o.FollowLinks,
	})
	w.Subject.Files = []string{o.Target.Main}
	return w.Update(edit)
}

// change returns the whole change of the progress file of s, and adds notes to said.
func (r *run) change(s *ccc.Session, said *Step) (*ccc.Change, error) {
	whole, err := s.Progress.Write(r.Input, r.Now)
	if err != nil {
		return nil, err
	}
	mode := r.mode(s, said)
	r.issue(whole, s.State, said)
	set, err := whole.After.SetSession(r.Now, mode)
	if request, ok := errors.AsType[*protocol.RequestError](err); ok && mode != "" {
		said.note("%s: %s; the change was not made", r.Target.Shown(r.Target.State), request.Reason)
		set, err = whole.After.SetSession(r.Now, "")
	}
	if err != nil {
		return nil, err
	}
	whole.Add(set)
	if !r.Input.Has("continue") && (r.Compose || whole.After.Prompt.Text == "" || s.Composed) {
		r.compose(whole, s, said)
	}
	return whole, nil
}

// issue adds the id of the issue if the progress file names none. An invalid id does not
// stop the rest.
func (r *run) issue(whole *ccc.Change, state *engine.State, said *Step) {
	id := ccc.IssueID(state, whole.After, r.project.Branch, r.Team)
	if id == "" || whole.After.IssueID != "" {
		return
	}
	set, err := whole.After.SetIssue(id, whole.After.IssueTitle)
	if err != nil {
		said.note("the issue was not set: %v", err)
		return
	}
	whole.Add(set)
}

// mode returns the execution mode of the state; "" if the state has none or the input has a newer
// one.
func (r *run) mode(s *ccc.Session, said *Step) string {
	if err := s.Faults[r.Target.State]; err != nil {
		said.note("%v", r.shown(err))
	}
	if s.State == nil || !s.State.Has(engine.ModeField) || r.Input.Has("mode") {
		return ""
	}
	return s.State.Mode()
}

// compose adds a composed continuation prompt. If it cannot be composed, the rest is still written.
func (r *run) compose(whole *ccc.Change, s *ccc.Session, said *Step) {
	next, err := whole.After.Compose(r.project.Facts(s, whole.After), r.Now)
	switch {
	case err != nil:
		said.note("no continuation prompt was composed: %v", err)
	case !next.Composed:
		said.note("%s", nothingKnown)
	default:
		next.Notes = nil // do not note that the prompt is unchanged
		whole.Add(next)
	}
}

// shown returns err with the displayed paths of the session.
func (r *run) shown(err error) error {
	if e, ok := errors.AsType[*protocol.Refused](err); ok && len(e.Due) > 0 {
		return fmt.Errorf("%w: %s restores it, --fresh creates a new one", e, e.Due[0].CommandLine(quoted(r.Target.Shown(r.Target.Main)), nil))
	}
	if e, ok := errors.AsType[*change.FileError](err); ok {
		return &change.FileError{Name: r.Target.Shown(e.Name), Reason: e.Reason, Outside: e.Outside}
	}
	return app.WithDisplayPath(r.Target, err)
}
