package main

import "strings"

// more are commands that want files of their own.
func more() []job {
	typo := []change{{room + "checkpoint.md", "### Scan Insights\n", "### Scan Insigths\n"}}
	return []job{
		{name: "loop start", from: "loop_concurrent", file: "conductor/tracks/t/metadata.json", run: "loop,start,EXECUTE", look: "status"},
		{name: "plan answer", from: "plan_concurrent", file: ".planning/phases/01-a/01-01-PLAN.md", run: "plan,answer,01-01:1,approved", look: "plan,gates"},
		{name: "format append", have: handoff, file: "HANDOFF.md", run: "append,HANDOFF.md,--section,status,-b,one", look: "show,HANDOFF.md"},
		{name: "lint --baseline", have: typo, file: "known.json", run: "lint,--baseline,known.json,--update-baseline", look: "status"},
		{name: "agents escalate", from: "agents_warn", file: "EPIC_README.md", run: "agents,escalate,Secondary-A", look: "agents,list"},
	}
}

// isLock reports whether a file is of the lock of another protocol, which a killed command
// leaves and the next one takes.
func isLock(name string) bool {
	return strings.Contains(name, ".metadata.lock/") || strings.HasPrefix(name, ".epic_locks/") || strings.HasSuffix(name, "STATE.md.lock")
}
