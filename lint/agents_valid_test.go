package lint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
)

const (
	agentsPrimary = `{
  "agent_id": "Agent-Primary",
  "agent_type": "primary",
  "session_id": "5d0cb1e2",
  "feature": "feature_01_export",
  "stage": "S2.P1",
  "phase": "Research",
  "last_checkpoint": "2026-11-20T14:30:00Z",
  "next_checkpoint_expected": "2026-11-20T14:45:00Z",
  "status": "IN_PROGRESS",
  "can_resume": true,
  "blockers": [],
  "files_modified": ["EPIC_README.md"],
  "recovery_instructions": "Go on with the guide of S2.P1.",
  "current_step": "reading the guide",
  "completed_steps": [],
  "next_steps": ["read the guide"],
  "coordination_state": {
    "last_inbox_check": "2026-11-20T14:28:00Z",
    "unread_messages": 0,
    "last_epic_readme_update": "2026-11-20T14:15:00Z",
    "last_status_update": "2026-11-20T14:15:00Z"
  }
}
`
	agentsSecond = `{
  "agent_id": "Secondary-A",
  "agent_type": "secondary",
  "session_id": "9e417a05",
  "feature": "feature_02_import",
  "stage": "S2.P2",
  "phase": "Specification",
  "last_checkpoint": "2026-11-20T14:31:00Z",
  "next_checkpoint_expected": "2026-11-20T14:46:00Z",
  "status": "BLOCKED",
  "can_resume": true,
  "blockers": ["the format of dates is open"],
  "files_modified": ["feature_02_import/spec.md", "EPIC_README.md"],
  "recovery_instructions": "Read the inbox, then write section 5 of spec.md.",
  "current_step": "section 5 of spec.md",
  "completed_steps": ["sections 1 to 4 of spec.md"],
  "next_steps": ["section 5", "criteria"],
  "coordination_state": {
    "last_inbox_check": "2026-11-20T14:29:00Z",
    "unread_messages": 1,
    "last_epic_readme_update": "2026-11-20T14:16:00Z",
    "last_status_update": "2026-11-20T14:16:00Z"
  }
}
`
	inboxA = "# Messages: Primary → Secondary-A\n\n## Message 2 (2026-11-20 15:00) ⏳ UNREAD\n**Subject:** Dates\n\n## Message 1 (2026-11-20 14:00) ✅ READ\n**Subject:** Begin\n"
)

const (
	primaryFile = agents.CheckpointDir + "/primary.json"
	secondFile  = agents.CheckpointDir + "/secondary_a.json"
	inboxFile   = agents.MessageDir + "/primary_to_secondary_a.md"
)

func epic() files {
	return files{
		primaryFile: agentsPrimary, secondFile: agentsSecond, inboxFile: inboxA,
		"EPIC_README.md": "# Export and import\n", "feature_02_import/spec.md": "# Import\n",
	}
}

