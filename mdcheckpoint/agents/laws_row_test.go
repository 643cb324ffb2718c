package agents

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// Each test covers a row of the protocol's table of contradictions.

// TestRow02Thresholds: the companion document says "from 30" and "from 60"; mdck follows the
// script, which says "after".
func TestRow02Thresholds(t *testing.T) {
	c := parse(t, sample)
	last, _ := c.Last()
	for _, test := range []struct {
		age     time.Duration
		minutes int
		class   Class
	}{
		{-time.Hour, -60, Active},
		{-30 * time.Second, 0, Active},
		{0, 0, Active},
		{30*time.Minute - time.Second, 29, Active},
		{31*time.Minute - time.Nanosecond, 30, Active},
		{31 * time.Minute, 31, Warning},
		{61*time.Minute - time.Nanosecond, 60, Warning},
		{61 * time.Minute, 61, Stale},
		{400 * 24 * time.Hour, 576000, Stale},
	} {
		if got := c.Age(last.Add(test.age)); got != (Age{test.minutes, true, test.class}) {
			t.Errorf("after %v: %+v, want %d %s", test.age, got, test.minutes, test.class)
		}
	}
}

func TestRow03Takeover(t *testing.T) {
	c := parse(t, sample)
	s, err := c.succeed(Takeover{Session: "9"}, now)
	if err != nil || s.After.Base() != "secondary_a.json" || s.Archive != "secondary_a_crashed_1768489205.json" {
		t.Errorf("%+v, %v", s, err)
	}
	if KindOf("secondary_a_new.json") != Odd || !Odd.isAgent() {
		t.Error("secondary_a_new.json is not read as the checkpoint of an agent")
	}
	odd, err := Parse("agent_checkpoints/secondary_a_new.json", sample)
	if err != nil {
		t.Fatal(err)
	}
	equalAll(t, "problems", messages(odd, odd.checkName()), []string{`2:15: warning: "agent_id" is "Secondary-A", but the file is named "secondary_a_new.json"; expected "secondary_a.json" [name]`})
}

func TestRow04Backups(t *testing.T) {
	var names []string
	for range 12 {
		name := backupName("secondary_a.json", now, names)
		if Backups("secondary_a.json", append(names, name))[0] != name {
			t.Fatalf("%s is not the newest beside %q", name, names)
		}
		names = append(names, name)
	}
	equalAll(t, "first names", names[:3], []string{"secondary_a_20260115_150005.json", "secondary_a_20260115_150006.json", "secondary_a_20260115_150007.json"})
	earlier := backupName("secondary_a.json", now.Add(-time.Hour), names)
	protocoltest.Equal(t, "name when the clock was set back", earlier, "secondary_a_20260115_150017.json")
}

