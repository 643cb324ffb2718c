// Package save saves a session of ccc. It writes the progress file, commits the files in scope,
// updates one comment on the issue, and returns the prompt that the next session starts from.
//
// Every step runs even if an earlier one failed, and the report has the result of each step. The
// package prints nothing. No text that it returns contains the Linear key.
package save

import (
	"cmp"
	"context"
	"time"

	"mdck/internal/gitrepo"
	"mdck/internal/linear"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A Profile selects steps.
type Profile string

// The profiles. Source: the checkpoint protocol, invocation profiles.
const (
	Manual    Profile = "manual"    // all steps
	Automated Profile = "automated" // only steps 1 and 3, for hooks
)

// Options are the options of a save.
type Options struct {
	Target  *workspace.Target // a checkpoint of the ccc protocol
	Command string            // name of the command for the lock and the ledger
	Profile Profile
	Input   ccc.Input         // changes to the progress file, or nil
	Wait    time.Duration     // how long to wait for a lock
	Waiting func(what string) // see [change.Options]
	Compose bool              // replace even a continuation prompt that a person wrote
	Fresh   bool              // create a new progress file even if the old one could be restored
	Now     time.Time
	Team    string // see [prose.IssueIn]

	FollowLinks bool // see [change.Options]

	Files   []string // more files to commit; paths in the project, with slashes
	Message string   // template; see [ccc.CommitMessage]
	SkipGit bool

	Key        linear.Key    // "" means no comment
	URL        string        // test server; "" means Linear
	Timeout    time.Duration // limit for the comment; 0 means [linear.Timeout]
	SkipLinear bool

	Ended func(*Step) // called after each step; may be nil
}

type run struct {
	Options
	project  *Project
	session  *ccc.Session // read again after step 1
	lastSave time.Time    // zero if unknown
	facts    ccc.Facts
	report   *Report
}

// steps lists the steps in order. Source: the checkpoint protocol.
var steps = [...]struct {
	name   string
	manual bool // not in the automated profile
	do     func(*run, context.Context, *Step)
	// what the failure means for the user
	otherwise string
}{
	{PersistStep, false, (*run).persist, "progress not saved."},
	{GitStep, true, (*run).snapshot, "changes not committed, index unchanged."},
	{LinearStep, false, (*run).comment, "status not persisted to issue tracker."},
	{PromptStep, true, (*run).prompt, "a generic prompt is used instead."},
}

// Run runs all steps of the profile, even if one fails.
func Run(ctx context.Context, o Options) *Report {
	r := &run{Options: o, report: &Report{}}
	repo, err := gitrepo.Open(ctx, o.Target.Root)
	if r.project = NewProject(o.Target, repo, o.Team); err != nil {
		r.project.Err = err
	}
	r.read()
	if p := r.session.Progress; p != nil {
		r.lastSave, _ = ccc.ReadTime(p.Session.Text)
	}
	for i := range steps {
		s := &steps[i]
		if s.manual && o.Profile == Automated {
			continue
		}
		step := &Step{Name: s.name}
		s.do(r, ctx, step)
		if step.Outcome == Failed {
			step.Consequence = cmp.Or(step.Consequence, s.otherwise)
		}
		r.hideKey(step)
		step.tidy()
		r.report.Steps = append(r.report.Steps, *step)
		if o.Ended != nil {
			o.Ended(step)
		}
	}
	return r.report
}

func (r *run) hideKey(s *Step) {
	texts := []*string{&s.Detail, &s.Cause, &r.report.Prompt}
	for i := range s.Notes {
		texts = append(texts, &s.Notes[i])
	}
	for _, text := range texts {
		*text = r.Key.Hide(*text)
	}
}

func (r *run) read() {
	r.session = ccc.Read(tree.Dir(r.Target.Root), r.Target.Main, r.Target.State)
	r.facts = r.project.Facts(r.session, r.session.Progress)
}
