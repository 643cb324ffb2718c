package lint_test

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/jsondoc"
)

func agentMutants() []mutant {
	return slices.Concat(agentSchemaMutants(), agentSenseMutants(), agentFileMutants())
}

func agentSchemaMutants() []mutant {
	bad, mild := []string{"error agents/schema"}, []string{"warning agents/schema"}
	unnamed := []string{"error agents/schema"}
	text := func(text string) mutation { return inSecond(func(string) string { return text }) }
	return []mutant{
		{"no JSON", text("agent_id: Secondary-A\n"), bad},
		{"empty", text(""), bad},
		{"white space", text(" \n"), bad},
		{"half a file", inSecond(cut(`"blockers"`, "")), bad},
		{"a list", text("[]"), bad},
		{"null", text("null"), bad},
		{"a comma at the end", inSecond(swap("\"criteria\"]", "\"criteria\",]")), bad},
		{"a comment", inSecond(before("// mine\n")), bad},
		{"a key twice", inSecond(swap(`"phase"`, `"stage"`)), bad},
		{"text after the value", inSecond(atEnd("{}")), bad},
		{"no agent", noSecondKey("agent_id"), unnamed},
		{"agent null", secondKey("agent_id", "null"), unnamed},
		{"the agent is a number", secondKey("agent_id", "7"), unnamed},
		{"the agent is a list", secondKey("agent_id", `["Secondary-A"]`), unnamed},
		{"agent empty", secondKey("agent_id", `""`), []string{"error agents/schema"}},
		{"no type", noSecondKey("agent_type"), mild},
		{"unknown type", secondKey("agent_type", `"tertiary"`), mild},
		{"no session", noSecondKey("session_id"), mild},
		{"a stage in words", secondKey("stage", `"specification"`), mild},
		{"a stage in lower case", secondKey("stage", `"s2.p1"`), mild},
		{"status null", secondKey("status", "null"), []string{"error agents/schema"}},
		{"status in lower case", secondKey("status", `"blocked"`), []string{"error agents/schema"}},
		{"the steps are a string", secondKey("next_steps", `"section 5"`), mild},
		{"a step that is a number", secondKey("next_steps", `["section 5", 6]`), mild},
		{"coordination null", inSecond(func(s string) string { return cut(`{`+"\n    \"last_inbox", "")(s) + "null\n}\n" }), mild},
		{"a negative count", secondKey("unread_messages", "-1"), mild},
		{"a fraction", secondKey("unread_messages", "1.5"), mild},
		{"a misspelt key", inSecond(swap("files_modified", "file_modified")), mild},
		{"an unknown nested key", inSecond(swap(`"last_inbox_check"`, `"x": 1, "last_inbox_check"`)), mild},
	}
}

func agentSenseMutants() []mutant {
	times, against, name := []string{"warning agents/time"}, []string{"warning agents/contradiction"}, []string{"warning agents/name"}
	free := secondKey("blockers", "[]")
	return []mutant{
		{"a Unix time", secondKey("last_checkpoint", `"1795183800"`), times},
		{"no zone", secondKey("last_checkpoint", `"2026-11-20T14:31:00"`), times},
		{"no time", secondKey("last_checkpoint", `""`), times},
		{"the 31st of November", secondKey("last_inbox_check", `"2026-11-31T00:00:00Z"`), times},
		{"the next before the last", secondKey("next_checkpoint_expected", `"2026-11-20T14:30:59Z"`), times},
		{"the next before the last in another zone", secondKey("next_checkpoint_expected", `"2026-11-20T14:46:00+02:00"`), times},
		{"blocked by nothing", free, against},
		{"blocked by a word for nothing", secondKey("blockers", `["none"]`), against},
		{"at work and blocked", secondKey("status", `"IN_PROGRESS"`), against},
		{"at work and not to be resumed", all(free, secondKey("status", `"IN_PROGRESS"`), secondKey("can_resume", "false")), against},
		{"complete and to be resumed", all(free, secondKey("status", `"COMPLETE"`)), against},
		{"complete and blocked", all(secondKey("status", `"COMPLETE"`), secondKey("can_resume", "false")), against},
		{"an id of another agent", secondKey("agent_id", `"Secondary-B"`), name},
		{"an id that no agent has", secondKey("agent_id", `"the second"`), name},
		{"an id that leads elsewhere", secondKey("agent_id", `"../primary"`), name},
		{"two with one id", secondKey("agent_id", `"Agent-Primary"`), []string{"warning agents/duplicate", "warning agents/name"}},
		{"the type of another agent", secondKey("agent_type", `"primary"`), nil},
		{"the next a day before the last", secondKey("next_checkpoint_expected", `"2026-11-19"`), times},
	}
}

