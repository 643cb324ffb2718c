package agents

import "testing"

func TestFoldIDRemovesTime(t *testing.T) {
	for id, want := range map[string]string{
		"secondary_a_20260101_1200": "secondary_a", "secondary-a-1769654893": "secondary_a", "Secondary-A 2026-01-01": "secondary_a", "secondary_a_20260101": "secondary_a",
		"secondary_a_20260101T120000Z": "secondary_a", "secondary_a_2026-01-01_12-00-00": "secondary_a", "secondary_a_2026-01-01T12-00-00": "secondary_a", "Agent-Primary-1769654893": "primary",
		"secondary_a_1": "secondary_a_1", "secondary_a_2026": "secondary_a_2026", "secondary_t": "secondary_t", "secondary_z": "secondary_z", "secondary_a_new": "secondary_a_new",
		"secondary_a_new_20260101": "secondary_a_new", "secondary_t_20260101": "secondary_t", "20260101": "20260101", "agent_20260101": "20260101", "_20260101": "_20260101", "": "",
	} {
		if got := foldID(id); got != want {
			t.Errorf("%q is %q, want %q", id, got, want)
		}
		if again := foldID(foldID(id)); again != foldID(id) {
			t.Errorf("%q folds again to %q", id, again)
		}
	}
}