func TestRow05IDs(t *testing.T) {
	for id, want := range map[string]string{
		"Agent-Primary": "primary", "Primary": "primary", "primary": "primary", " PRIMARY ": "primary", "agent_primary": "primary",
		"Secondary-A": "secondary_a", "secondary-a": "secondary_a", "secondary_a": "secondary_a", "Agent-Secondary-A": "secondary_a", "Secondary A": "secondary_a",
		"": "", "KAI-7": "kai_7",
	} {
		if got := foldID(id); got != want {
			t.Errorf("%q is folded to %q, want %q", id, got, want)
		}
	}
	for id, want := range map[string]string{"Secondary-A": "agent_comms/primary_to_secondary_a.md", "Agent-Primary": "", "../x": "", "": ""} {
		if got := Inbox(id); got != want || (outbox(id) == "") != (want == "") {
			t.Errorf("%q reads %q and writes %q, want %q", id, got, outbox(id), want)
		}
	}
	for name, want := range map[string]string{
		"primary.json":       `"agent_id" is "Secondary-A", but the file is named "primary.json"; expected "secondary_a.json"`,
		"Secondary-A.json":   `expected "secondary_a.json"`,
		"secondary_a.json":   "",
		"secondary_a_1.json": `expected "secondary_a.json"`,
	} {
		c, err := Parse("x/agent_checkpoints/"+name, sample)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(messages(c, c.checkName()), "\n")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRow06LockTimes: mdck writes the time at which a lock expires, because the scripts compare
// times wrongly.
func TestRow06LockTimes(t *testing.T) {
	text := NewLock("Secondary-A", "s1", "update the epic", protocol.LockOwner{Since: now})
	if l := ParseLock(text); !l.Until.Equal(now.Truncate(time.Second).Add(LockLasts)) {
		t.Errorf("%+v", l)
	}
}

// TestRow08OneTitle: mdck writes the title once; the scripts repeat it with each message.
func TestRow08OneTitle(t *testing.T) {
	m := readMessages(t, "")
	for range 3 {
		change, err := withError(m.addNote(draftNote{Subject: "s"}, messagesTitle("Agent-Primary", "Secondary-A"), now))
		if err != nil {
			t.Fatal(err)
		}
		m = readMessages(t, change.Text)
		if len(m.Titles) != 1 || len(m.check()) != 0 {
			t.Errorf("%d titles in\n%s", len(m.Titles), change.Text)
		}
	}
	twice := readMessages(t, "# Messages: a\n\n# Messages: a\n\n## Message 1 (2026-01-15) ✅ READ\n")
	problems := twice.check()
	if len(problems) != 1 || problems[0].Severity == lint.Error || twice.File.Line(problems[0].Span.Start) != 3 {
		t.Errorf("problems %+v", problems)
	}
	if change, err := withError(twice.addNote(draftNote{Subject: "s"}, "# Messages: a", now)); err != nil || strings.Count(change.Text, "# Messages: a\n") != 2 {
		t.Errorf("%v, %+v", err, change)
	}
}

// TestRow09ExactNames: mdck matches whole names; the patterns of the scripts match too much.
func TestRow09ExactNames(t *testing.T) {
	for name, want := range map[string]Kind{
		"primary.json": Standard, "secondary_a.json": Standard, "secondary_abc.json": Standard,
		"secondary_a_crashed_1768487400.json": Crashed, "primary_aborted_1.json": Aborted, "secondary-h_crashed_1.json": Crashed,
		"secondary_a_20260115_143000.json": Backup,
		"secondary-h.json":                 Odd, "secondary_a_new.json": Odd, "secondary-a-1769654893.json": Odd, "secondary_a_crashed.json": Odd,
		"secondary_a_crashed_x.json": Odd, "secondary_.json": Odd, "Secondary_A.json": Odd, "secondary_a_20261315_143000.json": Odd,
		"agent-primary.json": Odd, "Agent-Primary.json": Odd, "Secondary-A.json": Odd,
		"_crashed_1.json": Other, "notes.json": Other, "package.json": Other, "schema.json": Other, "messages.json": Other, "secondary.json": Other, "primary_old.json": Other,
		"secondary_a.json.tmp": NoAgent, ".json": NoAgent, ".secondary_a.json": NoAgent, "secondary_a": NoAgent, "": NoAgent,
		"backups/secondary_a.json": NoAgent, "secondary_a.JSON": NoAgent,
	} {
		if got := KindOf(name); got != want {
			t.Errorf("%q is %d, want %d", name, got, want)
		}
	}
	names := []string{"secondary_a_new_20260115_143000.json", "secondary_a_20260115_143000.json", "secondary_a_20260114_143000.json", "secondary_a.json", "secondary_ab_20260115_143000.json"}
	equalAll(t, "backups", Backups("secondary_a.json", names), []string{"secondary_a_20260115_143000.json", "secondary_a_20260114_143000.json"})
	equalAll(t, "backups", Backups("secondary_a_new.json", names), []string{"secondary_a_new_20260115_143000.json"})
	tree := fstest.MapFS{}
	for _, name := range []string{"secondary_a.json", "secondary_a_crashed_1.json", "secondary_a_aborted_2.json", "secondary_a_20260115_143000.json", "backups/secondary_a_20260115_143000.json", "note.txt"} {
		tree["agent_checkpoints/"+name] = &fstest.MapFile{Data: []byte(sample)}
	}
	f, err := ReadFolder(tree, "agent_checkpoints")
	if err != nil || len(f.Agents) != 1 || f.Agents[0].Err != nil || len(f.Archives) != 2 || len(f.Agents[0].Same) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestRow10Times(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-15T14:30:00Z": "2026-01-15T14:30:00Z", "2026-01-15T14:30:00.5+01:00": "2026-01-15T13:30:00Z", "2026-01-15": "2026-01-15T00:00:00Z", "2026-01-15 14:30": "2026-01-15T14:30:00Z",
		"N/A": "", "PAUSED": "", "pending": "", "": "", "N/A (waiting for sync)": "", "2026-01-15T14:30:00": "", "1768487400": "", "yesterday": "",
	} {
		at, ok := readTime(text)
		if ok != (want != "") || ok && spelling.FormatTime(at) != want {
			t.Errorf("%q is %v, %t, want %q", text, at, ok, want)
		}
	}
}

// TestRow11TenBackups: "the last 10 checkpoints" means 10 backups in addition to the current file.
func TestRow11TenBackups(t *testing.T) {
	names := []string{"secondary_ab_20250115_143000.json"}
	surplus := func() []string {
		read := &protocol.Reader{Now: now.Add(time.Minute), Tree: fstest.MapFS{}}
		for _, name := range names {
			read.Tree.(fstest.MapFS)[BackupDir+"/"+name] = &fstest.MapFile{}
		}
		change := &protocol.Change{Files: []protocol.File{{Name: CheckpointDir + "/secondary_a.json", Before: "{}", After: "{}\n", Exists: true}}}
		if err := backUp(read, change); err != nil {
			t.Fatal(err)
		}
		return change.Surplus
	}
	for i := range 9 {
		names = append(names, backupName("secondary_a.json", now.Add(time.Duration(i)*time.Second), names))
	}
	if extra := surplus(); len(extra) != 0 {
		t.Errorf("surplus %q of 10", extra)
	}
	names = append(names, backupName("secondary_a.json", now.Add(time.Minute), names))
	equalAll(t, "surplus", surplus(), []string{BackupDir + "/" + names[1]})
}

// TestRow12Statuses: an unknown word in capitals is a warning, any other text an error.
func TestRow12Statuses(t *testing.T) {
	for status, warned := range map[string]bool{"IN_PROGRESS": false, "WAITING": false, "WAITING_FOR_SYNC": true, "PAUSED": true, "nearly done": true, "in_progress": true, "": true} {
		c := parse(t, with(t, `"IN_PROGRESS"`, `"`+status+`"`))
		problems := c.check()
		if (len(problems) > 1) != warned { // the unknown key of the sample
			t.Errorf("%s: %q", status, messages(c, problems))
		}
		for _, p := range problems {
			if (p.Severity == lint.Error) == (p.Rule == schemaRule && isStatus(status)) && strings.Contains(p.Message, `"status"`) {
				t.Errorf("%s: %q", status, messages(c, problems))
			}
		}
	}
	c := parse(t, sample)
	change := beat(t, c, Beat{Status: "waiting-for-sync"})
	if change.After.Status() != "WAITING_FOR_SYNC" || len(change.Notes) != 1 {
		t.Errorf("%q, notes %q", change.After.Status(), change.Notes)
	}
	for _, status := range []string{"waiting: for sync", "é", "1", "…"} {
		_, err := c.Beat(Beat{Status: status}, now)
		wantRequest(t, err, "expected one of IN_PROGRESS, WAITING, BLOCKED, COMPLETE")
	}
}

// TestRow13CanResume: can_resume false means that only a person can resume the agent.
func TestRow13CanResume(t *testing.T) {
	late := now.Add(24 * time.Hour)
	for _, test := range []struct {
		status, can string
		class       Class
	}{
		{`"COMPLETE"`, "false", Resting}, {`"WAITING"`, "false", Resting}, {`"WAITING_FOR_SYNC"`, `"false"`, Resting}, {`"complete"`, "false", Resting},
		{`"COMPLETE"`, "true", Resting}, {`"complete"`, "null", Resting}, {`"Completed"`, "true", Resting}, {`"DONE"`, "true", Resting}, {`"NOT_COMPLETE"`, "true", Stale}, {`"S2.P1_COMPLETE"`, "true", Stale},
		{`"WAITING"`, "true", Stale}, {`"WAITING"`, "null", Stale}, {`"IN_PROGRESS"`, "false", Stale}, {`"BLOCKED"`, "false", Stale},
		{`"WAITINGROOM"`, "false", Stale}, {"null", "false", Stale},
	} {
		c := parse(t, strings.Replace(with(t, `"IN_PROGRESS"`, test.status), `"can_resume": true`, `"can_resume": `+test.can, 1))
		if got := c.Age(late).Class; got != test.class {
			t.Errorf("%s with %s is %s, want %s", test.status, test.can, got, test.class)
		}
		err := c.refusal(resumeTransition)
		if strings.Contains(test.can, "false") {
			if refused, ok := errors.AsType[*protocol.Refused](err); !ok || !strings.Contains(refused.Error(), `"can_resume" of Secondary-A is false`) {
				t.Errorf("%s: %v", test.can, err)
			}
		} else if (err != nil) != (test.class == Resting) {
			t.Errorf("%s: %v", test.can, err)
		}
		if _, err := c.Resume("s", now); err != nil {
			t.Errorf("%s: %v", test.can, err)
		}
	}
}

func TestRow14Stages(t *testing.T) {
	for stage, ok := range map[string]bool{"S2.P1": true, "S2.P3": true, "S3": true, "S10.P12": true, "S": false, "S2.": false, "S2.P": false, "s2.p1": false, "S2.P1 ": false, "X S2": false, "": false} {
		if isStage(stage) != ok {
			t.Errorf("%q: %t", stage, !ok)
		}
	}
	c := parse(t, with(t, `"S2.P2"`, `"specification"`))
	equalAll(t, "problems", messages(c, c.checkSchema())[:1], []string{`6:12: warning: "stage" is "specification"; expected a stage such as S2.P1 [schema]`})
	if change := beat(t, c, Beat{Stage: "s2.p3"}); change.After.Stage() != "S2.P3" {
		t.Errorf("stage %q", change.After.Stage())
	}
	_, err := c.Beat(Beat{Stage: "P1"}, now)
	wantRequest(t, err, "expected a stage such as S2.P1")
}

// TestRow15LocalStamps: checkpoints have times in UTC, messages have local times without a zone.
func TestRow15LocalStamps(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	m := readMessages(t, "")
	change, err := withError(m.addNote(parse(t, sample).warningNote(now.In(zone)), "# Messages", now.In(zone)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"## Message 1 (2026-01-15 17:00) ⏳ UNREAD", "at 2026-01-15 16:30 (30 minutes ago)"} {
		if !strings.Contains(change.Text, part) {
			t.Errorf("no %q in\n%s", part, change.Text)
		}
	}
	beaten, err := parse(t, sample).Beat(Beat{}, now.In(zone))
	if err != nil || beaten.After.Str(lastKey) != "2026-01-15T15:00:05Z" {
		t.Errorf("%v, %v", beaten, err)
	}
}

func TestRow16Order(t *testing.T) {
	one, two := "## Message 1 (2026-01-15 15:00) ✅ READ\n**Subject:** a\n", "## Message 2 (2026-01-15 16:00) ⏳ UNREAD\n**Subject:** b\n"
	three := "## Message 3 (2026-01-15 15:00) ⏳ UNREAD\n**Subject:** c\n"
	for _, test := range []struct{ name, text, want string }{
		{"newest first", "# M\n\n" + two + "\n" + one, "# M\n\n" + three + "\n" + two + "\n" + one},
		{"oldest first", "# M\n\n" + one + "\n" + two, "# M\n\n" + one + "\n" + two + "\n" + three},
		{"oldest first, before a section", "# M\n\n" + one + "\n" + two + "\n\n## Notes\nx\n", "# M\n\n" + one + "\n" + two + "\n" + three + "\n\n## Notes\nx\n"},
		{"no numbers", "# M\n\n## Message (2026-01-15 15:00)\nx\n\n## Message (2026-01-15 16:00)\ny\n", "# M\n\n## Message (2026-01-15 15:00)\nx\n\n## Message (2026-01-15 16:00)\ny\n\n" + three},
	} {
		for _, style := range styles[:4] {
			m := readMessages(t, style.Of(test.text))
			change, err := withError(m.addNote(draftNote{Subject: "c"}, "# M", now))
			if err != nil {
				t.Fatal(err)
			}
			protocoltest.Equal(t, test.name+", "+style.Name, change.Text, style.Of(test.want))
		}
	}
	m := readMessages(t, "# M\n\n"+one)
	change, err := withError(m.addNote(draftNote{Subject: "b"}, "# M", now))
	if err != nil || strings.Index(change.Text, "Message 2") > strings.Index(change.Text, "Message 1") {
		t.Errorf("with one message, the new one is not the first, as in the documents: %v\n%s", err, change.Text)
	}
}
