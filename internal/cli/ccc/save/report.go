package save

import (
	"fmt"

	"mdck/internal/gitrepo"
	"mdck/internal/linear"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc"
)

const (
	PersistStep = "Persist progress"
	GitStep     = "Git snapshot"
	LinearStep  = "Linear update"
	PromptStep  = "Continuation prompt"
)

// An Outcome is the result of a step.
type Outcome string

const (
	Done    Outcome = "done"
	Skipped Outcome = "skipped"
	Failed  Outcome = "failed"
)

// A Step is a step of a save with its result.
type Step struct {
	Name        string   `json:"name"`
	Outcome     Outcome  `json:"outcome"`
	Detail      string   `json:"detail"`      // what was done; only for Done
	Cause       string   `json:"cause"`       // why the step was skipped or failed
	Consequence string   `json:"consequence"` // what the failure means for the user
	Notes       []string `json:"notes"`
	err         error
}

// Err returns the error of a failed step, or nil.
func (s *Step) Err() error { return s.err }

// String formats the step as one line.
func (s *Step) String() string {
	what := s.Detail
	if s.Outcome != Done {
		what = s.Cause
	}
	return fmt.Sprintf("%s: %s: %s", s.Name, s.Outcome, what)
}

func (s *Step) tidy() {
	s.Detail, s.Cause, s.Notes = oneLine(s.Detail), oneLine(s.Cause), append([]string{}, s.Notes...)
	for i := range s.Notes {
		s.Notes[i] = oneLine(s.Notes[i])
	}
}

func oneLine(text string) string { return spelling.OneLine(ccc.Plain(text)) }

func (s *Step) done(format string, args ...any) {
	s.Outcome, s.Detail = Done, fmt.Sprintf(format, args...)
}

func (s *Step) skip(cause string) { s.Outcome, s.Cause = Skipped, cause }

func (s *Step) fail(err error) { s.Outcome, s.Cause, s.err = Failed, err.Error(), err }

//go:noinline
func (s *Step) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

const maxListed = 20

func (s *Step) list(what string, texts []string) {
	for _, text := range texts[:min(len(texts), maxListed)] {
		s.note("%s: %s", what, text)
	}
	if more := len(texts) - maxListed; more > 0 {
		s.note("%s: %d more", what, more)
	}
}

// A Report is the result of [Run].
type Report struct {
	Steps   []Step          // in the order of the profile
	Prompt  string          // "" without step 4
	Issue   string          // "" if unknown
	Commit  *gitrepo.Commit // nil without a commit
	Left    []gitrepo.Left  // files in scope that were not committed
	Comment *linear.Result  // nil without a comment
	Cut     bool            // the comment was shortened
}

// Count returns the number of steps with the outcome o.
func (r *Report) Count(o Outcome) int {
	n := 0
	for i := range r.Steps {
		if r.Steps[i].Outcome == o {
			n++
		}
	}
	return n
}

// Text formats the report. Source: the checkpoint protocol, completion report.
func (r *Report) Text() string {
	skipped, failed := r.Count(Skipped), r.Count(Failed)
	text := fmt.Sprintf("Checkpoint complete: %d/%d steps succeeded.\n", r.Count(Done), len(r.Steps))
	if skipped > 0 {
		text = fmt.Sprintf("Checkpoint complete: %d done, %d skipped", r.Count(Done), skipped)
		if failed > 0 {
			text += fmt.Sprintf(", %d failed", failed)
		}
		text += ".\n"
	}
	for i := range r.Steps {
		switch s := &r.Steps[i]; s.Outcome {
		case Skipped:
			text += fmt.Sprintf("Skipped: %s (%s)\n", s.Name, s.Cause)
		case Failed:
			text += fmt.Sprintf("Failed: %s (%s) — %s\n", s.Name, s.Cause, s.Consequence)
		}
	}
	return text
}

// Status returns 2 if the progress was not saved, 1 after another failure.
func (r *Report) Status() int {
	switch {
	case r.Count(Failed) == 0:
		return 0
	case r.Steps[0].Outcome == Failed:
		return 2
	}
	return 1
}
