package hook

// A task is what mdck does at an event.
type task uint8

const (
	silence   task = iota
	start          // hand the checkpoint to a session that begins
	summarise      // say what the summary of a conversation should keep
	stop           // object to an end while the checkpoint is out of step
	written        // say what lint finds in the file that was written
)

// known are the events of each agent, in the order of a session. Sources: docs
// and types of Claude Code, the schemas of Codex CLI, the reference of Gemini CLI.
var known = [...]struct {
	agent Agent
	event string
	task  task
}{
	{Claude, "SessionStart", start},
	{Claude, "UserPromptSubmit", silence},
	{Claude, "PreToolUse", silence},
	{Claude, "PermissionRequest", silence},
	{Claude, "PostToolUse", written},
	{Claude, "FileChanged", silence},
	{Claude, "Notification", silence},
	{Claude, "PreCompact", summarise},
	{Claude, "PostCompact", silence},
	{Claude, "SubagentStart", silence},
	{Claude, "SubagentStop", silence},
	{Claude, "Stop", stop},
	{Claude, "SessionEnd", silence},

	{Codex, "SessionStart", start},
	{Codex, "UserPromptSubmit", silence},
	{Codex, "PreToolUse", silence},
	{Codex, "PermissionRequest", silence},
	{Codex, "PostToolUse", written},
	{Codex, "PreCompact", silence}, // it ignores text and fails on anything else
	{Codex, "PostCompact", silence},
	{Codex, "SubagentStart", silence},
	{Codex, "SubagentStop", silence},
	{Codex, "Stop", stop},
	{Codex, "StopFailure", silence},
	{Codex, "Interrupt", silence},
	{Codex, "SessionEnd", silence},

	{Gemini, "SessionStart", start},
	{Gemini, "BeforeAgent", silence},
	{Gemini, "BeforeModel", silence},
	{Gemini, "BeforeToolSelection", silence},
	{Gemini, "AfterModel", silence},
	{Gemini, "BeforeTool", silence},
	{Gemini, "AfterTool", written},
	{Gemini, "PreCompress", silence}, // nothing of it reaches the model
	{Gemini, "Notification", silence},
	{Gemini, "AfterAgent", stop},
	{Gemini, "SessionEnd", silence},
}

// Events are those that agent knows and mdck answers or keeps silent on, in the
// order of a session; nil for an agent that is none.
func Events(a Agent) []string {
	var all []string
	for _, k := range known {
		if k.agent == a {
			all = append(all, k.event)
		}
	}
	return all
}

func taskOf(a Agent, event string) task {
	for _, k := range known {
		if k.agent == a && k.event == event {
			return k.task
		}
	}
	return silence
}
