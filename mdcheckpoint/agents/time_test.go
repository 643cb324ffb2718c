package agents

import (
	"fmt"
	"testing"
)

// TestTimesWithoutZone checks that a time as isoformat of Python writes it is told to
// lack a zone, of which it is not known what it was.
func TestTimesWithoutZone(t *testing.T) {
	for spelled, hint := range map[string]string{
		"2026-11-20T14:31:00":        ": it has no zone",
		"2026-11-20 14:31:00":        ": it has no zone",
		"2026-11-20T14:31:00.123456": ": it has no zone",
		"2026-11-31T14:31:00":        "",
		"2026-11-20T14:31":           "",
		"N/A":                        "",
	} {
		c, err := Parse("", fmt.Sprintf(`{"agent_id": "Primary", "last_checkpoint": %q}`, spelled))
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%q is %q, want a time such as %s%s", LastKey, spelled, "2006-01-02T15:04:05Z", hint)
		if got := c.checkTimes(); len(got) != 1 || got[0].Message != want {
			t.Errorf("%s: got %+v, want %q", spelled, got, want)
		}
	}
}
