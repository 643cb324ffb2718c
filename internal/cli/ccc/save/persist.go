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

// persist is step 1: the changes of the input, the time and mode of the session and,
// where there is none, the continuation prompt, in one write.
func (r *run) persist(context.Context) *Step {
	var said []string
	edit := ccc.Edit{
		Main: r.Target.Main, State: r.Target.State, Team: r.Team, Branch: r.project.Branch,
		Build: func(s *ccc.Session) (c *ccc.Change, err error) {
			c, said, err = r.change(s)
			return c, err
		},
	}
	made, err := r.update(r.Target.Row().Guarded(edit.Apply, ccc.SaveTransition, r.Fresh))
	r.look()
	r.report.Issue = r.facts.Issue
	if err != nil {
		return failed(r.shown(err))
	}
	step := done(r.did(made))
	step.Notes = slices.Concat(made.Notes, slices.Collect(strings.FieldsFuncSeq(made.None, func(r rune) bool { return r == '\n' })), said)
	if made.Recovered {
		step.Notes = append(step.Notes, "finished a write that was interrupted")
	}
	if made.Dropped {
		step.Notes = append(step.Notes, "dropped a write that was interrupted before anything was changed")
	}
	return step
}

func (o *Options) update(edit protocol.Edit) (*change.Made, error) {
	w := change.For(o.Target, change.Options{
		Command: o.Command, Clock: func() time.Time { return o.Now }, Wait: o.Wait, Waiting: o.Waiting, FollowLinks: o.FollowLinks,
	})
	w.Subject.Files = []string{o.Target.Main}
	return w.Update(edit)
}

// did says what was written.
func (r *run) did(made *change.Made) string {
	var what []string
	for _, f := range made.Files {
		what = append(what, f.Did...)
	}
	return r.Target.Shown(r.Target.Main) + ": " + cmp.Or(strings.Join(what, "; "), "up to date already")
}

// change is all that is written to the progress file of s, and what is to be noted
// besides.
func (r *run) change(s *ccc.Session) (*ccc.Change, []string, error) {
	whole, err := s.Progress.Write(r.Input, r.Now)
	if err != nil {
		return nil, nil, err
	}
	mode, notes := r.mode(s)
	notes = append(notes, r.issue(whole, s.State)...)
	if r.Input.Has("mode") {
		mode = "" // it is set already, and newer than the state
	}
	set, err := whole.After.SetSession(r.Now, mode)
	if request, ok := errors.AsType[*protocol.RequestError](err); ok && mode != "" {
		notes = append(notes, fmt.Sprintf("%s: %s; it was not taken over", r.Target.Shown(r.Target.State), request.Reason))
		set, err = whole.After.SetSession(r.Now, "")
	}
	if err != nil {
		return nil, nil, err
	}
	whole.Add(set)
	if !r.Input.Has("continue") && (r.Compose || whole.After.Prompt.Text == "" || s.Composed) {
		notes = append(notes, r.compose(whole, s)...)
	}
	return whole, notes, nil
}

// issue adds the id of the issue if the progress file names none. An invalid id does not
// stop the rest.
func (r *run) issue(whole *ccc.Change, state *engine.State) []string {
	id := ccc.IssueID(state, whole.After, r.project.Branch, r.Team)
	if id == "" || whole.After.IssueID != "" {
		return nil
	}
	set, err := whole.After.SetIssue(id, whole.After.IssueTitle)
	if err != nil {
		return []string{"the issue was not set: " + err.Error()}
	}
	whole.Add(set)
	return nil
}

// mode is the execution mode of the state, "" if it says none.
func (r *run) mode(s *ccc.Session) (mode string, notes []string) {
	switch err := s.Faults[r.Target.State]; {
	case err != nil:
		return "", []string{r.shown(err).Error()}
	case s.State == nil || !s.State.Has(engine.ModeField):
		return "", nil
	}
	return s.State.Mode(), nil
}

// compose adds a continuation prompt of what is known. If nothing is, the rest is written.
func (r *run) compose(whole *ccc.Change, s *ccc.Session) []string {
	next, err := whole.After.Compose(r.project.Facts(s, whole.After), r.Now)
	switch {
	case err != nil:
		return []string{"no continuation prompt was composed: " + err.Error()}
	case !next.Composed:
		return []string{"nothing is known to compose a continuation prompt of"}
	}
	next.Notes = nil // that the prompt says so already is no news
	whole.Add(next)
	return nil
}

// shown is err with the paths of the session as the user knows them.
func (r *run) shown(err error) error {
	if e, ok := errors.AsType[*protocol.Refused](err); ok && len(e.Due) > 0 {
		return fmt.Errorf("%w: %s brings it back, --fresh begins a new one", e, e.Due[0].CommandLine(quoted(r.Target.Shown(r.Target.Main)), nil))
	}
	if e, ok := errors.AsType[*change.FileError](err); ok {
		return &change.FileError{Name: r.Target.Shown(e.Name), Reason: e.Reason, Outside: e.Outside}
	}
	return app.WithDisplayPath(r.Target, err)
}
