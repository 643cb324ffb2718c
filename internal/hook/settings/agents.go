package settings

import (
	"strings"

	"mdck/internal/hook"
)

// Levels of settings. Install writes the first three.
const (
	Project = "project"
	Local   = "local"
	User    = "user"
	Managed = "managed" // set by an administrator; overrides all others
	Default = "default"
	Trust   = "trust"
	Env     = "env" // environment variables
)

// An Agent describes an agent's settings and events.
type Agent struct {
	Name  hook.Agent
	Title string

	Dir      string            // in a project and in the home directory
	Variable string            // variable with the user's settings directory, or ""
	Home     string            // variable with the parent of the user's Dir, or ""
	System   map[string]string // directory of an administrator, by GOOS; "linux" for all others
	Places   []Place           // the settings files
	Below    bool              // project hooks also run in subdirectories and linked worktrees

	Sources []string // how a session can start
	Compact string   // event before a compaction
	Tool    string   // event after a call of a tool
	Tools   string   // matcher of the tools that write files
	Stop    string   // event at the end of a turn

	Once     bool     // identical handlers run once
	Blocking []string // events that exit status 2 blocks
	Facts    []Fact   // settings that can stop a hook, in the order of the check
	Next     []string // what the user must do after an install

	exec            bool     // an entry has separate arguments and runs without a shell
	second          int      // in the unit of a timeout
	starts, resumes []string // matchers of SessionStart
	exact           bool     // a matcher of SessionStart is a word, not a pattern
	commas          bool     // a matcher is a list that may have commas
	comments        bool     // the file may have comments
	mark            bool     // the file may begin with a byte order mark
	strict          bool     // one invalid entry invalidates the file
	keys            []string // allowed keys; nil for all
	values          []string // KEY: VALUES that are allowed; others invalidate the file
}

// A Place describes a settings file.
type Place struct {
	Level    string
	File     string
	Variable string // variable with the path, or ""
	Reach    string // which sessions run its hooks; %s is the project; "" means that it has no hooks
}

// A Fact is a setting that can stop hooks. The strongest level counts, or all levels if Value is
// NAME.
type Fact struct {
	Key string // parts of the key; DIR is a directory, HOOK the Codex id of the entry
	// Is compares the key with Value:
	//   "=": the hook does not run if they are equal
	//   "!": the hook does not run if they differ; any value of the key is equal to ""
	//   "+": if they are equal, the facts after this one do not count
	Is     string
	Value  string
	Levels string // levels, strongest first
	Do     string // what the user must do, or ""
}

func rows(table string) (all [][5]string) {
	for line := range strings.Lines(table[1:]) {
		var row [5]string
		for i, cell := range strings.Split(line, "|") {
			row[i] = strings.TrimSpace(cell)
		}
		all = append(all, row)
	}
	return all
}

func places(table string) (all []Place) {
	for _, r := range rows(table) {
		all = append(all, Place{r[0], r[1], r[2], r[3]})
	}
	return all
}

func facts(table string) (all []Fact) {
	for _, r := range rows(table) {
		all = append(all, Fact{r[0], r[1], r[2], r[3], r[4]})
	}
	return all
}

