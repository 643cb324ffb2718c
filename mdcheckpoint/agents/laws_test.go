package agents

import (
	"path"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"mdck/internal/spelling"
	"mdck/lint"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

var hostile = []string{
	"plain", "", " ", "none", "N/A", "null", "a\nb", "a\r\nb", "\x00", "\x1b[2J", "\ufeff", "\u2028", "\xff", `"`, `\`, "é：", "},{", "<!-- a -->", "-->", "--",
	"# a", "## Message 9 ⏳ UNREAD", "**Subject:** x", "```", "A: b", "UPDATED: x", "../x", "/", "Agent-", "İ", "ſecondary", "STALE",
}

func checkChange(t *testing.T, text string, change *Change) {
	t.Helper()
	if isChanged(change) != (change.Text != text) {
		t.Errorf("%q becomes %q, and %q is done", text, change.Text, change.Did)
	}
}

func beats(one, two string) []Beat {
	return []Beat{
		{}, {Step: one, Phase: two}, {Done: []string{one, two}}, {Next: []string{one, two}}, {Done: []string{one}, Next: []string{two}},
		{Files: []string{one, two}}, {AllFiles: []string{one}, Files: []string{two}}, {Blockers: []string{one, two}, Status: Blocked},
		{Instructions: one, ID: two}, {Status: one, Stage: two}, {unread: ptr(3), statusFile: true}, {CanResume: ptr(false), EpicUpdated: true, Done: []string{one}},
	}
}

// beatKeys has, for each element of beats, the keys that can change.
var beatKeys = [][]string{
	{}, {stepKey, PhaseKey}, {CompletedKey, nextKey}, {nextKey}, {CompletedKey, nextKey}, {filesKey}, {filesKey}, {blockersKey, statusKey},
	{instructionsKey, idKey}, {statusKey, stageKey}, {coordinationKey}, {canResumeKey, coordinationKey, CompletedKey, nextKey},
}

func FuzzBeat(f *testing.F) {
	for i, text := range hostile {
		two := hostile[(i*7+3)%len(hostile)]
		f.Add(styles[i%len(styles)].Of(sample), text, two, byte(i))
		f.Add(thin, text, two, byte(i+1))
		f.Add(`{"next_steps":["`+strings.Map(printable, text)+`", "b"]}`, text, "b", byte(2))
	}
	f.Add(`{"completed_steps":"plain","next_steps":["plain",1,"plain"],"coordination_state":{"unread_messages":"x"}}`, "plain", "b", byte(11))
	f.Add("{}", "a", "b", byte(4))
	f.Fuzz(func(t *testing.T, text, one, two string, which byte) {
		c, err := Parse(samplePath, text)
		if err != nil {
			return
		}
		c.check()
		full, err := c.Fill("s", two, now)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for i, f := range checkpointFields().Fields[:protocolFields] {
			if !full.After.has(f.Name) && f.Name != lastKey && f.Name != expectedKey {
				t.Errorf("%q has no key %d, %q", full.Text, i, f.Name)
			}
		}
		for _, key := range changedKeys(c, full.After) {
			if was := c.Doc.Root.Get(key); was != nil && key != coordinationKey {
				t.Errorf("%q: adding keys changes the value at %q: %q", text, key, full.Text)
			}
		}
		n := int(which) % len(beatKeys)
		b := beats(one, two)[n]
		change, err := c.Beat(b, now)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		checkChange(t, text, change)
		for _, key := range changedKeys(c, change.After) {
			if key != lastKey && key != expectedKey && !slices.Contains(beatKeys[n], key) {
				t.Errorf("%+v changes %q in %q to %q", b, key, text, change.Text)
			}
		}
		for _, done := range b.Done {
			if !spelling.IsNone(spelling.CleanLine(done)) && !containsAll(change.After, CompletedKey, done) {
				t.Errorf("%q is not done in %q", done, change.Text)
			}
		}
		if last, ok := change.After.Last(); !ok || !last.Equal(now) {
			t.Errorf("the last checkpoint is %v in %q", last, change.Text)
		}
		again, err := change.After.Beat(b, now)
		if err != nil || isChanged(again) {
			t.Errorf("%+v of %q gives %q, and again %v, %+v", b, text, change.Text, err, again)
		}
	})
}

func printable(r rune) rune {
	if r < ' ' || r == '"' || r == '\\' || r == unicode.ReplacementChar {
		return 'x'
	}
	return r
}

func FuzzTakeover(f *testing.F) {
	for i, text := range hostile {
		f.Add(sample, text, text, hostile[(i+1)%len(hostile)])
		f.Add(`{"agent_id": "Secondary-B", "current_step": "`+strings.Map(printable, text)+`", "completed_steps": ["x", "`+strings.Map(printable, text)+`"], "blockers": "a"}`, "Secondary-A", "s", text)
	}
	f.Fuzz(func(t *testing.T, text, as, session, notes string) {
		c, err := Parse(samplePath, text)
		if err != nil {
			return
		}
		s, err := c.succeed(Takeover{As: as, Session: session, Notes: notes}, now)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		after := s.After
		for _, p := range after.check() {
			if p.Severity == lint.Error || p.Rule == nameRule || strings.HasPrefix(p.Message, "no ") && c.Doc.Root.Get(coordinationKey) == nil {
				t.Errorf("%q makes %q, with %q", text, s.Text, p.Message)
			}
		}
		for _, m := range c.Doc.Root.Members {
			is := after.Doc.Root.Get(m.Key)
			isKnown := slices.ContainsFunc(checkpointFields().Fields, func(f jsondoc.Field) bool { return f.Name == m.Key })
			if is == nil || !isKnown && after.Doc.File.Slice(is.Span) != c.Doc.File.Slice(m.Value.Span) {
				t.Errorf("%q is lost or changed in %q", m.Key, s.Text)
			}
		}
		if KindOf(after.Base()) != Standard || KindOf(s.Archive) != Crashed || path.Dir(after.Path()) != path.Dir(samplePath) {
			t.Errorf("names %q, %q", after.Path(), s.Archive)
		}
		for _, step := range c.Next() {
			if !containsAll(after, nextKey, step.Text) && !spelling.IsNone(step.Text) && spelling.CleanLine(step.Text) != "" {
				t.Errorf("%q is lost in %q", step.Text, s.Text)
			}
		}
		if text := after.Handoff().Text(); strings.Count(text, rule) != 2 {
			t.Errorf("package\n%s", text)
		}
	})
}

func FuzzMessages(f *testing.F) {
	const two = "# Messages: a → b\n\n## Message 1 (2026-01-15 15:00) ✅ READ\n**Subject:** a\n\n## Message 2 (2026-01-15 16:00) ⏳ UNREAD\n**Subject:** b\n"
	for i, text := range hostile {
		f.Add(styles[i%4].Of(two), text, hostile[(i+5)%len(hostile)])
		f.Add(text, "s", text)
		f.Add(two+text, "s", "d\n"+text)
		f.Add("## Message "+text+"\n"+text+"\n## Message 3"+text, "s", "")
	}
	f.Fuzz(func(t *testing.T, text, subject, details string) {
		m, err := ParseMessages("", text)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		m.check()
		if change, err := withError(m.addNote(draftNote{Subject: subject, Details: details}, "# M", now)); err != nil {
			protocoltest.Refusal(t, err)
		} else {
			checkChange(t, text, change)
			e := replacement(text, change.Text)
			after := readMessages(t, change.Text)
			if e.Span.Len() != 0 || len(after.unread()) != len(m.unread())+1 || after.next() != m.next()+1 {
				t.Errorf("%q becomes %q", text, change.Text)
			}
			if len(m.All) > 1 && m.newestFirst() != after.newestFirst() {
				t.Errorf("the order of messages changes in %q", change.Text)
			}
		}
	})
}

func FuzzStatus(f *testing.F) {
	for i, text := range hostile {
		f.Add(styles[i%4].Of(statusSample), "STAGE", text)
		f.Add("A:"+text+"\nUPDATED"+text, "A", text)
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, text, key, value string) {
		s, err := ParseStatus("", text)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		change, err := withError(s.set(map[string]string{key: value}, now))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		checkChange(t, text, change)
		after := readStatus(t, change.Text)
		if at, ok := updated(after); !ok || !at.Equal(now) {
			t.Errorf("%q becomes %q", text, change.Text)
		}
		if _, exists := s.get(key); exists && !slices.Contains(updatedKeys[:], key) {
			if got, _ := after.get(key); got != spelling.CleanLine(value) {
				t.Errorf("%q is %q, want %q", key, got, value)
			}
		}
		again, err := withError(after.set(map[string]string{key: value}, now))
		if err != nil || isChanged(again) && !slices.Contains(updatedKeys[:], key) {
			t.Errorf("%q becomes %q, and again %+v, %v", text, change.Text, again, err)
		}
	})
}

