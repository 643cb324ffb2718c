package threshold

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// TestE3Row1AckValueKey checks that the value is read under each of its names and
// written under the one that is there.
func TestE3Row1AckValueKey(t *testing.T) {
	for _, key := range []string{"value_at_ack", "value_at_acknowledgment", "value"} {
		text := strings.ReplaceAll(seedAcks, "value_at_ack", key)
		a := acks(t, text)
		ack, ok := a.Find(Cost)
		if !ok || !ack.HasValue || ack.Value != 26.5 || ack.Session != "session-abc123" || !a.Valid(Cost) {
			t.Errorf("%s: %+v", key, ack)
		}
		change, err := a.Acknowledge(Value{Cost, 31}, now, "s", "")
		if err != nil || !strings.Contains(change.Text, `"`+key+`": 31,`) || strings.Count(change.Text, `"`+key+`"`) != 2 {
			t.Errorf("%s: %v\n%s", key, err, change.Text)
		}
		change, err = a.Acknowledge(Value{Errors, 3}, now, "s", "")
		if err != nil || strings.Count(change.Text, `"`+key+`"`) != 3 {
			t.Errorf("%s: %v\n%s", key, err, change.Text)
		}
	}
	change, err := acks(t, "").Acknowledge(Value{Errors, 3}, now, "", "")
	if err != nil || !strings.Contains(change.Text, `"value_at_ack": 3,`) {
		t.Errorf("%v\n%s", err, change.Text)
	}
}

// TestE3Row2AckGrown checks that an acknowledged alert stays so, and that a value
// far above is told.
func TestE3Row2AckGrown(t *testing.T) {
	a := acks(t, seedAcks)
	for value, want := range map[float64]bool{26.5: false, 31: false, 31.79: false, 31.8: true, 100: true} {
		if got := a.Grown(Value{Cost, value}); got != want || !a.Valid(Cost) {
			t.Errorf("%v: %t", value, got)
		}
	}
}

// TestE3Row3ResetHistory checks that a reset keeps acknowledgments in the history
// where there is one, and what they hold.
func TestE3Row3ResetHistory(t *testing.T) {
	change, err := acks(t, stateAcks).Clear(now)
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []string{`"value": 25.0`, `"value": 26.50`, `"user_note": "go ön"`, `"own": [1.0]`, `"reset_at": "2026-01-29T14:30:00Z"`, `"acknowledgments": {}`, `"last_reset": "2026-01-29T14:30:00Z"`} {
		if !strings.Contains(change.Text, kept) {
			t.Errorf("no %s in\n%s", kept, change.Text)
		}
	}
	if a := acks(t, change.Text); a.Valid(Cost) || a.Reset != now {
		t.Errorf("still valid:\n%s", change.Text)
	}
	if again, err := acks(t, change.Text).Clear(now); err != nil || again.Changed() || again.Text != change.Text {
		t.Errorf("again: %v, %+v", err, again)
	}
	change, err = acks(t, seedAcks).Clear(now)
	if err != nil || strings.Contains(change.Text, "history") || change.Text != "{\n  \"acknowledgments\": {},\n  \"last_reset\": \"2026-01-29T14:30:00Z\"\n}\n" {
		t.Errorf("%v\n%s", err, change.Text)
	}
	if change, err = acks(t, "").Clear(now); err != nil || acks(t, change.Text).Reset != now {
		t.Errorf("%v\n%s", err, change.Text)
	}
}

// TestAckVoid checks that an acknowledgment from before the last reset counts no more.
func TestAckVoid(t *testing.T) {
	for reset, want := range map[string]bool{"null": true, `"2026-01-29T14:29:59Z"`: true, `"2026-01-29T14:30:00Z"`: true, `"2026-01-29T14:30:01Z"`: false, `"2026-01-30"`: false, `""`: true, `"N/A"`: true, `"soon"`: false} {
		if got := acks(t, strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": "+reset, 1)).Valid(Cost); got != want {
			t.Errorf("last_reset %s: %t", reset, got)
		}
	}
	if acks(t, `{"acknowledgments": {"cost": {}}}`).Valid(Cost) {
		t.Error("an entry that does not say when it was made is an acknowledgment")
	}
	doubtful := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"soon\"", 1)
	if _, err := acks(t, doubtful).Acknowledge(Value{Cost, 30}, now, "", ""); !errors.Is(err, ErrVoid) || !strings.Contains(err.Error(), `which is "soon"`) {
		t.Errorf("an acknowledgment that nobody can tell to count is written: %v", err)
	}
	void := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"2027-01-01\"", 1)
	if _, err := acks(t, void).Acknowledge(Value{Cost, 30}, now, "", ""); !errors.Is(err, ErrVoid) {
		t.Errorf("an acknowledgment that does not count is written: %v", err)
	}
}

