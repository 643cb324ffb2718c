package tokens

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// A Generation is a group of Claude models that have about the same number of tokens for a text.
type Generation struct {
	Name   string  // model that stands for the generation
	Factor float64 // approximate number of tokens for one token of [Default]
	Models string
	first  release
}

type release struct{ major, minor int }

func (r release) compare(o release) int {
	return cmp.Or(cmp.Compare(r.major, o.major), cmp.Compare(r.minor, o.minor))
}

// Generations returns all generations that an [Estimator] supports, oldest first.
//
// Source of the factors: github.com/sammcj/ingest, pull request 65. Others used 1.15 for the older
// models and found it too low (github.com/caozhiyuan/copilot-api, pull request 141).
func Generations() []Generation {
	return []Generation{
		{"claude-opus-4-6", 1.18, "Claude 3 to Claude Opus 4.6 and the models of its generation", release{3, 0}},
		{"claude-opus-4-7", 1.53, "Claude Opus 4.7 and later models", release{4, 7}},
	}
}

// GenerationOf returns the generation of a Claude model, such as claude-opus-4-7, claude-sonnet-4.5
// or claude-3-5-haiku-20241022. For any other name it returns a [*ModelError].
func GenerationOf(model string) (Generation, error) {
	all := Generations()
	version, ok := releaseOf(model)
	for i := len(all) - 1; ok && i >= 0; i-- {
		if version.compare(all[i].first) >= 0 {
			return all[i], nil
		}
	}
	return Generation{}, &ModelError{Name: model}
}

// releaseOf parses the version in the name of a model. A date or "latest" after the version is
// allowed.
func releaseOf(model string) (version release, ok bool) {
	m := regexp.MustCompile(`^claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?:-[a-z]+)*(?:[-@]\d{8})?$`).FindStringSubmatch(model)
	if m == nil {
		return version, false
	}
	version.major, _ = strconv.Atoi(m[1])
	version.minor, _ = strconv.Atoi(m[2]) // a missing minor version is 0
	return version, true
}

// A ModelError reports that Name is not a Claude model of version 3 or later.
type ModelError struct{ Name string }

func (e *ModelError) Error() string {
	return fmt.Sprintf("expected a Claude model from version 3 on, such as claude-opus-4-7, found %q", e.Name)
}

// An Estimator estimates the number of tokens for a model from the number of tokens of [Default].
type Estimator struct {
	Model  string  `json:"model"`
	Factor float64 `json:"factor"` // tokens of the model for each token of Default; above 0
}

// Estimate returns count times the factor, rounded to an integer. The argument count is a number of
// tokens of [Default]. The result is at most 2^53, up to which a float64 represents all integers.
func (e Estimator) Estimate(count int) int {
	return int(math.Round(min(float64(count)*e.Factor, 1<<53)))
}

// String describes the estimates, as in "estimate for claude-opus-4-7: 1.53 x o200k_base".
func (e Estimator) String() string {
	return fmt.Sprintf("estimate for %s: %s x %s", e.Model, strconv.FormatFloat(e.Factor, 'g', -1, 64), Default)
}
