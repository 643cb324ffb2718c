package change

import (
	"errors"
	"strings"
	"testing"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

const (
	own       = "secondary_a.json"
	ownBackup = agents.BackupDir + "/secondary_a_20260115_130000.json"
	stale     = "# Epic\n<!-- BEGIN SECONDARY-A PROGRESS -->\nSecondary-A: STALE since 14:00\n<!-- END SECONDARY-A PROGRESS -->\n"
)

func asBeat(b agents.Beat, feature string) func(*agents.Draft) {
	b.ID = "Secondary-A"
	return func(d *agents.Draft) {
		b.Session, b.Feature = "s", feature
		d.Beat(own, b, false)
	}
}

func resume(d *agents.Draft) { d.Resume(own, "s2", true) }

func abort(d *agents.Draft) { d.Abort(own, "", true) }

func TestNotes(t *testing.T) {
	older := strings.Replace(agentSample, "T14:00", "T13:00", 1)
	box := agents.Inbox("Secondary-A")
	for _, c := range []struct {
		want  string
		files map[string]string
		do    func(*agents.Draft)
	}{
		{"secondary_a.json has no readable backup, so mdck created a new checkpoint from the flags of this command", nil, asBeat(agents.Beat{Stage: "S2.P1", Instructions: "go on"}, "feature_02")},
		{"secondary_a.json was restored from " + ownBackup + "; ", map[string]string{ownBackup: older}, beat("two")},
		{"secondary_a.json was corrupt and was moved aside", map[string]string{file: "{"}, beat("two")},
		{"secondary_a.json has no readable backup, so mdck created a new checkpoint from the flags of this command", map[string]string{file: "{"}, beat("two")},
		{"secondary_a.json was restored from " + ownBackup + "; ", map[string]string{file: "{", ownBackup: older}, beat("two")},
		{"to read the 1 unread message: mdck agents inbox Secondary-A --read", map[string]string{file: agentSample, box: "## Message 1 ⏳ UNREAD\n"}, beat("two")},
		{statusFile + " was not changed: " + statusFile + ":1:1: ", map[string]string{file: agentSample, statusFile: "\xff"}, beat("two")},
		{statusFile + " was not changed, because it belongs to Secondary-B", map[string]string{file: agentSample, "agent_checkpoints/secondary_b.json": "{}", statusFile: "AGENT_ID: Secondary-B\n"}, beat("two")},
		{"unread messages were not counted: " + box + ":1:1: ", map[string]string{file: agentSample, box: "\xff"}, beat("two")},
		{"the unreadable secondary_a.json is now in the archive", map[string]string{file: "{", ownBackup: older}, func(d *agents.Draft) { d.Restore(own, "") }},
		{"secondary_a.json could not be read; the work continues from " + ownBackup, map[string]string{file: "{", ownBackup: older}, takeover},
		{"secondary_a.json could not be read and has no backup", map[string]string{file: "{"}, takeover},
		{"message 1 in " + box + " is an unread warning, so no other warning was sent", map[string]string{file: agentSample}, func(d *agents.Draft) { d.Warn(own, true) }},
	} {
		e := epicWith(t, c.files)
		if strings.HasPrefix(c.want, "message 1") {
			_, err := e.do(c.do)
			must(t, err)
		}
		made, err := e.do(c.do)
		must(t, err)
		if notes := strings.Join(made.Notes, "\n"); !strings.Contains("\n"+notes, "\n"+c.want) {
			t.Errorf("want a note %q, found\n%s", c.want, notes)
		}
	}
}

func TestWritten(t *testing.T) {
	const other = "agent_checkpoints/secondary_c.json"
	for name, c := range map[string]struct {
		do     func(*agents.Draft)
		shown  string
		ledger string
	}{
		"beat":     {beat("two"), file + " " + statusFile, file + " " + statusFile},
		"resume":   {resume, file + " " + statusFile, file + " " + statusFile},
		"takeover": {takeover, "agent_checkpoints/secondary_a_crashed_1768489200.json " + file + " " + other + " " + statusFile, file + " " + other + " " + statusFile},
		"the same": {func(d *agents.Draft) {
			d.Takeover(own, agents.Takeover{Session: "s2", Notes: "gone"})
		}, "agent_checkpoints/secondary_a_crashed_1768489200.json " + file + " " + statusFile, file + " " + statusFile},
		"abort":    {abort, "agent_checkpoints/secondary_a_aborted_1768489200.json " + file, file},
		"escalate": {escalate("me"), agents.EpicFile, agents.EpicFile},
		"create": {func(d *agents.Draft) {
			d.Create("secondary_c.json", agents.Beat{ID: "Secondary-C", Session: "s", Feature: "feature_02"}, false)
		}, other + " " + statusFile, other + " " + statusFile},
		"warn": {func(d *agents.Draft) { d.Warn(own, true) }, agents.Inbox("Secondary-A"), agents.Inbox("Secondary-A")},
	} {
		e := epicWith(t, map[string]string{file: agentSample, statusFile: status, agents.EpicFile: readme})
		made, err := e.do(c.do)
		must(t, err)
		var shown, ledger []string
		for _, f := range made.Reported() {
			shown = append(shown, f.Name)
			if gone := e.text(t, f.Name) == ""; gone != f.Gone || !gone && e.text(t, f.Name) != f.After {
				t.Errorf("%s: %s is %q", name, f.Name, e.text(t, f.Name))
			}
		}
		for _, l := range made.Ledger {
			ledger = append(ledger, l.Path)
		}
		if got := strings.Join(shown, " "); got != c.shown {
			t.Errorf("%s: changed %s, want %s", name, got, c.shown)
		}
		if got := strings.Join(ledger, " "); got != c.ledger {
			t.Errorf("%s: the ledger has %q, want %q", name, got, c.ledger)
		}
	}
}

func TestStaleCleared(t *testing.T) {
	for name, do := range map[string]func(*agents.Draft){"beat": beat("two"), "resume": resume, "takeover": takeover} {
		e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: stale})
		_, err := e.do(do)
		must(t, err)
		if got := e.text(t, agents.EpicFile); got != strings.Replace(stale, "Secondary-A: STALE since 14:00\n", "", 1) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestRecreated(t *testing.T) {
	for _, files := range []map[string]string{nil, {file: "{"}} {
		e := epicWith(t, files)
		_, err := e.do(asBeat(agents.Beat{Stage: "S2.P1", Instructions: "go on", Done: []string{"two"}}, "feature_02"))
		must(t, err)
		if c, err := agents.Parse(file, e.text(t, file)); err != nil || c.ID() != "Secondary-A" || len(c.Items(agents.CompletedKey)) != 1 {
			t.Errorf("of %v: %q (%v)", files, e.text(t, file), err)
		}
	}
}

func TestTooYoung(t *testing.T) {
	e := epicWith(t, map[string]string{file: strings.Replace(agentSample, "T14:00", "T14:50", 1), agents.EpicFile: readme})
	for what, do := range map[string]func(*agents.Draft){
		"warn":     func(d *agents.Draft) { d.Warn(own, false) },
		"escalate": func(d *agents.Draft) { d.Escalate(own, "me", false) },
	} {
		_, err := e.do(do)
		if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused {
			t.Errorf("%s: want a refusal, found %v", what, err)
		}
	}
}

func TestAbortUnreadable(t *testing.T) {
	e := epicWith(t, map[string]string{file: "{"})
	_, err := e.do(abort)
	must(t, err)
	if got := e.text(t, "agent_checkpoints/secondary_a_aborted_1768489200.json"); got != "{" || e.text(t, file) != "" {
		t.Errorf("the archive is %q, the file %q", got, e.text(t, file))
	}
}
