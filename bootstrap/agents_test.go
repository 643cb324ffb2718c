package bootstrap_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/agents"
)

const (
	agentPath = "agent_checkpoints/secondary_a.json"
	inboxPath = "agent_comms/primary_to_secondary_a.md"
)

const goodAgent = `{
  "agent_id": "Secondary-A", "agent_type": "secondary", "session_id": "s1", "feature": "feature_02", "stage": "S2.P2", "phase": "Specification",
  "last_checkpoint": "2026-01-15T14:30:00Z", "next_checkpoint_expected": "2026-01-15T14:45:00Z", "status": "IN_PROGRESS", "can_resume": true,
  "blockers": [], "files_modified": ["feature_02/spec.md", "EPIC_README.md"],
  "recovery_instructions": "Go on with section 5.\nThen the checklist.", "current_step": "Writing section 5",
  "completed_steps": ["S2.P1 complete", "sections 1 to 4"], "next_steps": ["finish section 5", "write the checklist"],
  "coordination_state": {"last_inbox_check": "2026-01-15T14:28:00Z", "unread_messages": 0}
}
`

const goodStatus = "STAGE: S2.P2\nPHASE: Specification\nAGENT: Secondary-A\nUPDATED: 2026-01-15T14:30:00Z\nSTATUS: IN_PROGRESS\nBLOCKERS: none\nREADY_FOR_SYNC: false\n"

const goodInbox = "# Messages: Primary → Secondary-A\n\n## Message 2 (2026-01-15 15:00) ⏳ UNREAD\n**Subject:** Which format?\n\n## Message 1 (2026-01-15 14:00) ✅ READ\n**Subject:** Welcome\n"

