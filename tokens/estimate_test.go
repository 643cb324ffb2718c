package tokens

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestGenerationOf(t *testing.T) {
	for generation, models := range map[string][]string{
		"claude-opus-4-6": {
			"claude-opus-4-6", "claude-opus-4.6", "claude-sonnet-4-6", "claude-haiku-4-5-20251001", "claude-opus-4-20250514", "claude-sonnet-4",
			"claude-3-opus-20240229", "claude-3-5-sonnet-latest", "claude-3.7-sonnet", "claude-sonnet-4@20250514", "claude-3-haiku",
		},
		"claude-opus-4-7": {
			"claude-opus-4-7", "claude-opus-4.7", "claude-opus-4-10", "claude-opus-5", "claude-sonnet-5-1", "claude-fable-5", "claude-haiku-10", "claude-opus-4-7-20260401",
		},
	} {
		for _, model := range models {
			if g, err := GenerationOf(model); err != nil || g.Name != generation {
				t.Errorf("%s is of generation %q (%v), want %q", model, g.Name, err, generation)
			}
		}
	}
}

func TestGenerationOfUnknown(t *testing.T) {
	for _, model := range []string{
		"", "claude", "gpt-4o", "claude-opus", "claude-2.1", "claude-opus-2", "claude-opus-4-7x", "Claude Opus 4.7", "claude-opus-4-7-99", strings.Repeat("claude-opus-4-7", 3),
	} {
		_, err := GenerationOf(model)
		if unknown, ok := errors.AsType[*ModelError](err); !ok || unknown.Name != model {
			t.Errorf("%q: %v", model, err)
		}
	}
}

func TestGenerations(t *testing.T) {
	last := 0.0
	for _, g := range Generations() {
		if own, err := GenerationOf(g.Name); err != nil || own != g {
			t.Errorf("%s is of %v (%v)", g.Name, own, err)
		}
		if g.Factor <= last {
			t.Errorf("the factor of %s is %v, not above %v", g.Name, g.Factor, last)
		}
		last = g.Factor
	}
}

func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		factor      float64
		count, want int
	}{
		{1.53, 0, 0}, {1.53, 1, 2}, {1.53, 429, 656}, {1.18, 429, 506}, {1, 12345, 12345}, {1.53, math.MaxInt, 1 << 53}, {math.MaxFloat64, 1, 1 << 53},
	} {
		e := Estimator{Model: "m", Factor: c.factor}
		if got := e.Estimate(c.count); got != c.want {
			t.Errorf("%d x %v is %d, want %d", c.count, c.factor, got, c.want)
		}
	}
	if got, want := (Estimator{"claude-opus-4.7", 1.53}).String(), "estimate for claude-opus-4.7: 1.53 x o200k_base"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
