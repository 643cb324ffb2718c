package planfile

import "testing"

// TestChooseMark checks that an option can be called by its mark as it stands in the list,
// alone or before its name, and by no other name.
func TestChooseMark(t *testing.T) {
	g := &parse(t, "<task type=\"checkpoint:decision\"><options>\na) Postgres - good\nb) MySQL\n</options></task>").Gates()[0]
	for text, want := range map[string]string{
		"(a)": "a", "a)": "a", "(B)": "b", "B. MySQL": "b", "(b) mysql": "b", "option B: MySQL": "b", "b. Postgres": "", "(c)": "", "c. MySQL": "",
	} {
		if j, err := Judge(g, text); j.Option != want || (err == nil) != (want != "") {
			t.Errorf("%q: option %q, error %v, want %q", text, j.Option, err, want)
		}
	}
}
