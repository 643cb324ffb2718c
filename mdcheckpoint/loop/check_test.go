package loop

import (
	"testing"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func TestFieldBounds(t *testing.T) {
	if _, got, _ := parse(t, `{"loop_state": {}}`).fixes(); got != 3 {
		t.Errorf("the default limit is %d fix cycles, want 3", got)
	}
	for version, want := range map[string]int{"0": 1, "1": 0} {
		d, err := jsondoc.Parse("", `{"version": `+version+`}`)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, p := range d.Check(metadataFields()) {
			if p.Path == "version" {
				found++
			}
		}
		if found != want {
			t.Errorf("version %s: %d problems, want %d", version, found, want)
		}
	}
}

func TestProblemLimit(t *testing.T) {
	for n, want := range map[int]int{2*jsondoc.MaxProblems - 1: 2 * jsondoc.MaxProblems, 2 * jsondoc.MaxProblems: 2 * jsondoc.MaxProblems} {
		c := &checker{Metadata: parse(t, sample), found: make([]problem, n)}
		if c.warn(ruleTime, source.Span{}, "", "late").Warning = true; len(c.found) != want {
			t.Errorf("%d problems, then %d", n, len(c.found))
		}
	}
}
