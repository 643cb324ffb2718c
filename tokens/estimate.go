package tokens

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// A Generation is a group of Claude models with about the same token counts.
type Generation struct {
	Name   string  // a model of the generation
	Factor float64 // tokens for one token of [Default]
	Models string
	first  release
}

type release struct{ major, minor int }

func (r release) compare(o release) int {
	return cmp.Or(cmp.Compare(r.major, o.major), cmp.Compare(r.minor, o.minor))
}

// Generations returns all generations, oldest first.
//
// Source of the factors: github.com/sammcj/ingest, pull request 65. For the older models, 1.15 is too
// low (github.com/caozhiyuan/copilot-api, pull request 141).
func Generations() []Generation {
	return []Generation{
		{"claude-opus-4-6", 1.18, "Claude 3 to Claude Opus 4.6 and the models of its generation", release{3, 0}},
		{"claude-opus-4-7", 1.53, "Claude Opus 4.7 and later models", release{4, 7}},
	}
}

// GenerationOf returns the generation of a Claude model, such as claude-opus-4-7. The error is a
// [*ModelError].
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

func releaseOf(model string) (version release, ok bool) {
	m := regexp.MustCompile(`^claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?:-[a-z]+)*(?:[-@]\d{8})?$`).FindStringSubmatch(model)
	if m == nil {
		return version, false
	}
	version.major, _ = strconv.Atoi(m[1])
	version.minor, _ = strconv.Atoi(m[2]) // 0 if missing
	return version, true
}

// A ModelError is the error for a Name that is not a Claude model of version 3 or later.
type ModelError struct{ Name string }

func (e *ModelError) Error() string {
	return fmt.Sprintf("expected a Claude model from version 3 on, such as claude-opus-4-7, found %q", e.Name)
}

// An Estimator estimates the tokens of a model from those of [Default].
type Estimator struct {
	Model  string  `json:"model"`
	Factor float64 `json:"factor"` // tokens for each token of Default; above 0
}

// Estimate returns count, in tokens of [Default], times the factor.
func (e Estimator) Estimate(count int) int {
	return int(math.Round(min(float64(count)*e.Factor, 1<<53)))
}

// String returns a text such as "estimate for claude-opus-4-7: 1.53 x o200k_base".
func (e Estimator) String() string {
	return fmt.Sprintf("estimate for %s: %s x %s", e.Model, strconv.FormatFloat(e.Factor, 'g', -1, 64), Default)
}
