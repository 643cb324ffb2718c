package position

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/source"
)

const session = "\n## Session Continuity\n\nLast session: 2026-01-02 09:00\nStopped at: \"03-01\"\nLast activity: 2026-01-02 - planned\n"

// TestMove checks of every state, with both line endings, that the edits make the text and it
// reads back, that no two sides differ that agreed, that no line comes or goes, and that a
// second move to the same place changes nothing.
func TestMove(t *testing.T) {
	at := time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC)
	m := Move{Phase: "04", Plan: "02", Name: "next", OfPhase: 3, Status: "executing", At: "04-02, task 1 of 3 is done"}
	for _, text := range append(states(), fullState+session, strings.Replace(fullState, "progress:", "stopped_at: 03-01\nlast_updated: \"2026-01-02T09:00:00Z\"\nlast_activity: 2026-01-02\npaused_at: 2026-01-02\nprogress:", 1)+session) {
		for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
			s, err := ParseState(".planning/STATE.md", text)
			if err != nil {
				t.Fatal(err)
			}
			change, err := s.Move(m, at)
			if failed, ok := errors.AsType[*SyncError](err); ok {
				t.Errorf("%q: %v", text, failed)
				continue
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if applied, err := source.Apply(text, change.Edits); err != nil || applied != change.Text {
				t.Errorf("%q: the edits do not make the text (%v)", text, err)
			}
			if strings.Count(text, "\n") != strings.Count(change.Text, "\n") || strings.Count(text, "\r") != strings.Count(change.Text, "\r") {
				t.Errorf("%q became %q", text, change.Text)
			}
			after, err := ParseState(".planning/STATE.md", change.Text)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(after.Differences(nil)); n > len(s.Differences(nil)) {
				t.Errorf("%q became %q, in which sides differ: %v", text, change.Text, after.Differences(nil))
			}
			if again, err := after.Move(m, at); err != nil || again.Changed() {
				t.Errorf("%q: again %+v, %v", change.Text, again, err)
			}
		}
	}
}

// TestMoveForms checks what a move writes, in the forms that a state has.
func TestMoveForms(t *testing.T) {
	s, err := ParseState(".planning/STATE.md", fullState+session)
	if err != nil {
		t.Fatal(err)
	}
	change, err := s.Move(Move{Phase: "04", Plan: "02", Name: "next", OfPhase: 3, Status: "completed", At: "04-02 is done"}, time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"current_phase: 4\n", "status: completed\n", "Phase: 4 of 4 (next)\n", "Plan: 2 of 3 in", "Status: Phase complete\n",
		"Last session: 2026-02-13 18:00\n", "Stopped at: 04-02 is done\n", "Last activity: 2026-02-13 - 04-02 is done\n",
	} {
		if !strings.Contains(change.Text, want) {
			t.Errorf("%q is not in %q", want, change.Text)
		}
	}
}

// TestMoveBack checks that a state which is past a phase is left.
func TestMoveBack(t *testing.T) {
	for text, left := range map[string]bool{
		fullState: true, strings.Replace(fullState, "Phase: 3", "Phase: 2", 1): false, strings.Replace(fullState, "Phase: 3", "Phase: 1", 1): false,
		"Phase: 2 of 3\nStatus: Phase complete\n": true, "Status: v1 shipped, milestone complete\n": true, "Status: In progress\nStopped at: 02-01\n": false,
	} {
		s, err := ParseState(".planning/STATE.md", text)
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Move(Move{Phase: "02", Plan: "02", Status: "executing", At: "Completed 02-02 task 1 of 3"}, time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC))
		if err != nil || change.Changed() == left || left != (len(change.Notes) == 1) || left != (change.Text == text) {
			t.Errorf("%q: %v, %+v", text, err, change)
		}
	}
}
