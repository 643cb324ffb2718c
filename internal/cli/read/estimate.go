package read

import (
	"fmt"

	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/tokens"
)

// modelFlag is for commands that estimate, too.
type modelFlag struct {
	Model string `help:"Estimate the tokens of this Claude model, too: its tokenizer is not public." placeholder:"NAME"`
}

// An estimator estimates for the model that was asked for.
type estimator struct {
	by      tokens.Estimator
	counter tokens.Counter // of the tokens that the factor is for; nil if these are counted anyway
}

// estimator returns the estimator of the model; nil if none is asked for.
func (f *modelFlag) estimator(s *pick.Settings) (*estimator, error) {
	if f.Model == "" {
		return nil, nil
	}
	by, err := s.Estimator(f.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	if s.Counter.Name() == tokens.Default {
		return &estimator{by: by}, nil
	}
	counter, err := tokens.New(tokens.Default)
	return &estimator{by, counter}, err
}

// estimate estimates the tokens of text, of which count tokens were counted.
func (e *estimator) estimate(text string, count int) *report.Estimate {
	if e.counter != nil {
		count = e.counter.Count(text)
	}
	return &report.Estimate{Estimator: e.by, Of: tokens.Default, Tokens: e.by.Estimate(count)}
}