func agentFileMutants() []mutant {
	missing, twice := []string{"warning agents/missing-file"}, []string{"warning agents/duplicate"}
	return []mutant{
		{"a file that is gone", drop("EPIC_README.md"), missing},
		{"a file that never was", secondKey("files_modified", `["feature_02_import/spec.md", "x.md"]`), missing},
		{"a file as a string", secondKey("files_modified", `"x.md"`), []string{"warning agents/missing-file", "warning agents/schema"}},
		{"lines of a file that is gone", secondKey("files_modified", `["x.md:12-30"]`), missing},
		{"numbers and objects for files", secondKey("files_modified", `[1, {"path": "x"}]`), []string{"warning agents/schema"}},
		{"a pattern", secondKey("files_modified", `["feature_02_import/*.md"]`), missing},
		{"a file below a file", secondKey("files_modified", `["EPIC_README.md/x"]`), missing},
		{"a name that is too long", secondKey("files_modified", `["`+strings.Repeat("x", 300)+`"]`), missing},
		{"a name that none is", secondKey("files_modified", `["a\u0000b"]`), missing},
		{"a title twice", in(inboxFile, atEnd("\n# Messages\n")), twice},
		{"a number twice", in(inboxFile, swap("## Message 2", "## Message 1")), twice},
		{"not UTF-8", inSecond(swap("dates", "d\xe9")), []string{"error any/not-utf8"}},
		{"UTF-16", inSecond(before("\xff\xfe")), []string{"error any/not-utf8"}},
		{"too large", inSecond(atEnd(strings.Repeat(" ", jsondoc.MaxSize))), []string{"error any/too-large"}},
		{"too deep", inSecond(swap(`"blockers": [`, `"x": `+strings.Repeat("[", jsondoc.MaxDepth+1)+strings.Repeat("]", jsondoc.MaxDepth+1)+`, "blockers": [`)), []string{"error any/too-deep"}},
		{"a conflict", inSecond(swap("{\n  \"agent_id\"", "{\n<<<<<<< HEAD\n  \"agent_id\"")), []string{"error any/conflict-marker"}},
		{"mixed line endings", inSecond(swap("{\n", "{\r\n")), []string{"warning any/mixed-line-endings"}},
		{"tags", inSecond(swap("section 5 of", "\U000e0061 of")), []string{"warning any/hidden"}},
		{"a key of a cloud", inSecond(swap("section 5 of", "AKIAQX4MHT7ZB2WNCJ5R of")), []string{"error any/secret"}},
		{"a directive, which JSON has not", inSecond(before("<!-- mdck:ignore-file schema -->\n")), []string{"error agents/schema"}},
		{"a directive in a text", all(secondKey("phase", `"<!-- mdck:ignore-file agents/time -->"`), secondKey("last_checkpoint", `"x"`)), []string{"warning agents/time"}},
		{"a checkpoint under another name", in(agents.CheckpointDir+"/worker.json", func(string) string { return strings.Replace(agentsSecond, "Secondary-A", "Secondary-C", 1) }), []string{"warning agents/name"}},
		{"an archive under the name of an agent", in(agents.CheckpointDir+"/secondary_a_crashed.json", func(string) string { return agentsSecond }), []string{"warning agents/duplicate", "warning agents/name"}},
	}
}

func TestAgentMutants(t *testing.T) {
	for _, m := range agentMutants() {
		t.Run(m.name, func(t *testing.T) {
			f := epic()
			m.spoil(f)
			want := slices.Sorted(slices.Values(m.want))
			if got := ruleSet(t, f.agents()); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, strings.Join(messages(t, f.agents()), "\n"))
			}
		})
	}
}

func TestBrokenJSON(t *testing.T) {
	for text, place := range map[string]string{
		"{\n  \"agent_id\": \"a\",\n  oops\n}\n":    "3:3",
		"\ufeff{\r\n  \"a\": 1,\r\n  \"a\": 2\r\n}": "3:3",
		"{\"a\": 1}\n{}":                                "2:1",
		"{\"a\": 1, // x\n\"b\": 2}":                    "1:10",
		"{\"é\": [1,]}":                                 "1:11",
		strings.Repeat("[", 1<<20):                      "1:1001",
		strings.Repeat("{\"a\":", 1001) + "1":           "1:5001",
		"{\"agent_id\": \"Secondary-A\", \"x\": \"\x80": "1:35",
	} {
		for name, in := range map[string]lint.Input{
			secondFile:                files{secondFile: text, primaryFile: strings.Replace(agentsPrimary, `"IN_PROGRESS"`, `"PAUSED"`, 1), "EPIC_README.md": ""}.agents(),
			protocoltest.ExampleTrack: files{protocoltest.ExampleTrack: text}.track(),
		} {
			found, err := lint.Run(in)
			if err != nil {
				t.Fatal(err)
			}
			about := slices.DeleteFunc(slices.Clone(found), func(d lint.Diagnostic) bool { return d.Path != name })
			if len(about) != 1 || about[0].Severity != lint.Error || !strings.HasPrefix(about[0].Position().String(), name+":"+place) {
				t.Errorf("%.40q: got %q, want one at %s", text, texts(about), place)
			}
			if others := len(found) - len(about); in.Checker.Name == "agents" && others != 1 {
				t.Errorf("%.40q: %d other findings in %q, want 1", text, others, texts(found))
			}
		}
	}
}