func (f files) tree() fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range f {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

func (f files) agents() lint.Input {
	return lint.Input{Checker: checker("agents"), Tree: f.tree(), Path: agents.CheckpointDir}
}

func inSecond(c change) mutation { return in(secondFile, c) }

func secondKey(key, value string) mutation {
	return inSecond(lines(`^(\s+"`+key+`"): .*?(,?)$`, `$1: `+strings.ReplaceAll(value, "$", "$$")+"$2"))
}

func noSecondKey(key string) mutation { return inSecond(lines(`^\s+"`+key+`": .*\n`, "")) }

func TestValidAgents(t *testing.T) {
	for name, spoil := range map[string]mutation{
		"as it is":              all(),
		"CRLF":                  inSecond(crlf),
		"byte order mark, CRLF": inSecond(then(crlf, before("\ufeff"))),
		"no final newline":      inSecond(func(s string) string { return strings.TrimSuffix(s, "\n") }),
		"one line":              inSecond(lines(`\n\s*`, "")),
		"tabs":                  inSecond(lines(`^ +`, "\t")),
		"escapes":               inSecond(swap("Secondary-A", `\u0053econdary-A`)),
		"keys in another order": inSecond(func(s string) string {
			return strings.Replace(cut(`"phase"`, `"last_check`)(s), "{\n", "{\n  \"phase\": \"x\",\n", 1)
		}),
		"an id in lower case":    secondKey("agent_id", `"secondary-a"`),
		"an id with underscores": secondKey("agent_id", `"secondary_a"`),
		"an id and Agent":        secondKey("agent_id", `"Agent-Secondary-A"`),
		"Primary alone":          in(primaryFile, swap("Agent-Primary", "Primary")),
		"a secondary of letters": all(in(agents.CheckpointDir+"/secondary_ab.json", func(string) string {
			return strings.Replace(agentsSecond, "Secondary-A", "Secondary-AB", 1)
		})),
		"at work":                        all(secondKey("status", `"IN_PROGRESS"`), secondKey("blockers", "[]")),
		"waiting":                        secondKey("status", `"WAITING"`),
		"waiting, not to be resumed":     all(secondKey("status", `"WAITING"`), secondKey("can_resume", "false")),
		"complete":                       all(secondKey("status", `"COMPLETE"`), secondKey("blockers", "[]"), secondKey("can_resume", "false")),
		"an empty entry of the blockers": secondKey("blockers", `["dates", ""]`),
		"a stage without a part":         secondKey("stage", `"S3"`),
		"a later stage":                  secondKey("stage", `"S10.P12"`),
		"a zone":                         secondKey("next_checkpoint_expected", `"2026-11-20T16:46:00+02:00"`),
		"fractions of a second":          secondKey("last_checkpoint", `"2026-11-20T14:31:00.123456Z"`),
		"a date alone":                   all(secondKey("last_checkpoint", `"2026-11-20"`), secondKey("next_checkpoint_expected", `"2026-11-20"`)),
		"a time without seconds":         secondKey("last_checkpoint", `"2026-11-20 14:31"`),
		"midnight":                       all(secondKey("last_checkpoint", `"2026-11-20T00:00:00Z"`), secondKey("next_checkpoint_expected", `"2026-11-20T00:15:00Z"`)),
		"the next at the same time":      secondKey("next_checkpoint_expected", `"2026-11-20T14:31:00Z"`),
		"a takeover":                     inSecond(swap(`"session_id"`, `"previous_agent": "Secondary-B", "recovery_notes": "crashed", "session_id"`)),
		"the next on the same day":       secondKey("next_checkpoint_expected", `"2026-11-20"`),
		"lines of a file":                secondKey("files_modified", `["feature_02_import/spec.md:12-30", "EPIC_README.md:7", "EPIC_README.md:7:2"]`),
		"an address":                     secondKey("files_modified", `["https://example.com/x/1"]`),
		"what is no checkpoint": all(
			in(agents.CheckpointDir+"/package.json", func(string) string { return `{"name": "x"}` }),
			in(agents.CheckpointDir+"/schema.json", func(string) string { return `{"properties": {"agent_id": {"type": "string"}}}` }),
			in(agents.CheckpointDir+"/messages.json", func(string) string { return `[{"agent_id": "Secondary-A"}]` }),
			in(agents.CheckpointDir+"/notes.json", func(string) string { return `{"agent_id": ` }),
		),
		"no files":                         secondKey("files_modified", "[]"),
		"backslashes":                      secondKey("files_modified", `["feature_02_import\\spec.md"]`),
		"a folder":                         secondKey("files_modified", `["feature_02_import/"]`),
		"a file from the root of the disk": secondKey("files_modified", `["/home/me/epic/spec.md"]`),
		"a file outside the epic":          secondKey("files_modified", `["../shared/spec.md"]`),
		"archives":                         all(in(agents.CheckpointDir+"/secondary_a_crashed_1795183800.json", atEnd("not read")), in(agents.CheckpointDir+"/primary_aborted_1.json", atEnd("{"))),
		"backups":                          all(in(agents.BackupDir+"/secondary_a_20261120_143000.json", atEnd("{")), in(agents.CheckpointDir+"/secondary_a_20261120_143000.json", atEnd("{"))),
		"other files":                      all(in(agents.CheckpointDir+"/notes.md", atEnd("x")), in(agents.CheckpointDir+"/.hidden.json", atEnd("{"))),
		"messages, oldest first":           in(inboxFile, func(string) string { return "# M\n\n## Message 1 (2026-11-20)\n\n## Message 2 (2026-11-20)\n" }),
		"no messages":                      drop(inboxFile),
		"an empty file of messages":        in(inboxFile, func(string) string { return "" }),
		"other texts among the messages":   in(agents.MessageDir+"/notes.md", atEnd("# a\n# a\n")),
		"a file of messages, not UTF-8":    in(inboxFile, atEnd("\xff")),
		"archived messages":                in(agents.MessageDir+"/archive/primary_to_secondary_a.md", atEnd("# a\n# a\n")),
	} {
		t.Run(name, func(t *testing.T) {
			f := epic()
			spoil(f)
			if got := ruleSet(t, f.agents()); len(got) > 0 {
				t.Errorf("got %q\n%s", got, strings.Join(messages(t, f.agents()), "\n"))
			}
		})
	}
}

func TestAgentDeviations(t *testing.T) {
	schema, times, name, twice := "warning agents/schema", "warning agents/time", "warning agents/name", "warning agents/duplicate"
	renamed := func(to string) mutation {
		return func(f files) { f[agents.CheckpointDir+"/"+to] = f[secondFile]; delete(f, secondFile) }
	}
	copied := func(to string) mutation {
		return func(f files) { f[agents.CheckpointDir+"/"+to] = f[secondFile] }
	}
	resting := func(status string) mutation {
		return all(secondKey("status", `"`+status+`"`), secondKey("blockers", "[]"))
	}
	for _, test := range []struct {
		name  string
		spoil mutation
		want  []string
	}{
		{"PAUSED", resting("PAUSED"), []string{schema}},
		{"WAITING_FOR_SYNC", resting("WAITING_FOR_SYNC"), []string{schema}},
		{"a status in words", resting("nearly done"), []string{"error agents/schema"}},
		{"expected N/A", secondKey("next_checkpoint_expected", `"N/A"`), []string{times}},
		{"expected PAUSED", secondKey("next_checkpoint_expected", `"PAUSED"`), []string{times}},
		{"expected N/A and a remark", secondKey("next_checkpoint_expected", `"N/A (waiting for sync)"`), []string{times}},
		{"expected null", secondKey("next_checkpoint_expected", "null"), []string{schema}},
		{"pending", secondKey("last_status_update", `"pending"`), []string{times}},
		{"last checkpoint pending", secondKey("last_checkpoint", `"pending"`), []string{times}},
		{"no time at all", noSecondKey("last_checkpoint"), []string{schema}},
		{"blockers a string", secondKey("blockers", `"dates"`), []string{schema}},
		{"blockers none", all(secondKey("blockers", `"none"`), secondKey("status", `"IN_PROGRESS"`)), []string{schema}},
		{"extra keys", inSecond(swap(`"session_id"`, `"ready_for_sync": true, "waiting_for_sync": false, "ready_for_next_stage": "S3", "gate_1_audit": {}, "acceptance_approved": true, "agent_role": "x", "session_id"`)), []string{schema}},
		{"completion as a string", inSecond(swap(`"session_id"`, `"s2_completion": "done", "session_id"`)), []string{schema}},
		{"completion as an object", inSecond(swap(`"session_id"`, `"s2_completion": {"at": "2026-11-20"}, "session_id"`)), []string{schema}},
		{"ten keys missing", inSecond(cut(`  "status"`, `  "files_modified"`)), []string{schema}},
		{"a quoted truth", secondKey("can_resume", `"true"`), []string{schema}},
		{"a hyphen in the name", renamed("secondary-a.json"), []string{name}},
		{"a time in the name", renamed("secondary-a-1769654893.json"), []string{name}},
		{"two files of one agent", copied("secondary-a.json"), []string{name, twice}},
		{"and one with a time", copied("secondary-a-1769654893.json"), []string{name, twice}},
		{"an old file", all(copied("secondary-a.json"), in(agents.CheckpointDir+"/secondary-a.json", func(string) string {
			return `{"agent_id": "secondary-a", "timestamp": "2026-11-20T10:00:00Z", "next_action": "x", "progress": "70%"}`
		})), []string{name, schema, twice}},
		{"files that are gone", drop("feature_02_import/spec.md"), []string{"warning agents/missing-file"}},
		{"prose among the files", secondKey("files_modified", `["spec.md: 70% done, `+strings.Repeat("very ", 100)+`long", "EPIC_README.md/Section 5"]`), []string{"warning agents/missing-file"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := epic()
			test.spoil(f)
			slices.Sort(test.want)
			if got := ruleSet(t, f.agents()); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q\n%s", got, test.want, strings.Join(messages(t, f.agents()), "\n"))
			}
		})
	}
}