func epic(pairs ...string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range with(map[string]string{
		agentPath: goodAgent, inboxPath: goodInbox, "feature_02/STATUS": goodStatus, "feature_02/spec.md": "spec\n", "EPIC_README.md": "# Epic\n",
	}, pairs...) {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func inAgent(old, value string) string {
	if strings.Count(goodAgent, old) != 1 {
		panic(old)
	}
	return strings.Replace(goodAgent, old, value, 1)
}

func TestAgent(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5}
	for name, c := range map[string]struct {
		pairs   []string
		path    string // path of the checkpoint; "" means agentPath
		force   bool
		refused string
		missing []string
		says    []string // in the text form and in the pack
		text    []string // in the text form
	}{
		"good": {says: []string{"agent Secondary-A, feature feature_02, stage S2.P2, phase \"Specification\", status IN_PROGRESS, last_checkpoint 2026-01-15T14:30:00Z, can_resume true\n",
			"Note: 1 unread message to answer before you continue\n", "2 verified, 0 stale, 0 unverifiable", "message 2 (2026-01-15 15:00): Which format?\n", "follow the recovery instructions"},
			text: []string{"Restart sequence of Secondary-A (agents)\n", inboxPath + " (1 unread): ", "  - send answers to agent_comms/secondary_a_to_primary.md, in the epic\n", "STAGE S2.P2, PHASE \"Specification\", "}},
		"blocked": {pairs: []string{agentPath, strings.Replace(inAgent(`"blockers": []`, `"blockers": "no test data"`), "IN_PROGRESS", "BLOCKED", 1)},
			says: []string{"Note: 1 blocker to resolve first\n", "- no test data\n", "resolve the blockers"}, text: []string{"  - STATUS is IN_PROGRESS in feature_02/STATUS, but BLOCKED in the checkpoint\n"}},
		"complete":              {pairs: []string{agentPath, inAgent("IN_PROGRESS", "COMPLETE")}, says: []string{"the agent's work is complete"}},
		"stage of STATUS":       {pairs: []string{"feature_02/STATUS", "STAGE: S2.P1\n"}, text: []string{"  - STAGE is S2.P1 in feature_02/STATUS, but S2.P2 in the checkpoint\n"}},
		"no STATUS":             {pairs: []string{"feature_02/STATUS", ""}, text: []string{"  feature_02/STATUS: does not exist\n"}},
		"broken STATUS":         {pairs: []string{"feature_02/STATUS", "\xff"}, missing: []string{"feature_02/STATUS"}, text: []string{"  feature_02/STATUS: CANNOT BE READ\n", "not valid UTF-8"}},
		"no inbox":              {pairs: []string{inboxPath, ""}, text: []string{inboxPath + ": does not exist\n"}},
		"broken inbox":          {pairs: []string{inboxPath, "\xff"}, missing: []string{inboxPath}, text: []string{inboxPath + ": CANNOT BE READ\n"}},
		"feature outside":       {pairs: []string{agentPath, inAgent(`"feature": "feature_02"`, `"feature": "../x"`)}, text: []string{"../x/STATUS (outside the epic)\n"}},
		"no feature":            {pairs: []string{agentPath, inAgent(`"feature": "feature_02", `, "")}, text: []string{"  EPIC_README.md: 1 line"}},
		"no file":               {pairs: []string{"feature_02/spec.md", ""}, missing: []string{"feature_02/spec.md"}, says: []string{"1 verified, 1 stale, 0 unverifiable", "- stale: file feature_02/spec.md does not exist\n"}},
		"file outside":          {pairs: []string{agentPath, inAgent(`"EPIC_README.md"`, `"/etc/passwd", "../up", "feature_02\\spec.md"`)}, text: []string{"  /etc/passwd (outside the epic)\n", "  ../up (outside the epic)\n"}},
		"can_resume in text":    {pairs: []string{agentPath, inAgent(`"can_resume": true`, `"can_resume": "maybe"`)}, says: []string{"can_resume unknown\n"}},
		"two files of an agent": {pairs: []string{"agent_checkpoints/secondary-a.json", `{"agent_id": "Secondary-A"}`}, says: []string{"Note: the agent has another checkpoint: secondary-a.json\n"}},
		"empty checkpoint":      {pairs: []string{agentPath, "{}", inboxPath, ""}, says: []string{"agent Secondary-A, last_checkpoint unknown, can_resume unknown\n", "the agent left no"}},
		"primary": {path: "agent_checkpoints/primary.json", pairs: []string{"agent_checkpoints/primary.json", inAgent("Secondary-A", "Agent-Primary"),
			"agent_comms/secondary_b_to_primary.md", "## Message 1 ⏳ UNREAD\n", "agent_comms/secondary_a_to_primary.md", "## Message 1 ✅ READ\n"},
			says: []string{"agent Agent-Primary, ", "Unread Messages, from agent_comms/secondary_b_to_primary.md:\n"}, text: []string{"  agent_comms/secondary_a_to_primary.md: 1 line", "  agent_comms/secondary_b_to_primary.md (1 unread): "}},
		"primary without messages": {path: "agent_checkpoints/primary.json", pairs: []string{"agent_checkpoints/primary.json", inAgent("Secondary-A", "Agent-Primary")}, text: []string{"  - there are no messages to the agent in agent_comms\n"}},
		"takeover":                 {pairs: []string{agentPath, inAgent(`"blockers": [], `, `"recovery_notes": "the other one crashed", `)}, says: []string{"Recovery Notes, from " + agentPath + ":\n"}},

		"can_resume is false": {pairs: []string{agentPath, strings.Replace(inAgent(`"can_resume": true`, `"can_resume": false`), `"blockers": []`, `"blockers": ["b"]`, 1)},
			refused: "can_resume is false and the status is IN_PROGRESS", says: []string{"- b\n"}},
		"can_resume in quotes": {pairs: []string{agentPath, inAgent(`"can_resume": true`, `"can_resume": "False"`)}, refused: "can_resume is false"},
		"force":                {pairs: []string{agentPath, inAgent(`"can_resume": true`, `"can_resume": false`)}, force: true, refused: "can_resume is false", says: []string{"- Writing section 5\n"}},
		"broken":               {pairs: []string{agentPath, "{"}, refused: "secondary_a.json cannot be read: " + agentPath + ":1:2", missing: []string{agentPath}},
		"broken, force": {pairs: []string{agentPath, "{"}, force: true, refused: "cannot be read", missing: []string{agentPath},
			says: []string{"to restore the newest readable backup in agent_checkpoints/backups: mdck agents restore"}},
		"a list":    {pairs: []string{agentPath, "[]"}, refused: "expected a JSON object, found an array", missing: []string{agentPath}},
		"none":      {pairs: []string{agentPath, ""}, refused: "there is no secondary_a.json", missing: []string{agentPath}},
		"no folder": {path: "x/agent_checkpoints/primary.json", refused: "there is no primary.json", missing: []string{"x/agent_checkpoints/primary.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.path == "" {
				c.path = agentPath
			}
			s := agents.Restart(bootstrap.Input{Tree: epic(c.pairs...), Path: c.path, ID: "epic", Force: c.force, Counter: words{}})
			want := all
			if c.refused != "" && !c.force {
				want = all[:1]
			}
			checkRow(t, s, want, c.refused, c.missing, c.says, c.text)
		})
	}
}

