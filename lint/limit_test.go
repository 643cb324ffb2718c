package lint

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
)

// TestLimit holds that no finding is lost without being counted: the number that
// the last one of a kind tells and those that are listed add up to what there was.
func TestLimit(t *testing.T) {
	rules := Rules()
	make := func(n int, rule *Rule, path string, severity Severity) []Diagnostic {
		var all []Diagnostic
		for i := range n {
			all = append(all, Diagnostic{Finding: Finding{Path: path, Severity: severity, Message: fmt.Sprint(i), Fix: &Fix{}}, Rule: rule})
		}
		return all
	}
	for _, n := range []int{0, 1, MaxFindings - 1, MaxFindings, MaxFindings + 1, 3 * MaxFindings} {
		all := make(n, rules[0], "a", Warning)
		all = append(all, make(n, rules[1], "a", Error)...)
		all = append(all, make(n, rules[0], "b", Error)...)
		got := Limit(all)
		if want := 3 * min(n, MaxFindings); len(got) != want {
			t.Errorf("of 3 times %d findings: %d are listed, want %d", n, len(got), want)
		}
		for kind := range len(got) / max(1, min(n, MaxFindings)) {
			last := got[(kind+1)*min(n, MaxFindings)-1]
			want := fmt.Sprint(n - 1)
			if n > MaxFindings {
				want = fmt.Sprintf("%d more findings of this rule from here on", n-MaxFindings+1)
			}
			if last.Message != want || (last.Fix == nil) != (n > MaxFindings) {
				t.Errorf("of %d findings the last is %q, fix %v, want %q", n, last.Message, last.Fix, want)
			}
		}
	}
	mixed := append(make(MaxFindings+1, rules[0], "a", Warning), make(1, rules[0], "a", Error)...)
	if got := Limit(mixed); got[len(got)-1].Severity != Error {
		t.Errorf("the last of a kind is a %s, and stands for an error", got[len(got)-1].Severity)
	}
}

// TestLimitOfWhatWasLookedFor holds that a number is told as the least there is where
// not all claims of a file were verified.
func TestLimitOfWhatWasLookedFor(t *testing.T) {
	for n, want := range map[int]string{
		claim.Most:     fmt.Sprintf("%d more findings of this rule from here on", claim.Most-MaxFindings+1),
		claim.Most + 1: fmt.Sprintf("at least %d more findings of this rule from here on", claim.Most-MaxFindings+1),
	} {
		f := epic()
		secondKey("files_modified", `[`+strings.TrimSuffix(strings.Repeat(`"x",`, n), ",")+`]`)(f)
		found, err := Run(f.agents())
		if err != nil {
			t.Fatal(err)
		}
		if listed := Limit(found); listed[len(listed)-1].Message != want {
			t.Errorf("of %d names the last is %q, want %q", n, listed[len(listed)-1].Message, want)
		}
	}
}
