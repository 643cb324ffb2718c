package hook

import "strings"

type task uint8

const (
	silence task = iota
	start
	summarise // print what a summary must keep
	stop
	written
	record // store the state of the repository, print nothing
)

type agentEvents struct {
	written string
	stop    string
	compact string
	summary bool     // the answer to compact becomes part of the summary
	events  []string // in the order of a session
}

// eventsOf returns the events of an agent, or none. Sources: docs and types of Claude Code, schemas
// of Codex CLI, reference of Gemini CLI.
func eventsOf(a Agent) agentEvents {
	switch a {
	case Claude:
		return agentEvents{"PostToolUse", "Stop", "PreCompact", true, strings.Fields("SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse FileChanged Notification " +
			"PreCompact PostCompact SubagentStart SubagentStop Stop SessionEnd")}
	case Codex:
		return agentEvents{"PostToolUse", "Stop", "PreCompact", false, strings.Fields("SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse " +
			"PreCompact PostCompact SubagentStart SubagentStop Stop StopFailure Interrupt SessionEnd")}
	case Gemini:
		return agentEvents{"AfterTool", "AfterAgent", "PreCompress", false, strings.Fields("SessionStart BeforeAgent BeforeModel BeforeToolSelection AfterModel BeforeTool AfterTool " +
			"PreCompress Notification AfterAgent SessionEnd")}
	}
	return agentEvents{}
}

// Events returns the events of an agent in order, or nil.
func Events(a Agent) []string { return eventsOf(a).events }

func taskOf(a Agent, event string) task {
	switch known := eventsOf(a); {
	case event == "" || known.events == nil:
		return silence
	case event == "SessionStart":
		return start
	case event == known.written:
		return written
	case event == known.stop:
		return stop
	case event == known.compact && known.summary:
		return summarise
	case event == known.compact, event == known.events[len(known.events)-1]:
		return record
	}
	return silence
}
