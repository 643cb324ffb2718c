package hook

// A task is what mdck does at an event.
type task uint8

const (
	silence   task = iota
	start          // hand the checkpoint to a session that begins
	summarise      // say what the summary of a conversation should keep
	stop           // object to an end while the checkpoint is out of step
	written        // say what lint finds in the file that was written
	record         // record the state of the repository, without a word
)

// An agentEvents is the events of an agent, and those of them that mdck answers beside
// SessionStart.
type agentEvents struct {
	written string   // a tool wrote a file
	stop    string   // the end of a turn
	compact string   // before a compaction
	summary bool     // the answer to compact reaches the summary
	events  []string // in the order of a session; the last one is its end
}

// eventsOf returns those of agent a; empty for an unknown one. Sources: docs and types of
// Claude Code, the schemas of Codex CLI, the reference of Gemini CLI. Codex ignores text at
// PreCompact and fails on anything else; nothing of PreCompress reaches the model of Gemini.
func eventsOf(a Agent) agentEvents {
	switch a {
	case Claude:
		return agentEvents{"PostToolUse", "Stop", "PreCompact", true, []string{
			"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse", "FileChanged", "Notification",
			"PreCompact", "PostCompact", "SubagentStart", "SubagentStop", "Stop", "SessionEnd",
		}}
	case Codex:
		return agentEvents{"PostToolUse", "Stop", "PreCompact", false, []string{
			"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PostToolUse",
			"PreCompact", "PostCompact", "SubagentStart", "SubagentStop", "Stop", "StopFailure", "Interrupt", "SessionEnd",
		}}
	case Gemini:
		return agentEvents{"AfterTool", "AfterAgent", "PreCompress", false, []string{
			"SessionStart", "BeforeAgent", "BeforeModel", "BeforeToolSelection", "AfterModel", "BeforeTool", "AfterTool",
			"PreCompress", "Notification", "AfterAgent", "SessionEnd",
		}}
	}
	return agentEvents{}
}

// Events returns the events that agent has, in the order of a session; nil for an unknown one.
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
