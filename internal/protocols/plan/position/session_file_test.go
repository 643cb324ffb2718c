package position

import (
	"strings"
	"testing"
)

func TestBars(t *testing.T) {
	bar := func(filled, width int) string {
		return strings.Repeat("█", filled) + strings.Repeat("░", width-filled)
	}
	for _, c := range []struct {
		name          string
		filled, width int
		percent       string
		odd           bool
	}{
		{"STATE.md", 6, 10, "67", false},
		{"STATE.md", 7, 10, "67", false},
		{"STATE.md", 8, 10, "67", true},
		{"STATE.md", 5, 10, "67", true},
		{"TRANSPONDER.md", 6, 10, "67", false},
		{"TRANSPONDER.md", 7, 10, "67", false},
		{"STATE.md", 7, 10, "61", false},
		{"STATE.md", 7, 10, "60", true},
		{"STATE.md", 16, 20, "80", false},
		{"STATE.md", 8, 20, "80", true},
		{"STATE.md", 4, 5, "80", false},
		{"STATE.md", 4, 7, "80", false},
		{"STATE.md", 10, 10, "110", false},
	} {
		s := state(t, c.name, "Progress: ["+bar(c.filled, c.width)+"] "+c.percent+"%\n")
		if notes := s.Notes(); len(notes) > 0 != c.odd {
			t.Errorf("%s: %d of %d at %s%%: %v", c.name, c.filled, c.width, c.percent, notes)
		}
	}
}

func TestReadings(t *testing.T) {
	s := state(t, "STATE.md", "---\nstatus: milestone_complete\n---\nStatus: In progress (wave 2)\n")
	const want = `status is "completed" in the front matter, but "executing" in the body`
	if notes := s.Notes(); len(notes) != 1 || notes[0].Message != want {
		t.Errorf("%v, want %q", notes, want)
	}
}

func TestTasksAndTimes(t *testing.T) {
	for front, want := range map[string]string{
		"task: 9\ntotal_tasks: 3":                      "task is 9, but total_tasks is 3",
		"task: 3\ntotal_tasks: 3":                      "",
		"task: complete\ntotal_tasks: TBD":             "",
		"task: 9\ntotal_tasks: TBD":                    "",
		"last_updated: yesterday":                      `last_updated is "yesterday"; expected a time such as 2006-01-02T15:04:05Z, or a day`,
		"last_updated: 2026-13-45":                     `last_updated is "2026-13-45"; expected a time such as 2006-01-02T15:04:05Z, or a day`,
		"last_updated: 2026-11-20":                     "",
		"last_updated: 2026-11-20 14:30 CET":           "",
		"last_updated: TBD":                            "",
		"last_updated: 2026-11-20T14:30:00.123+01:00":  "",
		"last_updated: \"[when the session stopped]\"": "",
	} {
		c, err := ParseNote(".continue-here.md", "---\n"+front+"\n---\n")
		if err != nil {
			t.Fatal(err)
		}
		var messages []string
		for _, n := range c.Notes() {
			messages = append(messages, n.Message)
		}
		if got := strings.Join(messages, "; "); got != want {
			t.Errorf("%q: %q, want %q", front, got, want)
		}
	}
	h, err := ParseHandoff("HANDOFF.json", `{"version": "1.0", "timestamp": "yesterday", "phase": "1", "task": 9, "total_tasks": 3, "status": "paused", "completed_tasks": [], "remaining_tasks": [], "next_action": "a"}`)
	if err != nil {
		t.Fatal(err)
	}
	if n := h.Notes(); len(n) != 2 || !strings.HasPrefix(n[0].Message, "timestamp is ") || !strings.HasPrefix(n[1].Message, "task is 9") {
		t.Errorf("the notes are %v", n)
	}
}
