package tokens

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
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
	return Generation{}, &ModelError{Name: model, Nearest: nearestModel(model)}
}

// families are what the names of Claude models from version 3 on have.
const families = "opus|sonnet|haiku|fable"

// releaseOf reads the version in the name of a model. A date and "latest" after it
// say nothing.
func releaseOf(model string) (version release, ok bool) {
	const number, rest = `(\d{1,2})(?:[-.](\d{1,2}))?`, `(?:[-@]\d{8}|-latest)?$`
	for _, form := range []string{
		`^claude-(?:` + families + `)-` + number + rest,
		`^claude-` + number + `-(?:` + families + `)` + rest,
	} {
		if m := regexp.MustCompile(form).FindStringSubmatch(model); m != nil {
			version.major, _ = strconv.Atoi(m[1])
			version.minor, _ = strconv.Atoi(m[2]) // none is 0
			return version, true
		}
	}
	return version, false
}

// nearestModel is the name of a model that name may have been meant for: one with
// the same numbers, or else a generation.
func nearestModel(name string) string {
	numbers := regexp.MustCompile(`\d{1,2}(?:[-.]\d{1,2})?`).FindString(name)
	var known []string
	for family := range strings.SplitSeq(families, "|") {
		if model := "claude-" + family + "-" + numbers; isModel(model) {
			known = append(known, model)
		}
	}
	for _, g := range slices.Backward(Generations()) {
		known = append(known, g.Name)
	}
	name = strings.ToLower(strings.ReplaceAll(name, " ", "-"))
	if near := nearest.Of(name, known); len(near) > 0 {
		return near[0]
	}
	return closest(name, known)
}

func isModel(name string) bool {
	version, ok := releaseOf(name)
	return ok && version.compare(Generations()[0].first) >= 0
}

// A ModelError says that no Claude model from version 3 on is called Name.
type ModelError struct {
	Name    string
	Nearest string // a name that is known, the most like Name
}

func (e *ModelError) Error() string {
	return fmt.Sprintf("want a Claude model from version 3 on, such as claude-opus-4-7, found %q (nearest is %q)", e.Name, e.Nearest)
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
