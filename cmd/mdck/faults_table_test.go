package main

import (
	"strings"
	"testing"
)

func more() []job {
	typo := []change{{room + "checkpoint.md", "### Scan Insights\n", "### Scan Insigths\n"}}
	return []job{
		{name: "loop start", from: "loop_concurrent", file: "conductor/tracks/t/metadata.json", run: "loop,start,EXECUTE", look: "status"},
		{name: "plan answer", from: "plan_concurrent", file: ".planning/phases/01-a/01-01-PLAN.md", run: "plan,answer,01-01:1,approved", look: "plan,gates"},
		{name: "format append", have: handoff, file: "HANDOFF.md", run: "append,HANDOFF.md,--section,status,-b,one", look: "show,HANDOFF.md"},
		{name: "lint --baseline", have: typo, file: "known.json", run: "lint,--baseline,known.json,--update-baseline", look: "status"},
		{name: "agents escalate", from: "agents_warn", file: "EPIC_README.md", run: "agents,escalate,Secondary-A", look: "agents,list"},
		{name: "plan ack", from: "threshold_check", have: alerted, before: []string{"plan,trigger,check,--event,task_complete", "plan,ack,cost"}, file: ".autopilot/state/acknowledgments.json", run: "plan,ack,cost,--session,s", look: "plan,gates"},
		{name: "handoff done", have: fifteen, file: "HANDOFF.md", run: "handoff,done,task 16,--evidence,a.go", look: "handoff,show"},
		{name: "ccc save", before: []string{"ccc,next,task 0", "ccc,continue,Resume CIA-1."}, file: ".ccc-progress.md", run: "ccc,save,--skip-git,--skip-linear,--continue", look: "lint,.ccc-progress.md"},
	}
}

func isLock(name string) bool {
	return strings.Contains(name, ".metadata.lock/") || strings.HasPrefix(name, ".epic_locks/") || strings.HasSuffix(name, "STATE.md.lock")
}

// unswept lists commands that TestEachFault leaves out, because they write like another one.
var unswept = [...]struct{ names, like string }{
	{"hook", "ccc save"},
	{"hook uninstall", "hook install"},
	{"ccc done, ccc current, ccc decide, ccc block, ccc unblock, ccc learn, ccc continue, ccc write, ccc scope", "ccc next"},
	{"agents create, agents inbox, agents warn, agents restore, agents resume, agents takeover", "agents abort"},
	{"loop progress, loop pass, loop fail, loop block, loop unblock, loop decide, loop skip, loop sync, loop migrate", "loop start"},
	{"plan done, plan summary", "plan answer"},
	{"handoff next, handoff pending, handoff decide, handoff block, handoff unblock, handoff ran, handoff goal", "handoff done"},
	{"plan reset, plan trigger", "plan ack"},
	{"plan sync", "plan add"},
}

func TestSweptKnown(t *testing.T) {
	known := map[string]bool{}
	for _, j := range jobs() {
		k := kill{run: strings.ReplaceAll(j.run, ",", " ")}
		known[k.command()] = true
	}
	for _, u := range unswept {
		if !known[u.like] {
			t.Errorf("%q is not swept, want it for %s", u.like, u.names)
		}
		for name := range strings.SplitSeq(u.names, ", ") {
			known[name] = true
		}
	}
	for _, name := range writing {
		if !known[name] {
			t.Errorf("%q is not swept", name)
		}
	}
}
