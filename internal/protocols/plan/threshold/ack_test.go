package threshold

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

const seedAcks = `{
  "acknowledgments": {
    "cost": {
      "acknowledged_at": "2026-01-29T14:30:00Z",
      "value_at_ack": 26.50,
      "session_id": "session-abc123"
    },
    "context": {
      "acknowledged_at": "2026-01-29T15:00:00Z",
      "value_at_ack": 42,
      "session_id": "session-def456"
    }
  },
  "last_reset": null
}
`

const stateAcks = `{
  "acknowledgments": {
    "cost": {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.50, "threshold_level": "alert", "session_id": "s1", "user_note": "go ön", "own": [1.0]}
  },
  "acknowledgment_history": [
    {"type": "cost", "value": 25.0, "acknowledged_at": "2026-01-28T10:00:00Z", "reset_at": "2026-01-28T12:00:00Z"}
  ],
  "last_reset": "2026-01-28T12:00:00Z"
}
`

func withReset(reset string) string {
	return strings.Replace(seedAcks, `"last_reset": null`, `"last_reset": `+reset, 1)
}

func TestAckValueKey(t *testing.T) {
	for _, key := range valueKeys {
		files := project{AcksFile: strings.ReplaceAll(seedAcks, "value_at_ack", key)}
		if h := files.alert(t, Cost, 26.5, 25); h.Ack == nil || *h.Ack.Value != 26.5 || h.Ack.Session != "session-abc123" {
			t.Errorf("%s: %+v", key, h)
		}
		files.found(Cost, 31)
		files.run(t, Acknowledge(AckInput{Session: "s"}))
		if text := files[AcksFile]; !strings.Contains(text, `"`+key+`": 31,`) || strings.Count(text, `"`+key+`"`) != 2 {
			t.Errorf("%s: %s", key, text)
		}
	}
	for text, key := range map[string]string{"": valueKeys[0], "{}": valueKeys[0], seedAcks: valueKeys[0], stateAcks: valueKeys[0]} {
		files := project{AcksFile: text}
		files.found(Errors, 3)
		if files.run(t, Acknowledge(AckInput{})); !strings.Contains(files[AcksFile], `"`+key+`": 3,`) {
			t.Errorf("no %s in %s", key, files[AcksFile])
		}
	}
}

func TestAckGrown(t *testing.T) {
	for value, want := range map[float64]bool{26.5: false, 31: false, 31.79: false, 31.8: true, 100: true} {
		if h := (project{AcksFile: seedAcks}).alert(t, Cost, value, 25); h.Grown != want || h.Halts() {
			t.Errorf("%v: %+v", value, h)
		}
	}
}

func TestResetHistory(t *testing.T) {
	files := project{AcksFile: stateAcks}
	files.run(t, Reset)
	for _, kept := range []string{`"value": 25.0`, `"value": 26.50`, `"user_note": "go ön"`, `"own": [1.0]`, `"type": "cost"`, `"reset_at": "2026-01-29T14:30:00Z"`, `"acknowledgments": {}`, `"last_reset": "2026-01-29T14:30:00Z"`} {
		if !strings.Contains(files[AcksFile], kept) {
			t.Errorf("no %s in\n%s", kept, files[AcksFile])
		}
	}
	if again := files.run(t, Reset); again.Changed() || files.excuses(t, Cost, 26) {
		t.Errorf("again: %+v", again)
	}
	for _, text := range []string{seedAcks, ""} {
		files := project{AcksFile: text}
		if files.run(t, Reset); files[AcksFile] != "{\n  \"acknowledgments\": {},\n  \"last_reset\": \"2026-01-29T14:30:00Z\"\n}\n" {
			t.Errorf("%q became %s", text, files[AcksFile])
		}
	}
}

func TestAckCounts(t *testing.T) {
	entry := func(fields string) string { return `{"acknowledgments": {"cost": {` + fields + `}}}` }
	const old, untimed = `cost was acknowledged at 2026-01-29T14:30:00Z, before the last reset at `, `the acknowledgment of cost is ignored, because "acknowledged_at" is missing or not a time`
	for _, c := range []struct {
		text  string
		limit float64
		ok    bool
		why   string
	}{
		{seedAcks, 25, true, ""}, {seedAcks, 26.5, true, ""}, {"", 25, false, ""},
		{seedAcks, 27, false, "the acknowledgment at $26.50 is ignored, because the alert begins at $27.00"},
		{withReset(`"2026-01-29T14:29:59Z"`), 25, true, ""}, {withReset(`"2026-01-29T14:30:00Z"`), 25, true, ""},
		{withReset(`""`), 25, true, ""},
		{withReset(`"2026-01-29T14:30:01Z"`), 25, false, old + `"2026-01-29T14:30:01Z", so it must be acknowledged again`},
		{withReset(`"2026-01-30"`), 25, false, old + `"2026-01-30", so it must be acknowledged again`},
		{withReset(`"soon"`), 25, false, old + `"soon", so it must be acknowledged again`},
		{entry(""), 25, false, untimed}, {entry(`"value_at_ack": 27`), 25, false, untimed},
		{entry(`"acknowledged_at": "yesterday", "value_at_ack": 27`), 25, false, untimed},
		{entry(`"acknowledged_at": "2026-01-29"`), 25, true, ""},
		{entry(`"acknowledged_at": "2026-01-29 14:30", "value": 27`), 25, true, ""},
		{entry(`"acknowledged_at": "2026-01-29", "value": "$27"`), 25, true, ""},
	} {
		if h := (project{AcksFile: c.text}).alert(t, Cost, c.limit, c.limit); (h.Ack != nil) != c.ok || h.AckProblem != c.why {
			t.Errorf("%s\nfrom %v: %v, %q", c.text, c.limit, h.Ack, h.AckProblem)
		}
	}
	h := &Reading{Value: Value{Cost, 27}, Level: Alert}
	if h.FindAck(nil); h.AckProblem == "" || !h.Halts() {
		t.Errorf("acknowledgments that cannot be read excuse %+v", h)
	}
}

