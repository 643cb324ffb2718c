package agents

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
)

func TestBounds(t *testing.T) {
	if whole, cut := strings.Repeat("é", 40), strings.Repeat("é", 41); shorten(whole) != whole || shorten(cut) != whole+"…" {
		t.Errorf("40 characters are %q, 41 are %q", shorten(whole), shorten(cut))
	}
	if n, ok := spelling.Number("999999999"); !ok || n != 999999999 {
		t.Errorf("nine digits are %d, %v", n, ok)
	}
	if n, ok := spelling.Number("1000000000"); ok {
		t.Errorf("ten digits are %d", n)
	}
	for name, want := range map[string]bool{"a_20260115_140000.json": true, "_20260115_140000.json": false} {
		if _, _, ok := backupOf(name); ok != want {
			t.Errorf("%q is a backup: %v", name, ok)
		}
	}
}

func TestListLimit(t *testing.T) {
	var problems []jsondoc.Problem
	for i := range 21 {
		problems = append(problems, jsondoc.Problem{Class: jsondoc.Missing, Path: fmt.Sprint(i)})
	}
	if got := list(problems[:20]); strings.Count(got, `"`) != 40 || strings.Contains(got, "more") {
		t.Errorf("of twenty: %s", got)
	}
	if got := list(problems); strings.Count(got, `"`) != 40 || !strings.HasSuffix(got, `"19"; and 1 more`) {
		t.Errorf("of 21: %s", got)
	}
}
