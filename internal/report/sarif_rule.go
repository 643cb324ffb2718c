package report

import "mdck/lint"

func (s *sarif) driver() (sarifDriver, error) {
	d := sarifDriver{Name: "mdck", Version: s.run.Version, Rules: []sarifRule{}}
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
	return sarifRule{
		ID: r.ID, Name: r.Name(), Summary: sarifText{r.Summary}, Why: sarifText{r.Why},
		Help: sarifMarkdown{text, text}, Configuration: sarifConfig{r.Severity.String()},
	}, nil
}
