package save

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mdck/internal/linear"
	"mdck/lint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/source"
)

func (r *run) comment(ctx context.Context, step *Step) {
	fault := r.session.Faults[r.Target.State] // an unreadable state can hide ids
	switch {
	case r.SkipLinear:
		step.skip("--skip-linear was given")
	case strings.TrimSpace(string(r.Key)) == "":
		step.skip(KeyVariable + " is not set")
	case ctx.Err() != nil:
		step.fail(errInterrupted)
	case fault != nil:
		step.fail(r.displayed(fault))
	case r.facts.Issue == "":
		step.skip("no issue found in .ccc-state.json, the progress file or the name of the branch")
	default:
		if err := r.send(ctx, step); err != nil {
			r.failComment(step, err)
		}
	}
}

func (r *run) send(ctx context.Context, step *Step) error {
	known, err := readMemos(r.Target)
	if err != nil {
		return err
	}
	body, cut := r.body(known)
	if err := r.secret(body); err != nil {
		return err
	}
	r.report.Cut = cut
	stored := r.session.State.CommentID()
	id := known.id(stored, r.facts.Issue)
	if r.session.State != nil && stored != id && id != "" { // the state is new, or its id is from another issue
		if err := r.reserve(stored, id, id); err != nil {
			return err
		}
		stored = id
	}
	keep := func(fresh string) error { return r.reserve(stored, id, fresh) }
	client := linear.Client{Key: r.Key, URL: r.URL, Timeout: r.Timeout}
	result, err := client.Upsert(ctx, linear.Comment{Issue: r.facts.Issue, ID: id, Body: body}, keep)
	if err != nil {
		return err
	}
	r.recordSent(step, &result)
	return nil
}

func (r *run) recordSent(step *Step, result *linear.Result) {
	r.report.Comment = result
	step.done("%s", r.commentLine(result))
	if r.report.Cut {
		step.note("the comment was shortened to the size limit")
	}
	known, err := readMemos(r.Target)
	if err == nil {
		err = known.put(r.Target, memo{Issue: r.facts.Issue, Comment: result.ID, Decisions: r.decisions(known)})
	}
	if err != nil {
		step.note("the next comment will repeat the decisions of this comment: %v", err)
	}
}

func (r *run) commentLine(result *linear.Result) string {
	what := "updated the comment"
	if result.Created {
		what = "created the comment"
	}
	text := what + " on " + r.facts.Issue
	if result.URL != "" {
		text += ": " + result.URL
	}
	return text
}

func (r *run) failComment(step *Step, err error) {
	step.fail(err)
	e, ok := errors.AsType[*linear.Error](err)
	switch {
	case errors.Is(err, linear.ErrNoCurl):
		step.skip(e.Cause)
	case ok:
		step.Cause = e.Cause
		step.note("%s", e.Consequence())
	}
}

func (r *run) body(known *memos) (text string, cut bool) {
	f := r.facts
	status := ccc.StatusOf(f, r.isResuming())
	if r.session.Progress == nil { // otherwise the comment would say "None" for blockers that mdck cannot read
		unknown := []ccc.Entry{{Line: "unknown, as " + r.Target.Main + " cannot be read"}}
		f.Decisions, f.Blockers = unknown, unknown
		f.Task, f.Next = unknown[0].Line, unknown[0].Line
	} else {
		f.Decisions = ccc.Unsent(f.Decisions, known.of(f.Issue).Decisions)
	}
	return ccc.CommentBody(f, r.Now, status)
}

// decisions returns the decisions of the session, or those of the earlier comments if mdck cannot read
// the progress file.
func (r *run) decisions(known *memos) []string {
	if r.session.Progress == nil {
		return known.of(r.facts.Issue).Decisions
	}
	return ccc.Lines(r.facts.Decisions)
}

// isResuming reports whether this save is the first of a resumed session.
func (r *run) isResuming() bool {
	started := r.Now.Add(-engine.StaleAfter)
	updated, ok := r.session.State.Updated()
	return ok && updated.Before(started) && r.lastSave.Before(started)
}

func (r *run) secret(body string) error {
	found := lint.Secrets(body)
	if key := strings.TrimSpace(string(r.Key)); strings.Contains(body, key) {
		i := strings.Index(body, key)
		found = append(found, lint.Finding{Span: source.Between(i, i+len(key)), Message: "this is your Linear API key"})
	}
	if len(found) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s; the comment was not sent", r.place(body, found[0].Span), found[0].Message)
}

// place returns the position of a text, in a session file if possible.
func (r *run) place(body string, span source.Span) string {
	for _, name := range []string{r.Target.Main, r.Target.State} {
		file := r.session.Files[name]
		if file == nil {
			continue
		}
		if i := strings.Index(file.Text, body[span.Start:span.End]); i >= 0 {
			pos := file.Position(i)
			pos.Name = r.Target.DisplayPath(name)
			return pos.String()
		}
	}
	return source.NewFile("comment", body).Position(span.Start).String()
}
