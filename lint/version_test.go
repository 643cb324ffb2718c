package lint

import (
	"maps"
	"slices"
	"testing"
)

// TestNewer holds that a pin to an old version takes out what came later, and
// nothing else.
func TestNewer(t *testing.T) {
	versions := []string{"0.1", "0.2", "1.0"}
	rules := []*Rule{
		{ID: "any/first"},
		{ID: "any/first-by-name", Since: "0.1"},
		{ID: "any/second", Since: "0.2", Severity: Warning},
		{ID: "ohrfc/third", Since: "1.0", Severity: Warning},
	}
	for _, c := range []struct {
		version string
		want    []string
	}{
		{"0.1", []string{"any/second", "ohrfc/third"}},
		{"0.2", []string{"ohrfc/third"}},
		{"1.0", nil},
	} {
		got := slices.Sorted(maps.Keys(newer(rules, versions, c.version)))
		if !slices.Equal(got, c.want) {
			t.Errorf("newer than %s: got %q, want %q", c.version, got, c.want)
		}
	}
}

// TestSince holds that every rule names a version that there is, and that what
// is new does not break a build: it arrives as a warning.
func TestSince(t *testing.T) {
	for _, r := range Rules() {
		switch n := since(r, Versions()); {
		case n < 0:
			t.Errorf("%s came with version %q, want one of %q", r.ID, r.Since, Versions())
		case n > 0 && r.Severity != Warning:
			t.Errorf("%s is newer than %s and no warning", r.ID, Versions()[0])
		}
	}
	latest := Versions()[len(Versions())-1]
	if got := Newer(latest); len(got) > 0 {
		t.Errorf("rules newer than the latest version: %v", got)
	}
}