func FuzzSetStale(f *testing.F) {
	for i, text := range hostile {
		f.Add(styles[i%4].Of(epicSample), "Secondary-A", text)
		f.Add("<!-- BEGIN SECONDARY-A PROGRESS -->"+text+"<!-- END SECONDARY-A PROGRESS -->", "Secondary-A", text)
		f.Add("<!-- BEGIN SECONDARY-A PROGRESS -->\nSecondary-A: STALE"+text+"<!-- END SECONDARY-A PROGRESS -->", "Secondary-A", text)
		f.Add("<!-- BEGIN "+text+" PROGRESS -->\n"+text+"<!-- END "+text+" PROGRESS -->", text, "x")
	}
	f.Fuzz(func(t *testing.T, text, id, reason string) {
		change, err := withError(setStale(EpicFile, text, id, reason))
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		checkChange(t, text, change)
		was, marked, _ := section(source.NewFile("", text), id)
		if e := replacement(text, change.Text); change.Text != text && !was.Covers(e.Span) && (marked || e.Span.Len() > 0) {
			t.Errorf("edit %+v outside of the section of %q", e, text)
		}
		again, err := withError(setStale(EpicFile, change.Text, id, reason))
		if err != nil || isChanged(again) {
			t.Errorf("%q of %q becomes %q, and again %+v, %v", reason, text, change.Text, again, err)
		}
		cleared, err := withError(clearStale(EpicFile, change.Text, id))
		if err != nil {
			t.Fatalf("%q of %q: %v", reason, change.Text, err)
		}
		e := replacement(change.Text, cleared.Text)
		if gone := change.Text[e.Span.Start:e.Span.End]; e.New != "" || strings.Count(gone, "\n") > 1 || !strings.Contains(gone, staleWord) {
			t.Errorf("%q of %q becomes %q", id, change.Text, cleared.Text)
		}
	})
}

