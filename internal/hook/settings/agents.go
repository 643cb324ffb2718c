package settings

import (
	"mdck/internal/hook"
)

// An Agent is all that mdck knows of the settings of one agent.
type Agent struct {
	Name  hook.Agent
	Title string // as people call it

	Dir      string // of the settings, in a project and in the home
	File     string // in Dir
	Local    string // beside File, for one user of a project; "" if the agent has none
	Variable string // of the environment: names the directory of the user's settings; "" for none
	Home     string // of the environment: names the directory that Dir is in for the user; "" for none

	Sources []string // ways in which a session starts
	Compact string   // event before a compaction, where the answer is of use; "" for none
	Tool    string   // event after a tool has run
	Tools   string   // matcher of Tool
	Stop    string   // event at the end of a turn

	Once     bool     // identical handlers run once
	Blocking []string // events in which status 2 of a hook means "do not"
	Switches []Switch // of all hooks
	Next     []string // what is left to do after an install

	exec            bool     // command and arguments apart, and no shell between
	timeout         string   // of an entry, as JSON has it
	starts, resumes []string // matchers of SessionStart
	exact           bool     // a matcher of SessionStart is one word and no pattern
	comments        bool     // the settings may have comments
}

// A Switch is a value of the settings, true or false, that switches all hooks off.
type Switch struct {
	Path []string
	Off  bool
}

// table has a row for each agent. Sources: the references of the hooks of Claude
// Code (2.1.139 and later for the exec form), Codex CLI and Gemini CLI; Once:
// measured with Claude Code 2.1.329 and Codex CLI 0.169.0. Codex calls its
// tool apply_patch and lets it be matched as Edit or Write.
func table() []Agent {
	return []Agent{
		{
			Name: hook.Claude, Title: "Claude Code",
			Dir: ".claude", File: "settings.json", Local: "settings.local.json", Variable: "CLAUDE_CONFIG_DIR",
			Sources: []string{"startup", "resume", "clear", "compact", "fork"},
			Compact: "PreCompact", Tool: "PostToolUse", Tools: "Edit|Write|MultiEdit", Stop: "Stop",
			Once:     true,
			Blocking: []string{"Stop", "SubagentStop", "PreCompact", "UserPromptSubmit", "PreToolUse", "PermissionRequest"},
			Switches: []Switch{{[]string{"disableAllHooks"}, true}},
			Next: []string{
				"Claude Code 2.1.139 or newer runs these hooks; an older one does not know \"args\"",
				"start a new session, or /clear in one that is open",
			},
			exec: true, timeout: "10",
			starts: []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume|fork"},
		},
		{
			Name: hook.Codex, Title: "Codex CLI",
			Dir: ".codex", File: "hooks.json", Variable: "CODEX_HOME",
			Sources: []string{"startup", "resume", "clear", "compact"},
			Tool:    "PostToolUse", Tools: "apply_patch|Edit|Write", Stop: "Stop",
			Blocking: []string{"Stop", "SubagentStop", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PreCompact"},
			Next:     []string{"start Codex and trust the hooks with /hooks: until then they do nothing, and nothing says so"},
			timeout:  "10",
			starts:   []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume"},
		},
		{
			Name: hook.Gemini, Title: "Gemini CLI",
			Dir: ".gemini", File: "settings.json", Home: "GEMINI_CLI_HOME",
			Sources: []string{"startup", "resume", "clear"},
			Tool:    "AfterTool", Tools: "write_file|replace", Stop: "AfterAgent",
			Blocking: []string{"AfterAgent", "BeforeAgent", "BeforeTool", "BeforeModel"},
			Switches: []Switch{{[]string{"hooks", "enabled"}, false}, {[]string{"hooksConfig", "enabled"}, false}},
			Next:     []string{"start a new session"},
			timeout:  "10000",
			starts:   []string{"startup", "clear"}, resumes: []string{"startup", "clear", "resume"}, exact: true, comments: true,
		},
	}
}

// Of returns what is known of an agent; of another name, nothing but that.
func Of(a hook.Agent) Agent {
	for _, row := range table() {
		if row.Name == a {
			return row
		}
	}
	return Agent{Name: a, Title: string(a)}
}
