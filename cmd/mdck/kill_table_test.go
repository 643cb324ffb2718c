package main

import "strings"

var writing = [...]string{
	"lint", "fmt", "init", "append", "prune", "stamp", "ohrfc advance", "restore", "hook", "hook install", "hook uninstall",
	"ccc done", "ccc current", "ccc next", "ccc decide", "ccc block", "ccc unblock", "ccc learn", "ccc continue", "ccc write", "ccc scope", "ccc save",
	"agents create", "agents beat", "agents inbox", "agents warn", "agents escalate", "agents restore", "agents resume", "agents takeover", "agents abort",
	"loop start", "loop progress", "loop pass", "loop fail", "loop block", "loop unblock", "loop decide", "loop skip", "loop sync", "loop migrate",
	"plan answer", "plan done", "plan summary", "plan add", "plan threshold", "plan ack", "plan reset", "plan trigger", "plan sync",
	"handoff next", "handoff pending", "handoff done", "handoff decide", "handoff block", "handoff unblock", "handoff ran", "handoff goal",
}

var reading = [...]string{
	"verify", "explain", "ohrfc", "ohrfc prompt", "bootstrap", "status", "show", "tokens", "ohrfc diff", "history", "hook doctor", "ccc",
	"agents", "agents list", "agents watch", "agents handoff", "loop", "loop resume", "plan", "plan gates", "plan render", "plan type", "plan order",
	"handoff", "handoff show", "lsp", "config", "config check", "config show", "config schema", "completion", "version",
}

type kill struct {
	run    string // command line
	from   string // script for the files; "demo" is the demonstration workspace, "rounds" has one more round
	edit   []change
	before []string
	in     string // standard input
	status int    // expected exit status
	each   bool   // makes several writes, so some files may be new and others old
	litter bool   // also writes without a journal, so a temporary file may remain
	next   string // command that finishes an interrupted write
}

// A change replaces old by new in a file, or the whole file if old is "".
type change struct{ file, old, new string }

const (
	room     = ".ohrfc/rfc-20261104-offline-sync/"
	at       = " --now 2026-11-21T08:00:00Z"
	seen     = "status" + at // finishes an interrupted write
	listed   = "agents list" + at
	inFormat = "show HANDOFF.md"
)

var (
	typo     = []change{{room + "checkpoint.md", "### Scan Insights\n", "### Scan Insights\r\n"}}
	handoff  = []change{{"HANDOFF.md", "", "# Handoff: proj\n\n## Status\n\n- zero\n\n## Next steps\n"}, {".mdck.yaml", "", handoffFormat}}
	noAgents = []change{{"EPIC_README.md", "", "# Epic\n"}}
	letter   = []change{{"EPIC_README.md", "", "# Epic\n"}, {"agent_comms/primary_to_secondary_a.md", "", "# Messages\n\n## Message 1 (2026-11-20 08:00) ⏳ UNREAD\n**Subject:** done?\n"}}
	tasks    = []string{"ccc next 'task 1' 'task 2'" + at}
	beat     = []string{"agents create Secondary-A --epic . --feature feature_02 --session s1 --now 2026-01-15T15:00:00Z"}
	twice    = append(beat[:1:1], "agents beat Secondary-A --done one --now 2026-01-15T15:10:00Z", "agents beat Secondary-A --done two --now 2026-01-15T15:20:00Z")
	started  = []string{"loop start PLAN" + at}
	alerted  = []change{{".autopilot/state/thresholds.json", "", "{\"current_values\": {\"cost\": 27}, \"levels_triggered\": {\"cost\": \"alert\"}}\n"}}
	noted    = []string{"handoff next 'task 1'" + at, "handoff pending 'task 2'" + at}
	checked  = []string{"plan trigger check --event task_complete" + at, "plan ack cost" + at}
)

var fifteen = []change{{"HANDOFF.md", "", "# Hand-off\n\n## Next action\n\n- task 16\n\n## Done\n\n" + strings.Repeat("- task — a.go\n", 15)}}

const handoffFormat = `formats:
  handoff:
    files: [HANDOFF.md]
    sections:
      - {title: Status}
      - {title: "Session {N}", keep: 2, optional: true, sections: [{title: Done}]}
      - {title: Next steps}
`

