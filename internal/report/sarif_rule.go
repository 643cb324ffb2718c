package report

import (
	"regexp"

	"mdck/lint"
)

// driver is mdck as a tool, with the rules that have findings.
func (s *sarif) driver() (sarifDriver, error) {
	d := sarifDriver{Name: "mdck", Version: s.run.Version, SemanticVersion: semantic(s.run.Version), Rules: []sarifRule{}}
	for _, r := range s.rules {
		rule, err := describe(r)
		if err != nil {
			return d, err
		}
		d.Rules = append(d.Rules, rule)
	}
	return d, nil
}

func describe(r *lint.Rule) (sarifRule, error) {
	text, err := Explain(r)
	if err != nil {
		return sarifRule{}, err
	}
	markdown, err := explainMarkdown(r)
	return sarifRule{
		ID: r.ID, Name: r.Name(), Summary: sarifText{r.Summary}, Why: sarifText{r.Why},
		Help: sarifMarkdown{text, markdown}, Configuration: sarifConfig{r.Severity.String()},
	}, err
}

// semantic is the semantic version that a version of a Go module is, "" if it is
// none. Source: semver.org, version 2.0.0, without what Go's versions cannot have.
func semantic(version string) string {
	form := regexp.MustCompile(`^v((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$`)
	if m := form.FindStringSubmatch(version); m != nil {
		return m[1]
	}
	return ""
}
