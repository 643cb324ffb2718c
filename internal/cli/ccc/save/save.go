// Package save saves a session of ccc: it persists the progress file, makes a commit
// of the files in scope, brings one comment on the issue up to date and gives the
// prompt that the next session starts from.
//
// Every step runs, even if one before it failed, and the report says how each ended. The
// package prints nothing, and no text that it returns has the key of Linear.
package save

import (
	"cmp"
	"context"
	"strings"
	"time"

	"mdck/internal/gitrepo"
	"mdck/internal/linear"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// A Profile selects the steps to run.
type Profile string

// The profiles. Source: checkpoint, invocation profiles.
const (
	Manual    Profile = "manual"    // all steps; what "" means, too
	Automated Profile = "automated" // progress and comment, for a hook
)

// Options are the options of a save.
type Options struct {
	Target  *workspace.Target // of protocol ccc
	Command string            // for lock and ledger: "ccc save"
	Profile Profile
	Input   ccc.Input         // changes of the progress file; nil for none
	Wait    time.Duration     // for the lock, as in [change.Options]
	Waiting func(what string) // as there
	Compose bool              // put a new continuation prompt instead of one that somebody wrote
	Fresh   bool              // begin a new progress file instead of one that is lost
	Now     time.Time
	Team    string // as in [prose.IssueIn]

	FollowLinks bool // as in [change.Options]

	Files   []string // to commit besides activeTaskFiles: slash paths relative to the project
	Message string   // template of the commit message, see [ccc.CommitMessage]
	SkipGit bool

	Key        linear.Key    // "" skips the comment
	URL        string        // of a server that stands in for Linear; "" is Linear
	Timeout    time.Duration // of the comment; 0 is [linear.Timeout]
	SkipLinear bool

	Ended func(*Step) // is called after a step; may be nil
}

// run is one Run.
type run struct {
	Options
	project  *Project
	session  *ccc.Session // as it is on disk; read again after step 1
	lastSave time.Time    // before this one; zero if that is not known
	facts    ccc.Facts
	report   *Report
}

// steps are the steps in their order. Source: checkpoint.
var steps = [...]struct {
	name   string
	manual bool // the automated profile leaves it out
	do     func(*run, context.Context, *Step)
	// otherwise has the consequence of a failed step.
	otherwise string
}{
	{PersistStep, false, (*run).persist, "progress not saved."},
	{GitStep, true, (*run).snapshot, "changes not committed, index as before."},
	{LinearStep, false, (*run).comment, "status not persisted to issue tracker."},
	{PromptStep, true, (*run).prompt, "a generic prompt is used instead."},
}

// Run runs the steps of the profile one after the other and reports how each of them
// ended. When ctx ends, the current step stops, and the rest runs as far as it needs no other
// program.
func Run(ctx context.Context, o Options) *Report {
	r := &run{Options: o, report: &Report{}}
	repo, err := gitrepo.Open(ctx, o.Target.Root)
	branch := ""
	if err == nil {
		defer repo.Close()
		branch, _ = repo.Branch() // a HEAD that cannot be read is no branch
	}
	if r.project = NewProject(o.Target, repo, branch, o.Team); err != nil {
		r.project.Err = err
	}
	r.look()
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
		r.hide(step)
		step.tidy()
		r.report.Steps = append(r.report.Steps, *step)
		if o.Ended != nil {
			o.Ended(step)
		}
	}
	return r.report
}

// shortestKey is how long a key is at least: anything shorter may be a word.
const shortestKey = 8

// hide takes the key out of all that is given out after a step, where somebody wrote
// it into a file that is quoted.
func (r *run) hide(s *Step) {
	key := strings.TrimSpace(string(r.Key))
	if len(key) < shortestKey {
		return
	}
	texts := []*string{&s.Detail, &s.Cause, &r.report.Prompt}
	for i := range s.Notes {
		texts = append(texts, &s.Notes[i])
	}
	for _, text := range texts {
		*text = strings.ReplaceAll(*text, key, "[key]")
	}
}

// look reads the session as it is on disk.
func (r *run) look() {
	r.session = ccc.Read(tree.Dir(r.Target.Root), r.Target.Main, r.Target.State)
	r.facts = r.project.Facts(r.session, r.session.Progress)
}
