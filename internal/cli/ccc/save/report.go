package save

import (
	"fmt"
	"strings"

	"mdck/internal/gitrepo"
	"mdck/internal/linear"
	"mdck/mdcheckpoint/ccc"
)

// Names of the steps.
const (
	PersistStep = "Persist progress"
	GitStep     = "Git snapshot"
	LinearStep  = "Linear update"
	PromptStep  = "Continuation prompt"
)

// An Outcome says how a step ended.
type Outcome string

// The outcomes. What was skipped had nothing to do.
const (
	Done    Outcome = "done"
	Skipped Outcome = "skipped"
	Failed  Outcome = "failed"
)

// A Step is how a step ended, as JSON has it. All texts are on one line.
type Step struct {
	Name        string   `json:"name"`
	Outcome     Outcome  `json:"outcome"`
	Detail      string   `json:"detail"`      // what was done; "" unless it is Done
	Cause       string   `json:"cause"`       // why not; "" if it is Done
	Consequence string   `json:"consequence"` // the result, with a full stop; "" unless it is Failed
	Notes       []string `json:"notes"`       // what the user should know besides
	err         error    // of a failure, if there is one
}

// Err is the error behind a failure; nil if there is none.
func (s *Step) Err() error { return s.err }

// String is the step on one line, without its notes.
func (s *Step) String() string {
	what := s.Detail
	if s.Outcome != Done {
		what = s.Cause
	}
	return fmt.Sprintf("%s: %s: %s", s.Name, s.Outcome, what)
}

// tidy puts the texts on one line each, and takes out what could move a cursor.
func (s *Step) tidy() {
	s.Detail, s.Cause, s.Notes = oneLine(s.Detail), oneLine(s.Cause), append([]string{}, s.Notes...)
	for i := range s.Notes {
		s.Notes[i] = oneLine(s.Notes[i])
	}
}

func oneLine(text string) string { return ccc.OneLine(ccc.Plain(text)) }

func done(detail string) *Step { return &Step{Outcome: Done, Detail: detail} }

func skipped(cause string) *Step { return &Step{Outcome: Skipped, Cause: cause} }

func failed(err error) *Step { return &Step{Outcome: Failed, Cause: err.Error(), err: err} }

// A Report is how a Run ended.
type Report struct {
	Steps   []Step          // those of the profile, in their order
	Prompt  string          // that the next session starts from; "" unless step 4 was run
	Issue   string          // that the session works on; "" if none is known
	Commit  *gitrepo.Commit // nil if none was made
	Left    []gitrepo.Left  // what was in scope and is not in the commit
	Comment *linear.Result  // nil if none was written
	Cut     bool            // the comment does not hold everything
}

// Count returns how many steps ended so.
func (r *Report) Count(o Outcome) int {
	n := 0
	for i := range r.Steps {
		if r.Steps[i].Outcome == o {
			n++
		}
	}
	return n
}

// Text is the completion report: how many steps succeeded, and a line for each that
// was skipped or failed. Source of the form: checkpoint, completion report. It has none for
// steps that were skipped, so then each outcome is counted.
func (r *Report) Text() string {
	var b strings.Builder
	skipped, failed := r.Count(Skipped), r.Count(Failed)
	switch {
	case skipped == 0:
		fmt.Fprintf(&b, "Checkpoint complete: %d/%d steps succeeded.\n", r.Count(Done), len(r.Steps))
	case failed == 0:
		fmt.Fprintf(&b, "Checkpoint complete: %d done, %d skipped.\n", r.Count(Done), skipped)
	default:
		fmt.Fprintf(&b, "Checkpoint complete: %d done, %d skipped, %d failed.\n", r.Count(Done), skipped, failed)
	}
	for i := range r.Steps {
		switch s := &r.Steps[i]; s.Outcome {
		case Skipped:
			fmt.Fprintf(&b, "Skipped: %s (%s)\n", s.Name, s.Cause)
		case Failed:
			fmt.Fprintf(&b, "Failed: %s (%s) — %s\n", s.Name, s.Cause, s.Consequence)
		}
	}
	return b.String()
}

// Status is 0 if every step was done or skipped, 2 if the progress was not saved, and
// 1 if another step failed.
func (r *Report) Status() int {
	switch {
	case r.Count(Failed) == 0:
		return 0
	case r.Steps[0].Outcome == Failed:
		return 2
	}
	return 1
}