// TestExcuses checks that an acknowledgment counts for what begins at or below its value,
// and that the reason is said where it does not.
func TestExcuses(t *testing.T) {
	doubtful := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"soon\"", 1)
	for _, c := range []struct {
		text  string
		limit float64
		ok    bool
		why   string
	}{
		{seedAcks, 25, true, ""}, {seedAcks, 26.5, true, ""},
		{seedAcks, 27, false, "the acknowledgment at $26.50 does not count for what begins at $27.00"},
		{doubtful, 25, false, `no acknowledgment counts: "last_reset" is "soon", which is no time, and mdck plan reset sets it`},
		{"", 25, false, ""}, {`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29"}}}`, 25, true, ""},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29 14:30:00", "value": 27}}}`, 25, true, ""},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "yesterday", "value_at_ack": 27}}}`, 25, false, `the acknowledgment of cost does not count: it has no "acknowledged_at", or one that is not a time`},
		{`{"acknowledgments": {"cost": {"value_at_ack": 27}}}`, 25, false, `the acknowledgment of cost does not count: it has no "acknowledged_at", or one that is not a time`},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": "lots"}}}`, 25, false, `the acknowledgment of cost does not count: its value is not a number`},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": 27}}, "last_reset": "2026-01-30"}`, 25, false,
			"the acknowledgment of cost does not count: it is of 2026-01-29T00:00:00Z, before the last reset at 2026-01-30T00:00:00Z"},
	} {
		if ok, why := acks(t, c.text).Excuses(Cost, c.limit); ok != c.ok || why != c.why {
			t.Errorf("%s\nfrom %v: %t, %q", c.text, c.limit, ok, why)
		}
	}
}

// TestNote checks that what one person said is not put on what another acknowledges.
func TestNote(t *testing.T) {
	const old = `{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-01T00:00:00Z", "value_at_ack": 26, "session_id": "s1", "user_note": "go"}}, "last_reset": %s}`
	for reset, notes := range map[string]map[string]string{"null": {"": "null", "mine": `"mine"`}, `"2026-01-02T00:00:00Z"`: {"": "null", "mine": `"mine"`}} {
		for note, want := range notes {
			change, err := acks(t, fmt.Sprintf(old, reset)).Acknowledge(Value{Cost, 30}, now, "s2", note)
			if err != nil || !strings.Contains(change.Text, `"user_note": `+want) {
				t.Errorf("reset %s, note %q: %v\n%s", reset, note, err, change.Text)
			}
		}
	}
	change, err := acks(t, fmt.Sprintf(old, "null")).Acknowledge(Value{Cost, 26}, now, "s1", "")
	if err != nil || change.Changed() {
		t.Errorf("the same again: %v, %+v", err, change)
	}
}

// FuzzAcks states the laws of an edit for any file: refused, or the acknowledgment is
// there, every key that was there still is, and a second time changes nothing.
func FuzzAcks(f *testing.F) {
	for _, text := range []string{"", "{}", seedAcks, stateAcks, strings.ReplaceAll(seedAcks, "\n", "\r\n"), `{"acknowledgments": {"cost": null}}`, `{"acknowledgments": {}, "x": "é"}`} {
		f.Add(text, 26.5, "s", "note")
		f.Add(text, 3.0, "", "")
	}
	f.Fuzz(func(t *testing.T, text string, value float64, session, note string) {
		a, err := ParseAcks("", text)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || value < 0 {
			return
		}
		for _, k := range Kinds() {
			change, err := a.Acknowledge(Value{k, value}, now, strings.ToValidUTF8(session, ""), strings.ToValidUTF8(note, ""))
			if err != nil {
				continue
			}
			after := acks(t, change.Text)
			if !after.Valid(k) {
				t.Errorf("%s is not acknowledged in %s", k, change.Text)
			}
			for _, other := range Kinds() {
				if was, ok := a.Find(other); ok && other != k {
					if is, ok := after.Find(other); !ok || is.Value != was.Value || is.Session != was.Session || !is.At.Equal(was.At) {
						t.Errorf("%s was lost: %q became %q", other, text, change.Text)
					}
				}
			}
			again, err := after.Acknowledge(Value{k, value}, now, strings.ToValidUTF8(session, ""), strings.ToValidUTF8(note, ""))
			if err != nil || again.Changed() || again.Text != change.Text {
				t.Errorf("again: %v, %+v", err, again)
			}
			if cleared, err := after.Clear(now.Add(time.Second)); err == nil && acks(t, cleared.Text).Valid(k) {
				t.Errorf("%s is acknowledged after a reset: %s", k, cleared.Text)
			}
		}
	})
}
