package loop

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
)

func TestRecorded(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "",
		`{"progress": {"current_phase": 2, "total_phases": 5, "current_task": "write\n it", "tasks_completed": 1}}`: "current_phase 2 of 5|current_task write it|tasks_completed 1",
		`{"current_issue": "a", "issues_fixed": 1, "issues_total": 3, "last_task": "Task 1.1"}`:                     "last_task Task 1.1|current_issue a|issues_fixed 1 of 3",
		`{"current_phase": null, "current_task": [1], "issues_fixed": "two"}`:                                       "issues_fixed two",
	} {
		m := parsed(t, `{"loop_state": {"current_step": "PLAN", "checkpoints": {"PLAN": `+text+`}}}`)
		if got := strings.Join(m.Checkpoint(Planning).recorded(), "|"); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestFailures(t *testing.T) {
	m := parsed(t, `{"loop_state": {"checkpoints": {"EVALUATE_EXECUTION": {"failure_items": ["a", {"issue": "b", "file": "c.go"}, "a"],
		"failure_reasons": "d", "evaluators_run": [{"issues": ["e", "a", {}]}, "x"]}, "EVALUATE_PLAN": "FAILED"}}}`)
	if got, want := m.failedIn(Fix).failures(), []string{"a", "issue: b, file: c.go", "d", "e"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if c := m.failedIn(Planning); c.Value == nil || len(c.failures()) != 0 || m.failedIn(Execute).Value != nil {
		t.Errorf("got %+v", c)
	}
}

func TestCommitClaims(t *testing.T) {
	text := with(t, sample, checkpoints+"EXECUTE", `{"commits": ["abc1234", {"sha": "abc1234"}, "main", {"sha": "HEAD"}, "", "abcd", {"task": "1.1"}], "last_commit": "pending"}`)
	tr := Read(tree(samplePath, text), samplePath)
	var got []string
	for _, v := range claim.Verify(tr.Tree, tr.claims(claim.Outside{Commit: func(string) (bool, error) { return true, nil }})) {
		if v.Key == claimCommit {
			got = append(got, strings.TrimPrefix(v.Name, "commit ")+"="+string(v.Status))
		}
	}
	want := "abc1234=verified main=unverifiable HEAD=unverifiable abcd=unverifiable pending=unverifiable"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// TestNotStartedPassed checks row 2 of the protocol's table of contradictions.
func TestNotStartedPassed(t *testing.T) {
	m := parsed(t, `{"loop_state": {"current_step": "NOT_STARTED", "step_status": "PASSED"}}`)
	if m.Step() != Planning || m.statusNow() != NotStarted {
		t.Errorf("got %s %s, want %s %s", m.Step(), m.statusNow(), Planning, NotStarted)
	}
}

func parsed(t *testing.T, text string) *Metadata {
	t.Helper()
	m, err := Parse("metadata.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
