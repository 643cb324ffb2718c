package tokens

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// A Generation is Claude models whose texts have about the same number of tokens
// for each token of [Default].
type Generation struct {
	Name   string  // a model of it, by which it is known
	Factor float64 // tokens for each of Default, about
	Models string  // which models these are, in words
	first  release
}

// A release is the version in the name of a model.
type release struct{ major, minor int }

func (r release) compare(o release) int {
	return cmp.Or(cmp.Compare(r.major, o.major), cmp.Compare(r.minor, o.minor))
}

// Generations are all that an [Estimator] can be made for, the oldest first.
//
// Source of the factors: github.com/sammcj/ingest, pull request 65. Others took 1.15
// for the older ones and found it too low (github.com/caozhiyuan/copilot-api, pull
// request 141).
func Generations() []Generation {
	return []Generation{
		{"claude-opus-4-6", 1.18, "Claude 3 to Claude Opus 4.6 and the models of its generation", release{3, 0}},
		{"claude-opus-4-7", 1.53, "Claude Opus 4.7 and later models", release{4, 7}},
	}
}

// GenerationOf is the generation of the Claude model of that name, such as
// claude-opus-4-7, claude-sonnet-4.5 or claude-3-5-haiku-20241022. For any other
// name the error is a [*ModelError].
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

// releaseOf reads the version in the name of a model. A date and "latest" after it
// say nothing.
func releaseOf(model string) (version release, ok bool) {
	m := regexp.MustCompile(`^claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?:-[a-z]+)*(?:[-@]\d{8})?$`).FindStringSubmatch(model)
	if m == nil {
		return version, false
	}
	version.major, _ = strconv.Atoi(m[1])
	version.minor, _ = strconv.Atoi(m[2]) // none is 0
	return version, true
}

// A ModelError says that no Claude model from version 3 on is called Name.
type ModelError struct{ Name string }

func (e *ModelError) Error() string {
	return fmt.Sprintf("expected a Claude model from version 3 on, such as claude-opus-4-7, found %q", e.Name)
}

// An Estimator says about how many tokens a model makes of a text whose tokens in
// [Default] are counted.
type Estimator struct {
	Model  string  `json:"model"`
	Factor float64 `json:"factor"` // tokens of the model for each of Default; above 0
}

// Estimate is the whole number nearest to count times the factor, at most what a
// float64 holds exactly. count is that of [Default].
func (e Estimator) Estimate(count int) int {
	return int(math.Round(min(float64(count)*e.Factor, 1<<53)))
}

// String says what the estimates are: estimate for claude-opus-4-7: 1.53 x o200k_base.
func (e Estimator) String() string {
	return fmt.Sprintf("estimate for %s: %s x %s", e.Model, strconv.FormatFloat(e.Factor, 'g', -1, 64), Default)
}
