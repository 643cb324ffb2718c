package threshold

import (
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

// FuzzLimitForms checks that a string which a configuration takes for a limit is one.
func FuzzLimitForms(f *testing.F) {
	for _, text := range []string{"10", "$10", "$ 10.5", "30%", "30 %", "", "1e3", "-1", "0x1", "1_0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, form := range limitForms {
			if !jsondoc.Matcher(form.syntax)(text) {
				continue
			}
			if _, err := ParseNumber(form.kind, text); err != nil {
				t.Errorf("%s %q: %v", form.kind, text, err)
			}
		}
	})
}
