package lint_test

import (
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/format"
)

// FuzzDerived holds that no rule about formats finds anything in the files that a format
// was derived from.
func FuzzDerived(f *testing.F) {
	for _, m := range formatMutants() {
		f.Add(formatText, m.change(formatText))
	}
	f.Add(progressP, progressE)
	f.Fuzz(func(t *testing.T, a, b string) {
		var docs []*mdcheckpoint.Document
		texts := []string{a, b}
		for _, text := range texts {
			doc, err := mdcheckpoint.Parse("x.md", text)
			if err != nil {
				return
			}
			docs = append(docs, doc)
		}
		own := format.Derive("x", []string{"x.md"}, docs, words{}.Count).Format
		for _, text := range texts {
			in := formatInput(text)
			in.Format = own
			all, err := lint.Run(in)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range all {
				if strings.HasPrefix(d.Rule.ID, "format/") {
					t.Errorf("%s: %s [%s]\n%+v\n%q\n%q", d.Position(), d.Message, d.Rule.ID, own.Schema, a, b)
				}
			}
		}
	})
}
