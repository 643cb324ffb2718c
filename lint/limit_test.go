package lint_test

import (
	"fmt"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
)

// TestLimit checks that no finding is lost without being counted: the number that
// the last one of a kind tells and those that are listed add up to what there was.
func TestLimit(t *testing.T) {
	rules := protocols.Default().Rules()
	make := func(n int, rule *lint.Rule, path string, severity lint.Severity) []lint.Diagnostic {
		var all []lint.Diagnostic
		for i := range n {
			all = append(all, lint.Diagnostic{Finding: lint.Finding{Path: path, Severity: severity, Message: fmt.Sprint(i), Fix: &lint.Fix{}}, Rule: rule})
		}
		return all
	}
	for _, n := range []int{0, 1, lint.MaxFindings - 1, lint.MaxFindings, lint.MaxFindings + 1, 3 * lint.MaxFindings} {
		all := make(n, rules[0], "a", lint.Warning)
		all = append(all, make(n, rules[1], "a", lint.Error)...)
		all = append(all, make(n, rules[0], "b", lint.Error)...)
		got := lint.Limit(all)
		if want := 3 * min(n, lint.MaxFindings); len(got) != want {
			t.Errorf("of 3 times %d findings: %d are listed, want %d", n, len(got), want)
		}
		for kind := range len(got) / max(1, min(n, lint.MaxFindings)) {
			last := got[(kind+1)*min(n, lint.MaxFindings)-1]
			want := fmt.Sprint(n - 1)
			if n > lint.MaxFindings {
				want = fmt.Sprintf("at least %d more findings of this rule from here on", n-lint.MaxFindings+1)
			}
			if last.Message != want || (last.Fix == nil) != (n > lint.MaxFindings) {
				t.Errorf("of %d findings the last is %q, fix %v, want %q", n, last.Message, last.Fix, want)
			}
		}
	}
	mixed := append(make(lint.MaxFindings+1, rules[0], "a", lint.Warning), make(1, rules[0], "a", lint.Error)...)
	if got := lint.Limit(mixed); got[len(got)-1].Severity != lint.Error {
		t.Errorf("the last of a kind is a %s, and stands for an error", got[len(got)-1].Severity)
	}
}