var killed = [...]kill{
	{run: "init ohrfc rfc-20261121-new --title T" + at, from: "demo", next: "restore rfc-20261121-new"},
	{run: "init ccc CIA-1 --title T" + at, from: "demo", next: "show ccc"},
	{run: "append --section gate-b -b reviewer=a" + at, from: "demo", next: seen},
	{run: "append --section gate-b/active -b 'New: 1'" + at, from: "demo", next: seen},
	{run: "append HANDOFF.md --section status -b one" + at, edit: handoff, next: inFormat},
	{run: "append HANDOFF.md --section session -b done=c" + at, edit: handoff, next: inFormat,
		before: []string{"append HANDOFF.md --section session -b done=a" + at, "append HANDOFF.md --section session -b done=b" + at}},
	{run: "prune" + at, from: "rounds", next: seen},
	{run: "prune A.md" + at, from: "format_prune", next: "show A.md"},
	{run: "prune --archives" + at, from: "ccc_env", edit: []change{{".ccc-progress-20261120-080000.md", "", "# one\n"}, {".ccc-progress-20261121-080000.md", "", "# two\n"}}, before: tasks, next: seen},
	{run: "stamp" + at, from: "demo", edit: []change{{room + "rfc.md", "", "# Another RFC\n"}}, next: seen},
	{run: "ohrfc advance design-done --force" + at, from: "demo", next: seen},
	{run: "restore --backup latest" + at, from: "demo", before: []string{"append --section gate-b/active -b 'New: 1'" + at}, next: seen},
	{run: "restore --archive round-1 --force" + at, from: "rounds", before: []string{"prune" + at}, next: seen},
	{run: "restore ccc --backup latest" + at, from: "", before: append(tasks[:1:1], "ccc done 'task 1'"+at), next: seen},
	{run: "restore A.md --archive session-1 --force" + at, from: "format_prune", before: []string{"prune A.md" + at}, next: "show A.md"},
	{run: "lint --fix" + at, from: "demo", edit: append(typo[:1:1], change{room + "state.json", `"checkpoint_version": 4`, `"checkpoint_version": 6`}), next: seen},
	{run: "lint --baseline known.json --update-baseline" + at, from: "demo", edit: []change{{room + "checkpoint.md", "### Scan Insights\n", "### Scan Insigths\n"}}, next: "lint --baseline known.json --update-baseline" + at},
	{run: "fmt --write" + at, from: "demo", edit: typo, next: seen},
	{run: "hook claude Stop --save", from: "hook_save", each: true, litter: true, in: `{"hook_event_name": "Stop"}`, next: seen},
	{run: "hook install claude", from: "hook_save", litter: true, next: "hook install claude"},
	{run: "hook uninstall claude", from: "hook_save", before: []string{"hook install claude"}, next: "hook uninstall claude"},

	{run: "ccc done 'task 1'" + at, before: tasks, next: seen},
	{run: "ccc current 'task 1'" + at, before: tasks, next: seen},
	{run: "ccc next 'task 3'" + at, before: tasks, next: seen},
	{run: "ccc next 'task 1'" + at, next: "show ccc"},
	{run: "ccc decide d --because b" + at, before: tasks, next: seen},
	{run: "ccc block b --until u" + at, before: tasks, next: seen},
	{run: "ccc unblock b" + at, before: append(tasks[:1:1], "ccc block b --until u"+at), next: seen},
	{run: "ccc learn l" + at, before: tasks, next: seen},
	{run: "ccc continue 'Resume CIA-1.'" + at, before: tasks, next: seen},
	{run: "ccc write" + at, in: `{"done": "task 1", "next": "task 3", "learn": "l"}`, before: tasks, next: seen},
	{run: "ccc scope x.go" + at, edit: []change{{"x.go", "", "x\n"}, {".ccc-state.json", "", "{\"phase\": \"execution\"}\n"}}, before: tasks, next: seen},
	{run: "ccc save --skip-git --skip-linear --input -" + at, in: `{"done": "task 1"}`, before: tasks, each: true, next: seen},

	{run: "init handoff --title T" + at, from: "demo", next: "show HANDOFF.md"},
	{run: "handoff next 'task 3'" + at, before: noted, next: seen},
	{run: "handoff next 'task 1'" + at, next: "handoff show"},
	{run: "handoff pending 'task 3' 'task 4'" + at, before: noted, next: seen},
	{run: "handoff done --evidence a.go" + at, before: noted, next: seen},
	{run: "handoff done 'task 16' --evidence a.go" + at, edit: fifteen, next: "handoff show"},
	{run: "handoff decide d --because b" + at, before: noted, next: seen},
	{run: "handoff block b --until u" + at, before: noted, next: seen},
	{run: "handoff unblock b" + at, before: append(noted[:1:1], "handoff block b --until u"+at), next: seen},
	{run: "handoff ran 'go test' --result passed" + at, before: noted, next: seen},
	{run: "handoff goal g" + at, before: noted, next: seen},
	{run: "append HANDOFF.md --section pending -b 'task 3'" + at, before: noted, next: seen},
	{run: "stamp HANDOFF.md" + at, edit: []change{{"HANDOFF.md", "", "# Hand-off\n\n## Next action\n\n- a\n"}}, next: seen},
	{run: "restore HANDOFF.md --backup 2" + at, before: append(noted[:2:2], "handoff done"+at, "handoff goal g"+at), next: seen},

	{run: "agents create Secondary-A --epic . --feature feature_02 --session s1" + at, edit: noAgents, next: "agents list --epic ." + at},
	{run: "agents beat Secondary-A --done two --step three" + at, before: twice, next: listed},
	{run: "agents warn Secondary-A" + at, before: twice, next: listed},
	{run: "agents inbox Secondary-A --reply yes" + at, edit: letter, before: twice, next: listed},
	{run: "agents escalate Secondary-A" + at, from: "agents_warn", next: listed},
	{run: "agents restore Secondary-A" + at, before: twice, next: listed},
	{run: "agents resume Secondary-A --session s2" + at, before: twice, next: listed},
	{run: "agents takeover Secondary-A --session s2" + at, before: twice, next: listed},
	{run: "agents abort Secondary-A --force" + at, before: twice, next: listed},

	{run: "loop start PLAN" + at, from: "loop_concurrent", next: seen},
	{run: "loop progress --done 1" + at, from: "loop_concurrent", before: started, next: seen},
	{run: "loop progress --task-done 1.2 --commit abc1234" + at, from: "loop_concurrent", before: []string{"loop start EXECUTE" + at}, next: seen},
	{run: "loop pass" + at, from: "loop_concurrent", before: started, next: seen},
	{run: "loop decide accept --because x --force" + at, from: "loop_concurrent", next: seen},
	{run: "loop fail --notes boom" + at, from: "loop_concurrent", before: started, next: seen},
	{run: "loop block b" + at, from: "loop_concurrent", before: started, next: seen},
	{run: "loop unblock" + at, from: "loop_concurrent", before: append(started[:1:1], "loop block b"+at), next: seen},
	{run: "loop skip BUSINESS_SYNC" + at, from: "loop_concurrent", next: seen},
	{run: "loop sync" + at, from: "loop_concurrent", next: seen},
	{run: "loop migrate --write" + at, from: "loop_concurrent", next: seen},

	{run: "plan answer 01-01:1 approved" + at, from: "plan_concurrent", next: seen},
	{run: "plan done 01-01:1 --force" + at, from: "plan_concurrent", next: seen},
	{run: "plan summary 01-01 --force" + at, from: "plan_concurrent", next: seen},
	{run: "plan add human-verify 01-02 --what-built b --how-to-verify c" + at, from: "plan_concurrent", next: seen},
	{run: "plan sync --from front" + at, from: "plan_sync", edit: []change{{".planning/STATE.md", "Phase: 2 of", "Phase: 1 of"}}, next: seen},
	{run: "restore .planning/STATE.md --backup latest" + at, from: "plan_sync", edit: []change{{".planning/STATE.md", "Phase: 2 of", "Phase: 1 of"}}, before: []string{"plan sync --from front" + at}, next: seen},
	{run: "plan threshold check --cost 60" + at, from: "threshold_check", edit: alerted, before: checked, status: 1, next: seen},
	{run: "plan ack cost --session s" + at, from: "threshold_check", edit: alerted, before: checked, next: seen},
	{run: "plan ack cost --stop" + at, from: "threshold_check", edit: alerted, before: checked, status: 1, next: seen},
	{run: "plan reset" + at, from: "threshold_check", edit: alerted, before: checked, next: seen},
	{run: "plan trigger check --event task_complete" + at, from: "threshold_check", edit: alerted, before: checked, next: seen},
}