func TestOneSchemaWarning(t *testing.T) {
	f := epic()
	f[secondFile] = `{"agent_id": "Secondary-A", "stage": "S2.P1", "recovery_instructions": "go on", "blockers": 7, "x": 1, "y": 2}`
	in := f.agents()
	in.Main, in.Path = in.Path, secondFile
	got := messages(t, in)
	if len(got) != 1 {
		t.Fatalf("got %q", got)
	}
	for _, key := range []string{"agent_type", "session_id", "coordination_state", "blockers", `"x"`, `"y"`} {
		if !strings.Contains(got[0], key) {
			t.Errorf("no %s in %q", key, got[0])
		}
	}
}

func TestMissingAbove(t *testing.T) {
	f := epic()
	secondKey("files_modified", `["src/main.go", "src/gone.go", "spec.md"]`)(f)
	in := f.agents()
	in.Above = files{"src/main.go": "package main\n", "spec/x": ""}.tree()
	want := []string{"src/gone.go", "spec.md"}
	found, err := lint.Run(in)
	if err != nil || len(found) != len(want) {
		t.Fatalf("got %q, %v", texts(found), err)
	}
	for i, d := range found {
		if d.Rule.ID != "agents/missing-file" || d.File.Slice(d.Span) != fmt.Sprintf("%q", want[i]) {
			t.Errorf("%q is not about %q", texts(found[i:i+1]), want[i])
		}
	}
}

