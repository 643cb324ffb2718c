package lint

import (
	"maps"
	"slices"
	"testing"
)

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