func TestAckVoid(t *testing.T) {
	for _, reset := range []string{`"soon"`, `"2027-01-01"`} {
		files := project{AcksFile: withReset(reset)}
		files.found(Cost, 30)
		_, err := files.edit(Acknowledge(AckInput{}))
		if r, ok := errors.AsType[*protocol.RequestError](err); !ok || r.Refused || !strings.HasSuffix(err.Error(), "the last reset is "+reset+"; expected a time in the past") || files[AcksFile] != withReset(reset) {
			t.Errorf("%s: %v", reset, err)
		}
	}
}

func TestAlerts(t *testing.T) {
	state := `{"current_values": {"cost": 27, "context_percent": 55, "error_count": 2}, "levels_triggered": {"cost": "alert", "context": "stop", "errors": "warning"}}`
	for _, c := range []struct {
		kinds []Kind
		want  string
	}{
		{nil, ""}, {[]Kind{Cost}, ""}, {[]Kind{Cost, Cost}, ""},
		{[]Kind{Context}, "the context value is 55% and has reached the stop limit; a stop cannot be acknowledged"},
		{[]Kind{Errors}, "the errors value is 2, below the alert limit, so there is nothing to acknowledge"},
		{[]Kind{Cost, Errors}, "the errors value is 2, below the alert limit"},
		{[]Kind{Variance}, "no value is recorded for variance"},
	} {
		in := AckInput{Kinds: c.kinds}
		for _, edit := range []protocol.Edit{Acknowledge(in), StopAt(in, nowhere)} {
			files := project{StateFile: state}
			change, err := files.edit(edit)
			r, refused := errors.AsType[*protocol.RequestError](err)
			if refused != (c.want != "") || refused && (!r.Refused || !strings.HasPrefix(err.Error(), c.want)) || !refused && len(change.Files) != 1 {
				t.Errorf("%v: %v, want %q", c.kinds, err, c.want)
			}
		}
	}
	if _, err := (project{}).edit(Acknowledge(AckInput{})); err == nil {
		t.Error("without a check there is an alert")
	}
}

func TestNote(t *testing.T) {
	const old = `{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-01T00:00:00Z", "value_at_ack": 26, "session_id": "s1", "user_note": "go"}}, "last_reset": %s}`
	for _, reset := range []string{"null", `"2026-01-02T00:00:00Z"`} {
		for note, want := range map[string]string{"": "null", "mine": `"mine"`} {
			files := project{AcksFile: fmt.Sprintf(old, reset)}
			files.found(Cost, 30)
			if files.run(t, Acknowledge(AckInput{Session: "s2", Note: note})); !strings.Contains(files[AcksFile], `"user_note": `+want) {
				t.Errorf("reset %s, note %q: %s", reset, note, files[AcksFile])
			}
		}
	}
}

func TestTooLarge(t *testing.T) {
	history := strings.TrimSuffix(strings.Repeat(`{"type": "cost", "value": 1},`, 30000), ",")
	text := func(note int) string {
		return `{"acknowledgments": {"cost": {"user_note": "` + strings.Repeat("y", note) + `"}}, "acknowledgment_history": [` + history + `]}`
	}
	files := project{AcksFile: text(jsondoc.MaxSize - len(text(0)))}
	if _, err := files.edit(Reset); err == nil || !strings.HasPrefix(err.Error(), AcksFile+":1:") || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}

func FuzzAcks(f *testing.F) {
	for _, text := range []string{"", "{}", seedAcks, stateAcks, strings.ReplaceAll(seedAcks, "\n", "\r\n"), `{"acknowledgments": {"cost": null}}`, `{"acknowledgments": {}, "x": "é"}`} {
		f.Add(text, 26.5, "s", "note")
		f.Add(text, 3.0, "", "")
	}
	f.Fuzz(func(t *testing.T, text string, value float64, session, note string) {
		for _, k := range Kinds() {
			files := project{AcksFile: text}
			files.found(k, value)
			if _, err := files.edit(Acknowledge(AckInput{Session: session, Note: note})); err != nil {
				continue
			}
			if !files.excuses(t, k, value) {
				t.Errorf("%s is not acknowledged in %s", k, files[AcksFile])
			}
			for _, other := range Kinds() {
				if is, was := files.alert(t, other, 1, 1), (project{AcksFile: text}).alert(t, other, 1, 1); other != k && (!reflect.DeepEqual(was.Ack, is.Ack) || was.AckProblem != is.AckProblem) {
					t.Errorf("%s is missing: %q became %q", other, text, files[AcksFile])
				}
			}
			before := maps.Clone(files)
			if files.run(t, Acknowledge(AckInput{Session: session, Note: note})); !maps.Equal(before, files) {
				t.Errorf("again: %q became %q", before, files)
			}
			untouched(t, text, files[AcksFile], acksKey)
			files.run(t, Reset)
			if acks, _ := ReadAcks(files.tree()); !acks.Reset.Equal(now) || acks.root.Get(acksKey, string(k)) != nil {
				t.Errorf("%s is acknowledged after a reset: %s", k, files[AcksFile])
			}
		}
	})
}