func TestNamedAgent(t *testing.T) {
	broken := all(in(primaryFile, func(string) string { return "{" }), secondKey("status", `"PAUSED"`), in(inboxFile, atEnd("# again\n")))
	twin := func(f files) { f[agents.CheckpointDir+"/secondary-a.json"] = f[secondFile] }
	for _, test := range []struct {
		name, main, path string
		spoil            mutation
		want             []string
	}{
		{"one of them", agents.CheckpointDir, secondFile, broken, []string{"warning agents/schema"}},
		{"one of two for an agent", agents.CheckpointDir, secondFile, twin, []string{"warning agents/duplicate"}},
		{"an archive", agents.CheckpointDir, agents.CheckpointDir + "/secondary_a_crashed_1.json", in(agents.CheckpointDir+"/secondary_a_crashed_1.json", func(string) string { return agentsSecond }), nil},
		{"a broken archive", agents.CheckpointDir, agents.CheckpointDir + "/secondary_a_crashed_1.json", in(agents.CheckpointDir+"/secondary_a_crashed_1.json", atEnd("{")), []string{"error agents/schema"}},
		{"elsewhere", "feature_02_import", "feature_02_import/x.json", all(in("feature_02_import/x.json", func(string) string { return agentsSecond }), in("feature_02_import/y.json", func(string) string { return agentsSecond })),
			[]string{"warning agents/name"}},
		{"without a name of JSON", "feature_02_import", "feature_02_import/x.txt", in("feature_02_import/x.txt", atEnd("{}")), []string{"error agents/schema", "warning agents/schema"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := epic()
			test.spoil(f)
			in := f.agents()
			in.Main, in.Path = test.main, test.path
			if got := ruleSet(t, in); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q\n%q", got, test.want, messages(t, in))
			}
		})
	}
	gone := epic().agents()
	gone.Main, gone.Path = agents.CheckpointDir, agents.CheckpointDir+"/secondary_b.json"
	for _, in := range []lint.Input{gone, files{"x": ""}.agents()} {
		if got, err := lint.Run(in); len(got) > 0 || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s does not exist: found %v, %v", in.Path, got, err)
		}
	}
	if _, err := lint.Run(lint.Input{Checker: checker("agents"), Tree: files{agents.CheckpointDir: ""}.tree(), Path: agents.CheckpointDir}); err == nil {
		t.Error("a file in place of the folder is no error")
	}
	dir := files{path.Join(secondFile, "x"): ""}.agents()
	if _, err := lint.Run(dir); err == nil || !strings.Contains(err.Error(), secondFile) {
		t.Errorf("a folder in place of a checkpoint: %v", err)
	}
	dir.Main, dir.Path = dir.Path, primaryFile
	if got, err := lint.Run(dir); len(got) > 0 || !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), secondFile) {
		t.Errorf("a folder in place of another: found %v, %v", got, err)
	}
}

func TestMaxClaims(t *testing.T) {
	list := `"plan.md"` + strings.Repeat(`, "gone"`, claim.Most+9)
	f := epic()
	secondKey("files_modified", "["+list+"]")(f)
	in(primaryFile, swap(`["EPIC_README.md"]`, `["gone"]`))(f)
	g := work()
	trackKey("output_files", "["+list+"]")(g)
	for rule, test := range map[string]struct {
		in   lint.Input
		want int
	}{"agents/missing-file": {f.agents(), claim.Most + 1}, "loop/output-missing": {g.track(), claim.Most - 2}} { // true claims: track_id and plan.md
		found, err := lint.Run(test.in)
		if n := len(found); err != nil || n != test.want {
			t.Errorf("%s: %d findings, %v, want %d", rule, n, err, test.want)
		}
	}
}