// table returns a row for each agent.
//
// Sources for Claude Code: the references of its hooks and settings (2.1.139 and later for the exec
// form, 2.1.211 for local settings at the root). Source for Codex CLI: its code (codex-rs/hooks and
// codex-rs/config). Source for Gemini CLI: its code (packages/core/src/hooks,
// packages/cli/src/config). All were measured with Claude Code 2.1.332, Codex CLI 0.169.0 and
// Gemini CLI 0.61.0.
//
// Codex calls its tool apply_patch, and accepts Edit and Write as matchers for it.
func table() []Agent {
	return []Agent{
		{
			Name: hook.Claude, Title: "Claude Code",
			Dir: ".claude", Variable: "CLAUDE_CONFIG_DIR",
			System: map[string]string{"linux": "/etc/claude-code", "darwin": "/Library/Application Support/ClaudeCode", "windows": `C:\Program Files\ClaudeCode`},
			Places: places(`
project | settings.json         | | sessions that start in %s, not in a subdirectory
local   | settings.local.json   | | your sessions in %s, its subdirectories and its worktrees
user    | settings.json         | | all your sessions
managed | managed-settings.json`),
			Sources: []string{"startup", "resume", "clear", "compact", "fork"},
			Compact: "PreCompact", Tool: "PostToolUse", Tools: "Edit|Write|MultiEdit", Stop: "Stop",
			Once:     true,
			Blocking: []string{"Stop", "SubagentStop", "PreCompact", "UserPromptSubmit", "PreToolUse", "PermissionRequest"},
			Facts: facts(`
disableAllHooks               | = | true  | managed local project user
allowManagedHooksOnly         | = | true  | managed | your administrator decides
strictPluginOnlyCustomization | = | true  | managed | your administrator decides
strictPluginOnlyCustomization | = | hooks | managed | your administrator decides
CLAUDE_CODE_SIMPLE            | = | 1     | env
CLAUDE_CODE_SAFE_MODE         | = | 1     | env`),
			Next: []string{
				"these hooks require Claude Code 2.1.139 or newer: older versions do not know \"args\"",
				"start a new session, or run /clear in an open session",
			},
			exec: true, second: 1, commas: true, mark: true,
			starts: []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume|fork"},
			values: []string{"permissions.defaultMode: default acceptEdits plan auto dontAsk bypassPermissions manual", "disableAllHooks: true false"},
		},
		{
			Name: hook.Codex, Title: "Codex CLI",
			Dir: ".codex", Variable: "CODEX_HOME", Below: true,
			System: map[string]string{"linux": "/etc/codex", "windows": `C:\ProgramData\OpenAI\Codex`},
			Places: places(`
project | hooks.json | | sessions in %s, its subdirectories and worktrees with a .codex
user    | hooks.json | | all your sessions
project | config.toml
user    | config.toml
default | config.toml
managed | requirements.toml`),
			Sources: []string{"startup", "resume", "clear", "compact"},
			Compact: "PreCompact", Tool: "PostToolUse", Tools: "apply_patch|Edit|Write", Stop: "Stop",
			Blocking: []string{"Stop", "SubagentStop", "UserPromptSubmit", "PreToolUse", "PermissionRequest", "PreCompact"},
			Facts: facts(`
allow_managed_hooks_only      | = | true    | managed | your administrator decides
features hooks                | = | false   | managed project user default
features codex_hooks          | = | false   | project user default
projects DIR trust_level      | ! | trusted | user | start Codex in the directory, and trust the directory
hooks state HOOK enabled      | = | false   | user | start Codex, and trust the hook with /hooks
hooks state HOOK trusted_hash | ! |         | user | start Codex, and trust the hook with /hooks`),
			Next:   []string{"start a new session"},
			second: 1, strict: true, keys: []string{"description", "hooks"},
			starts: []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume"},
		},
		{
			Name: hook.Gemini, Title: "Gemini CLI",
			Dir: ".gemini", Home: "GEMINI_CLI_HOME",
			System: map[string]string{"linux": "/etc/gemini-cli", "darwin": "/Library/Application Support/GeminiCli", "windows": `C:\ProgramData\gemini-cli`},
			Places: places(`
project | settings.json        |                                 | sessions that start in %s, not in a subdirectory
user    | settings.json        |                                 | all your sessions
trust   | trustedFolders.json  | GEMINI_CLI_TRUSTED_FOLDERS_PATH
managed | settings.json        | GEMINI_CLI_SYSTEM_SETTINGS_PATH
default | system-defaults.json | GEMINI_CLI_SYSTEM_DEFAULTS_PATH`),
			Sources: []string{"startup", "resume", "clear"},
			Compact: "PreCompress", Tool: "AfterTool", Tools: "write_file|replace", Stop: "AfterAgent",
			Once:     true,
			Blocking: []string{"AfterAgent", "BeforeAgent", "BeforeTool", "BeforeModel"},
			Facts: facts(`
hooksConfig enabled          | = | false        | managed project user default
hooksConfig disabled         | = | NAME         | managed project user default
GEMINI_CLI_TRUST_WORKSPACE   | = | false        | env
GEMINI_CLI_TRUST_WORKSPACE   | + | true         | env
security folderTrust enabled | + | false        | managed user default
DIR                          | ! | TRUST_FOLDER | trust | start Gemini in the folder, and trust the folder`),
			Next:   []string{"start a new session"},
			second: 1000, exact: true, comments: true,
			starts: []string{"startup", "clear"}, resumes: []string{"startup", "clear", "resume"},
		},
	}
}

// Of returns an agent's row.
func Of(a hook.Agent) Agent {
	for _, row := range table() {
		if row.Name == a {
			return row
		}
	}
	return Agent{Name: a, Title: string(a)}
}