func FuzzNames(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, text, int64(0))
		f.Add("Secondary-A", "secondary_a_20260115_150005"+text+".json", int64(1<<31))
	}
	f.Add("primary", "secondary_a_20260115_150005_100000.json", int64(-1))
	f.Fuzz(func(t *testing.T, id, other string, seconds int64) {
		KindOf(other)
		name, err := checkpointFileName(id)
		if err != nil {
			protocoltest.Refusal(t, err)
			return
		}
		if !KindOf(name).MayBeAgent() || path.Base(name) != name || foldID(strings.TrimSuffix(name, extension)) != foldID(id) && foldID(id) == strings.TrimSuffix(name, extension) && !strings.HasPrefix(name, "agent_") {
			t.Errorf("%q has the file %q", id, name)
		}
		at := time.Unix(seconds%(1<<36), 0).UTC()
		names := []string{other, backupName(name, now, nil)}
		next := backupName(name, at, names)
		if all := Backups(name, append(names, next)); len(all) == 0 || all[0] != next || slices.Contains(names, next) {
			if year := at.Year(); year >= 1 && year <= 9999 {
				t.Errorf("%q is not the newest of %q", next, all)
			}
		}
		for _, why := range []Kind{Crashed, Aborted} {
			if archive := archiveName(name, why, now, names); KindOf(archive) != why {
				t.Errorf("archive %q", archive)
			}
		}
	})
}
