package agents

import (
	"maps"
	"strings"
	"testing"
	"time"

	"mdck/internal/spelling"

	"mdck/internal/protocoltest"
)

const statusSample = `STAGE: S2.P1
PHASE:   Research
AGENT: Secondary-A
AGENT_ID: 5c1e
UPDATED: 2026-01-15T14:15:00Z
STATUS: IN_PROGRESS
BLOCKERS:
NEXT_ACTION：go on
READY_FOR_SYNC: false
# a note of mine: kept
GATE_3_APPROVED: yes
`

func readStatus(t testing.TB, text string) *Status {
	t.Helper()
	s, err := ParseStatus("STATUS", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStatusFile(t *testing.T) {
	values := parse(t, with(t, `"blockers": []`, `"blockers": ["no account", "two\nlines"]`)).statusValues()
	want := strings.NewReplacer("S2.P1", "S2.P2", "Research", "Spécification — halfway", "2026-01-15T14:15:00Z", "2026-01-15T15:00:05Z", "BLOCKERS:", "BLOCKERS: no account; two lines", "go on", "Finish section 5")
	for _, style := range styles[:4] {
		s := readStatus(t, style.Of(statusSample))
		change, err := withError(s.set(values, now))
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, style.Name, change.Text, style.Of(want.Replace(statusSample)))
		again, err := withError(readStatus(t, change.Text).set(values, now))
		if err != nil || isChanged(again) {
			t.Errorf("%s, again: %+v, %v", style.Name, again, err)
		}
		if len(change.Did) != 5 {
			t.Errorf("got %d changes, want 5: %q", len(change.Did), change.Did)
		}
	}
}

func TestStatusVariants(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no UPDATED", "STAGE: a\n", "STAGE: b\nUPDATED: T\n"},
		{"no UPDATED, no final newline", "STAGE: a", "STAGE: b\nUPDATED: T"},
		{"no UPDATED, crlf", "STAGE: a\r\n", "STAGE: b\r\nUPDATED: T\r\n"},
		{"empty file", "", "UPDATED: T\n"},
		{"LAST_UPDATE", "LAST_UPDATE: x\nSTAGE:a\n", "LAST_UPDATE: T\nSTAGE:b\n"},
		{"LAST_UPDATED and UPDATED", "LAST_UPDATED: x\nUPDATED: y\n", "LAST_UPDATED: T\nUPDATED: T\n"},
		{"twice", "STAGE: a\nSTAGE: c\nUPDATED: T\n", "STAGE: b\nSTAGE: b\nUPDATED: T\n"},
		{"not at the beginning of a line", " STAGE: a\nstage: a\nSTAGE a\nUPDATED:\n", " STAGE: a\nstage: a\nSTAGE a\nUPDATED: T\n"},
		{"trailing white space", "STAGE: a  \nUPDATED: \t\n", "STAGE: b  \nUPDATED: T\t\n"},
		{"byte order mark", "\ufeffSTAGE: a\n", "\ufeffSTAGE: b\nUPDATED: T\n"},
		{"nothing new", "UPDATED: T\nSTAGE: b", "UPDATED: T\nSTAGE: b"},
	} {
		change, err := withError(readStatus(t, strings.ReplaceAll(test.text, ": T", ": "+spelling.FormatTime(now))).set(map[string]string{statusStage: "b"}, now))
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, test.name, change.Text, strings.ReplaceAll(test.want, ": T", ": "+spelling.FormatTime(now)))
	}
}

func TestStatusReading(t *testing.T) {
	s := readStatus(t, "\ufeffSTATUS: WAITING_FOR_PRIMARY - for the second time\r\nLAST_UPDATE: 2026-01-15 14:30\r\nISSUES: \r\nWAVE: 2")
	if v, ok := s.get(statusStatus); v != "WAITING_FOR_PRIMARY - for the second time" || !ok {
		t.Errorf("%q, %t", v, ok)
	}
	if v, ok := s.get("ISSUES"); v != "" || !ok {
		t.Errorf("%q, %t", v, ok)
	}
	if _, ok := s.get(statusStage); ok {
		t.Error("a missing key is found")
	}
	if at, ok := updated(s); !ok || !at.Equal(time.Date(2026, 1, 15, 14, 30, 0, 0, time.UTC)) {
		t.Errorf("%v, %t", at, ok)
	}
	if _, ok := updated(readStatus(t, "UPDATED: N/A\n")); ok {
		t.Error("N/A is read as a time")
	}
	all := parse(t, `{"current_step": "s"}`).statusValues()
	if !maps.Equal(all, map[string]string{statusBlockers: "none", statusNext: "s"}) {
		t.Errorf("%v", all)
	}
}

func TestAhead(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                  false,
		"STAGE: S2.P2\nSTATUS: IN_PROGRESS": false,
		"STAGE: S2.P1\nUPDATED: 2026-01-15T14:30:00Z": false,
		"STAGE: S2.P3":                      true,
		"STAGE: s10":                        true,
		"STAGE: later":                      false,
		"STATUS: complete":                  true,
		"STATUS: S2.P2_COMPLETE":            true,
		"STATUS: Completed":                 true,
		"STATUS: S2P1_COMPLETE - for Ada":   true,
		"STATUS: ready for sync":            true,
		"STATUS: INCOMPLETE":                false,
		"STATUS: NOT DONE":                  false,
		"STATUS: WAITING_FOR_PRIMARY":       false,
		"STAGE: S2.P1\nSTAGE: S3":           true,
		"UPDATED: 2026-01-15T14:30:01Z":     true,
		"LAST_UPDATE: 2026-01-15T14:30:01Z": true,
		"UPDATED: soon":                     false,
	} {
		if got := readStatus(t, text).ahead(parse(t, sample)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	if done := parse(t, with(t, InProgress, Complete)); readStatus(t, "STATUS: COMPLETE").ahead(done) || (*Status)(nil).ahead(done) {
		t.Error("a finished feature is not ahead of a finished checkpoint, nor is a file that does not exist")
	}
}
