package agents

import (
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

func TestNew(t *testing.T) {
	change, err := newFile(Beat{ID: "Secondary-B", Session: "u-1", Feature: "feature_03_é", Next: []string{"Read the guide", "Research"}}, now)
	if err != nil {
		t.Fatal(err)
	}
	protocoltest.Equal(t, "file", change.Text, `{
  "agent_id": "Secondary-B",
  "agent_type": "secondary",
  "session_id": "u-1",
  "feature": "feature_03_é",
  "stage": "S2.P1",
  "phase": "Starting",
  "last_checkpoint": "2026-01-15T15:00:05Z",
  "next_checkpoint_expected": "2026-01-15T15:15:05Z",
  "status": "IN_PROGRESS",
  "can_resume": true,
  "blockers": [],
  "files_modified": [],
  "recovery_instructions": "No work is recorded yet: start at the beginning of the guide for S2.P1.",
  "current_step": "Getting started",
  "completed_steps": [],
  "next_steps": [
    "Read the guide",
    "Research"
  ],
  "coordination_state": {
    "last_inbox_check": "2026-01-15T15:00:05Z",
    "unread_messages": 0,
    "last_epic_readme_update": "2026-01-15T15:00:05Z",
    "last_status_update": "2026-01-15T15:00:05Z"
  }
}
`)
	if problems := change.After.check(); len(problems) != 0 || len(change.Notes) != 0 {
		t.Errorf("problems %q, notes %q", messages(change.After, problems), change.Notes)
	}
	keys := change.After.Doc.Root.Members
	if len(keys) != protocolFields {
		t.Errorf("%d keys", len(keys))
	}
	for i, m := range keys {
		if m.Key != checkpointFields().Fields[i].Name {
			t.Errorf("key %d is %q, want %q", i, m.Key, checkpointFields().Fields[i].Name)
		}
	}
	waiting, err := newFile(Beat{ID: "Secondary-B", Session: "1", Feature: "f", Status: Waiting, CanResume: ptr(false), unread: ptr(4)}, now)
	if err != nil {
		t.Fatal(err)
	}
	can, known := waiting.After.CanResume()
	if unread, _ := waiting.After.Unread(); can || !known || unread != 4 || waiting.After.Age(now).Class != Resting {
		t.Errorf("%s", waiting.Text)
	}
	primary, err := newFile(Beat{ID: "Agent-Primary", Session: "1"}, now)
	if err != nil || primary.After.Base() != "primary.json" || primary.After.Str(typeKey) != Primary {
		t.Errorf("%+v, %v", primary, err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, test := range []struct {
		start Beat
		part  string
	}{
		{Beat{Session: "1"}, "no checkpoint file can"},
		{Beat{ID: "--", Session: "1"}, "no checkpoint file can"},
		{Beat{ID: "../x", Session: "1"}, "no checkpoint file can"},
		{Beat{ID: "Secondary-É", Session: "1"}, "no checkpoint file can"},
		{Beat{ID: "secondary_a_crashed_12", Session: "1"}, "no checkpoint file can"},
		{Beat{ID: "Secondary-1", Session: "1"}, "ignore its file secondary_1.json"},
		{Beat{ID: "worker", Session: "1"}, "would ignore"},
		{Beat{ID: "Secondary-A", Session: "1", Stage: "x"}, "expected a stage"},
	} {
		_, err := newFile(test.start, now)
		wantRequest(t, err, test.part)
	}
}

func TestResume(t *testing.T) {
	c := parse(t, strings.Replace(sample, `"IN_PROGRESS"`, `"WAITING"`, 1))
	change, err := c.Resume("new one", now)
	if err != nil {
		t.Fatal(err)
	}
	equalAll(t, "keys", changedKeys(c, change.After), []string{SessionKey, lastKey, expectedKey, statusKey})
	equalAll(t, "did", change.Did, []string{`resumed Secondary-A in session "new one"`})
	if change.After.Str(SessionKey) != "new one" || change.After.Status() != InProgress {
		t.Errorf("%s", change.Text)
	}
	if again, err := change.After.Resume("new one", now); err != nil || isChanged(again) {
		t.Errorf("again: %+v, %v", again, err)
	}
	forced, err := parse(t, with(t, `"can_resume": true`, `"can_resume": false`)).Resume("s", now)
	if err != nil || forced.After.Doc.File.Slice(forced.After.span(canResumeKey)) != "false" || len(forced.Notes) != 1 {
		t.Errorf("%+v, %v", forced, err)
	}
	unsure, err := parse(t, thin).Resume("s", now)
	if err != nil || unsure.After.Status() != InProgress {
		t.Errorf("%+v, %v", unsure, err)
	}
}

func TestTakeover(t *testing.T) {
	c := parse(t, with(t, `"blockers": []`, `"blockers": ["no account"]`))
	s, err := c.succeed(Takeover{As: "Secondary-C", Session: "u-2"}, now, "secondary_a.json", "secondary_a_crashed_1768489205.json")
	if err != nil {
		t.Fatal(err)
	}
	after := s.After
	if s.Archive != "secondary_a_crashed_1768489206.json" || after.Base() != "secondary_c.json" {
		t.Errorf("%+v", s)
	}
	for key, want := range map[string]string{
		idKey: "Secondary-C", SessionKey: "u-2", featureKey: c.Feature(), stageKey: c.Stage(), PhaseKey: c.Str(PhaseKey), statusKey: Blocked,
		instructionsKey: c.Str(instructionsKey), stepKey: c.Step(), previousKey: "Secondary-A", lastKey: spelling.FormatTime(now),
		notesKey: "Taken over from Secondary-A on 2026-01-15T15:00:05Z: status IN_PROGRESS, last checkpoint 2026-01-15T14:30:00Z; its file is now secondary_a_crashed_1768489206.json.",
	} {
		if after.Str(key) != want {
			t.Errorf("%s is %q, want %q", key, after.Str(key), want)
		}
	}
	for _, key := range []string{blockersKey, filesKey, CompletedKey, nextKey} {
		equalAll(t, key, texts(after.Items(key)), texts(c.Items(key)))
	}
	equalAll(t, "problems", messages(after, after.check()), messages(c, parse(t, with(t, `"blockers": []`, `"blockers": ["no account"]`)).checkSchema()))
	_, err = c.succeed(Takeover{As: "..", Session: "1"}, now)
	wantRequest(t, err, "no checkpoint file can")
	few, err := parse(t, `{"stage": "nearly", "next_steps": ["a", {"b": 1}], "completed_steps": ["a", "c"], "current_step": "c"}`).succeed(Takeover{Session: "1", Notes: "as told"}, now)
	if err != nil {
		t.Fatal(err)
	}
	after = few.After
	equalAll(t, "steps", append(texts(after.Next()), texts(after.Items(CompletedKey))...), []string{"a", `{"b": 1}`})
	if after.Stage() != "nearly" || after.Str(notesKey) != "as told" || after.ID() != "Secondary-A" {
		t.Errorf("%s", few.Text)
	}
}

func TestTakeoverKeeps(t *testing.T) {
	const text = `{
  "agent_id": "Secondary-A", "agent_type": "secondary", "session_id": "1", "feature": "f", "stage": "S2.P2", "phase": "p",
  "last_checkpoint": "2026-01-15T14:30:00Z", "next_checkpoint_expected": "N/A", "status": "PAUSED", "can_resume": false,
  "blockers": "no account", "files_modified": null, "recovery_instructions": {"a": 1}, "current_step": "s",
  "completed_steps": [{"step": 1.50}, null, "x"], "next_steps": {"a": ["b"]},
  "coordination_state": {"last_inbox_check": "2026-01-15T14:28:00Z", "unread_messages": 3, "mine": 1e3, "last_epic_readme_update": "pending", "last_status_update": null},
  "ready_for_sync": null, "s2_completion": {"é": [1, 2.0]}
}
`
	c := parse(t, text)
	s, err := c.succeed(Takeover{Session: "2"}, now)
	if err != nil {
		t.Fatal(err)
	}
	after := s.After
	equalAll(t, "changed keys", changedKeys(c, after), []string{
		SessionKey, lastKey, expectedKey, statusKey, canResumeKey, previousKey, notesKey,
	})
	bare, err := parse(t, "{}").succeed(Takeover{Session: "2", statusFile: true}, now)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(bare.Change.After.Doc.Root.Members); n != protocolFields+2 {
		t.Errorf("%d keys of an empty file:\n%s", n, bare.Change.Text)
	}
	read := bare.Change.After.Doc.Root.Get(coordinationKey, inboxCheckKey)
	if at, _ := bare.Change.After.Doc.Root.Get(coordinationKey, statusUpdateKey).Str(); !read.IsNull() || at != spelling.FormatTime(now) {
		t.Errorf("%s", bare.Change.Text)
	}
}

func TestAbort(t *testing.T) {
	begun := strings.NewReplacer(`[ "Read the guide",   "Wrote sections 1-4" ]`, "[]", "[\n    \"feature_02_penalty/spec.md\",\n    \"EPIC_README.md\"\n  ]", "[]").Replace(sample)
	at := func(time string) string { return strings.Replace(begun, "14:30:00Z", time, 1) }
	const backup = BackupDir + "/secondary_a_20260115_140000.json"
	for name, test := range map[string]struct{ text, backup, part string }{
		"work of an unknown length":     {sample, "", "2 completed steps and 2 modified files"},
		"a second less than 30 minutes": {sample, at("14:00:01Z"), ""},
		"30 minutes":                    {sample, at("14:00:00Z"), "less than 30 minutes of work"},
		"a backup with work":            {sample, sample, "less than 30 minutes of work"},
		"nothing is recorded":           {begun, "", ""},
	} {
		tree := fstest.MapFS{samplePath: {Data: []byte(test.text)}}
		d := &Draft{read: &protocol.Reader{Tree: tree}, names: []string{path.Base(samplePath)}}
		if test.backup != "" {
			tree[backup] = &fstest.MapFile{Data: []byte(test.backup)}
		}
		if err := d.littleWork(parse(t, test.text)); test.part != "" {
			wantRefused(t, err, test.part)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCorrupt(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, " ": true, "{": true, sample[:30]: true, "[]": true, "null": true, "{} x": true, "// a\n{}": true,
		"{}": false, " {\"a\": 1}\r\n": false, "\ufeff{}": false, `{"a": 1, "a": 2}`: false, "{\"a\": \"\xe9\"}": false, sample: false,
	} {
		_, err := Parse(samplePath, text)
		if got := (&current{err: err}).corrupt(); got != want {
			t.Errorf("corrupt of %.20q is %t", text, got)
		}
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse("x.json", "[1]"); err == nil || err.Error() != "x.json:1:1: expected a JSON object, found an array" {
		t.Errorf("%v", err)
	}
	for text, want := range map[string]struct {
		cause error
		place string
	}{
		"":                               {jsondoc.ErrSyntax, "1:1"},
		"[1]":                            {jsondoc.ErrNotObject, "1:1"},
		"\n null":                        {jsondoc.ErrNotObject, "2:2"},
		"{\"a\": 1} x":                   {jsondoc.ErrSyntax, "1:10"},
		"{\n// c\n}":                     {jsondoc.ErrSyntax, "2:1"},
		"{\"a\": 1,\n\"a\": 2}":          {jsondoc.ErrDuplicateKey, "2:1"},
		"{\"a\": \"\xff\"}":              {jsondoc.ErrNotUTF8, "1:8"},
		"{\"agent_id\": \"Secondary-A\"": {jsondoc.ErrSyntax, "1:27"},
		strings.Repeat("[", 1<<20):       {jsondoc.ErrTooDeep, "1:1001"},
		strings.Repeat(" ", 1<<20) + "{": {jsondoc.ErrTooLarge, ""},
	} {
		_, err := Parse("x.json", text)
		wantPlace(t, err, want.cause, want.place)
		if lock := ParseLock(text); !strings.HasPrefix(lock.Name, "an unknown agent, because the lock cannot be read") {
			t.Errorf("lock: %+v", lock)
		}
	}
}
