package lint_test

import (
	"cmp"
	"slices"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
)

func TestSince(t *testing.T) {
	versions := lint.Versions()
	for _, r := range protocols.Default().Rules() {
		switch n := slices.Index(versions, cmp.Or(r.Since, versions[0])); {
		case n < 0:
			t.Errorf("%s came with version %q, want one of %q", r.ID, r.Since, versions)
		case n > 0 && r.Severity != lint.Warning:
			t.Errorf("%s is newer than %s and not a warning", r.ID, versions[0])
		}
	}
	latest := versions[len(versions)-1]
	if got := protocols.Default().Rules().Newer(latest); len(got) > 0 {
		t.Errorf("rules newer than the latest version: %v", got)
	}
}
