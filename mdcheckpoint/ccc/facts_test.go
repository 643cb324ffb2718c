package ccc

import (
	"testing"

	"mdck/mdcheckpoint/ccc/prose"
)

// TestIssueID holds B3 row 4.
func TestIssueID(t *testing.T) {
	p := parse(t, "**Issue:** CIA-3\n")
	for _, e := range []struct {
		state  string
		p      *Progress
		branch string
		want   string
	}{
		{`{"linearIssue": "CIA-1", "activeIssue": "CIA-2"}`, p, "cia-4", "CIA-1"},
		{`{"linearIssue": "", "activeIssue": "CIA-2"}`, p, "cia-4", "CIA-2"},
		{`{}`, p, "cia-4", "CIA-3"},
		{`{}`, nil, "me/cia-4-utf-8", "CIA-4"},
		{`{}`, nil, "feature/utf-8", ""},
		{`{}`, nil, "xcia-4", ""},
		{`{}`, nil, "cia-4x", ""},
	} {
		if got := IssueID(parseState(t, e.state), e.p, e.branch, ""); got != e.want {
			t.Errorf("%s, %q: got %q", e.state, e.branch, got)
		}
	}
	if got := prose.IssueIn("fix/eng-12-a", "*"); got != "ENG-12" {
		t.Errorf("of any team: %q", got)
	}
}
