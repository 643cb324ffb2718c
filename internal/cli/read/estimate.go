package read

import (
	"fmt"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/tokens"
)

type modelFlag struct {
	Model string `help:"Also estimate the number of tokens for this Claude model." placeholder:"NAME"`
}

// An estimator estimates the tokens of text for a Claude model, or returns nil without --model.
// count is their number in the encoding of the settings.
type estimator func(text string, count int) *report.Estimate

func (f *modelFlag) estimator(s *workspace.Settings) (estimator, error) {
	if f.Model == "" {
		return func(string, int) *report.Estimate { return nil }, nil
	}
	by, err := s.Config.Estimator(f.Model)
	if err != nil {
		return nil, fmt.Errorf("--model: %w", err)
	}
	counter, err := tokens.New(tokens.Default)
	return func(text string, count int) *report.Estimate {
		if s.Counter.Name() != tokens.Default {
			count = counter.Count(text)
		}
		return &report.Estimate{Estimator: by, Of: tokens.Default, Tokens: by.Estimate(count)}
	}, err
}