func checkRow(t *testing.T, s *bootstrap.Sequence, steps []int, refused string, missing, says, text []string) {
	t.Helper()
	if got := numbers(s); !slices.Equal(got, steps) {
		t.Errorf("steps %v, want %v", got, steps)
	}
	if (s.Refused == "") != (refused == "") || !strings.Contains(s.Refused, refused) {
		t.Errorf("refused because %q, want %q", s.Refused, refused)
	}
	if !slices.Equal(s.Missing(), missing) || s.Complete() != (refused == "" && missing == nil) {
		t.Errorf("missing %q, want %q; complete is %v", s.Missing(), missing, s.Complete())
	}
	for _, want := range append(text, says...) {
		if text := s.Text(asIs); !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	for _, want := range says {
		if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(pack, want) {
			t.Errorf("want %q in\n%s", want, pack)
		}
	}
	checkForms(t, s)
	checkQuotes(t, s)
}

func TestAgentParts(t *testing.T) {
	want := []string{
		"Recovery Instructions: Go on with section 5. | Then the checklist.", "Current Step: Writing section 5",
		"Next Steps: finish section 5 | write the checklist", "Unread Messages: message 2 (2026-01-15 15:00): Which format?",
		"Completed Steps (newest first): sections 1 to 4 | S2.P1 complete",
	}
	var got []string
	for _, p := range agents.Restart(bootstrap.Input{Tree: epic(), Path: agentPath}).Priorities {
		got = append(got, p.Title+": "+strings.Join(p.Texts, " | "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAgentDrift checks that git is asked once for changed files.
func TestAgentDrift(t *testing.T) {
	asked := 0
	in := bootstrap.Input{Tree: epic("feature_02/gone.md", "x"), Path: agentPath, Repository: bootstrap.Repository{ChangedAfter: func(after time.Time, names []string) []string {
		asked++
		if after.Format(time.RFC3339) != "2026-01-15T14:30:00Z" || !slices.Contains(names, "feature_02/spec.md") || slices.Contains(names, agentPath) {
			t.Errorf("asked for %v after %s", names, after)
		}
		return []string{"feature_02/spec.md", "EPIC_README.md"}
	}}}
	text := agents.Restart(in).Text(asIs)
	if note := " (a commit changed it after the checkpoint): "; asked != 1 || !strings.Contains(text, "\n  feature_02/spec.md"+note) || !strings.Contains(text, "\n  EPIC_README.md"+note) {
		t.Errorf("asked %d times, got\n%s", asked, text)
	}
	in.Tree = epic(agentPath, inAgent(`"2026-01-15T14:30:00Z"`, `"pending"`))
	if agents.Restart(in); asked != 1 {
		t.Error("asked without a time")
	}
}

func TestAgentAges(t *testing.T) {
	at := time.Date(2026, 1, 15, 14, 30, 0, 0, time.UTC)
	for after, want := range map[time.Duration]string{
		10 * time.Minute: " (10 min ago, active)", 30 * time.Minute: " (30 min ago, active)", 31 * time.Minute: " (31 min ago, warning)", time.Hour: " (1 h ago, warning)", 61 * time.Minute: " (1 h ago, stale)", -time.Hour: " (in the future, active)",
	} {
		s := agents.Restart(bootstrap.Input{Tree: epic(), Path: agentPath, Now: at.Add(after)})
		if line := "last_checkpoint 2026-01-15T14:30:00Z" + want + ", can_resume"; !strings.Contains(s.Text(asIs), line) || !strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), line) {
			t.Errorf("after %v: want %q in\n%s", after, line, s.Text(asIs))
		}
	}
	if text := agents.Restart(bootstrap.Input{Tree: epic(), Path: agentPath}).Text(asIs); strings.Contains(text, "ago") {
		t.Errorf("without a time there is an age in\n%s", text)
	}
}

func TestAgentLineEndings(t *testing.T) {
	plain := agents.Restart(bootstrap.Input{Tree: epic(), Path: agentPath}).Pack(bootstrap.DefaultPackBytes, asIs)
	for name, change := range map[string]func(string) string{
		"crlf":       func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"bom":        func(text string) string { return "\ufeff" + text },
		"no newline": strings.TrimSpace,
	} {
		tree := epic(agentPath, change(goodAgent), inboxPath, change(goodInbox), "feature_02/STATUS", change(goodStatus))
		if got := agents.Restart(bootstrap.Input{Tree: tree, Path: agentPath}).Pack(bootstrap.DefaultPackBytes, asIs); got != plain {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, plain)
		}
	}
}

func agentOf(entries []string, value string) fstest.MapFS {
	text, err := json.Marshal(map[string]any{
		"agent_id": value, "feature": value, "stage": value, "phase": value, "last_checkpoint": value, "status": value, "can_resume": len(value)%2 == 0,
		"blockers": entries, "files_modified": entries, "recovery_instructions": strings.Join(entries, "\n"), "current_step": value,
		"completed_steps": entries, "next_steps": entries, "recovery_notes": value,
	})
	if err != nil {
		panic(err)
	}
	messages := ""
	for _, e := range entries {
		messages += "## Message 1 (" + value + ") ⏳ UNREAD\n**Subject:** " + e + "\n"
	}
	status := "STAGE: " + value + "\nSTATUS: " + value + "\nBLOCKERS: " + strings.Join(entries, "\n") + "\n"
	return fstest.MapFS{agentPath: {Data: text}, inboxPath: {Data: []byte(messages)}, "feature_02/STATUS": {Data: []byte(status)}}
}

func checkAll(t testing.TB, s *bootstrap.Sequence, limits ...int) {
	t.Helper()
	for _, limit := range limits {
		checkPack(t, s, limit)
	}
	if text := s.Text(asIs); hidden(strings.ReplaceAll(text, "\n", "")) {
		t.Fatalf("the text contains invisible characters: %q", text)
	}
	checkQuotes(t, s)
	readJSON(t, s)
}

func TestAgentHostile(t *testing.T) {
	for _, text := range append(slices.Clone(hostile), "plain", strings.Repeat("a.go, ", 300)) {
		in := bootstrap.Input{Tree: agentOf([]string{"plain", text, "after " + text}, text), Path: agentPath, ID: text}
		checkAll(t, agents.Restart(in), 2500)
		in.Force = true
		checkAll(t, agents.Restart(in), bootstrap.MinPackBytes, 2500, bootstrap.DefaultPackBytes)
	}
}

func FuzzAgent(f *testing.F) {
	for i, text := range hostile {
		if len(text) > 1000 {
			continue
		}
		f.Add(uint16(i*300), text+"\n"+hostile[(i+3)%len(hostile)], text)
	}
	f.Fuzz(func(t *testing.T, limit uint16, entries, value string) {
		in := bootstrap.Input{Tree: agentOf(strings.Split(entries, "\n"), value), Path: agentPath, Force: true}
		checkAll(t, agents.Restart(in), max(int(limit), bootstrap.MinPackBytes))
	})
}

func FuzzAgentFiles(f *testing.F) {
	for i, text := range []string{goodAgent, "{", "[]", "{}", "\ufeff" + goodAgent, strings.ReplaceAll(goodAgent, "\n", "\r\n"), inAgent("[]", `"x"`), inAgent("true", "1")} {
		for _, other := range []string{goodInbox, goodStatus, "\xff", ""} {
			f.Add(uint16(i*900), text, other, other)
		}
	}
	f.Fuzz(func(t *testing.T, limit uint16, agent, inbox, status string) {
		tree := epic()
		tree[agentPath], tree[inboxPath], tree["feature_02/STATUS"] = &fstest.MapFile{Data: []byte(agent)}, &fstest.MapFile{Data: []byte(inbox)}, &fstest.MapFile{Data: []byte(status)}
		checkAll(t, agents.Restart(bootstrap.Input{Tree: tree, Path: agentPath, Force: true}), max(int(limit), bootstrap.MinPackBytes))
	})
}

// TestAgentAbove checks a path that is relative to the root of the repository.
func TestAgentAbove(t *testing.T) {
	in := bootstrap.Input{Tree: epic(agentPath, inAgent(`"EPIC_README.md"]`, `"src/new.go"]`)), Path: agentPath, ID: "e"}
	if got := agents.Restart(in).Missing(); !slices.Equal(got, []string{"src/new.go"}) {
		t.Errorf("without a repository %q are missing", got)
	}
	in.Above, in.Up = fstest.MapFS{"src/new.go": {Data: []byte("package new\n")}}, "../.."
	s := agents.Restart(in)
	if got := s.Missing(); len(got) > 0 {
		t.Errorf("%q are missing", got)
	}
	text := s.Text(func(name string) string { return "here/" + name })
	if !strings.Contains(text, "here/../../src/new.go: 1 line") || !strings.Contains(text, "verified: file src/new.go exists") {
		t.Errorf("got\n%s", text)
	}
}
