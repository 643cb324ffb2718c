// Package settings finds, adds and takes out the entries of mdck in the text of
// an agent's settings. It reads and writes no file.
//
// What it promises of every text that it accepts:
//
//   - Bytes outside of mdck's own entries stay as they are.
//   - After [File.Install] every entry is there exactly once; a second Install
//     changes nothing.
//   - [File.Uninstall] after Install gives the bytes from before, if there was no
//     entry of mdck before.
//
// For the last of them a container that was there, and empty, must be told from
// one that Install made. What Install puts into an empty container of the user
// therefore begins with a blank line, or with one blank where the container stays
// on its line; nothing else that Install writes begins so.
package settings

import (
	"strings"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/jsondoc"
)

// An Entry is a hook as it is to stand in the settings: one group with one
// handler.
type Entry struct {
	Event   string
	Matcher string   // "" for none: the agent asks whenever the event happens
	Args    []string // behind mdck: "hook", the agent, the event, flags
	exec    bool     // command and arguments apart, and no shell between
	timeout string   // as JSON has it, in the agent's unit
}

// A Choice is what a user may add to the default.
type Choice struct {
	Resume       bool // sessions that go on are told the one line
	BlockUnsaved bool // the end of a turn is held up when a checkpoint is out of step
	Findings     bool // findings of a file are told when it was written
}

// A dialect is what differs between the agents.
type dialect struct {
	agent   hook.Agent
	exec    bool
	timeout string

	starts, resumes []string // matchers of SessionStart
	compact         string   // event before a compaction, where the answer is of use
	tool, tools     string   // event after a tool has run, and its matcher
	stop            string   // event at the end of a turn
}

// dialects has a row for each agent. Sources: hooks references of Claude Code
// (2.1.139 and later for the exec form), Codex CLI and Gemini CLI. A matcher of
// Gemini for SessionStart is one exact word, so it takes a group for each. Codex
// calls its tool apply_patch and lets it be matched as Edit or Write.
var dialects = [...]dialect{
	{
		agent: hook.Claude, exec: true, timeout: "10",
		starts: []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume|fork"},
		compact: "PreCompact", tool: "PostToolUse", tools: "Edit|Write|MultiEdit", stop: "Stop",
	},
	{
		agent: hook.Codex, timeout: "10",
		starts: []string{"startup|clear|compact"}, resumes: []string{"startup|clear|compact|resume"},
		tool: "PostToolUse", tools: "apply_patch|Edit|Write", stop: "Stop",
	},
	{
		agent: hook.Gemini, timeout: "10000",
		starts: []string{"startup", "clear"}, resumes: []string{"startup", "clear", "resume"},
		tool: "AfterTool", tools: "write_file|replace", stop: "AfterAgent",
	},
}

// Agents are those whose settings are known.
func Agents() []hook.Agent {
	var all []hook.Agent
	for _, d := range dialects {
		all = append(all, d.agent)
	}
	return all
}

// sessionStart is the event that all agents have.
const sessionStart = "SessionStart"

// Entries are the hooks that c asks for, in the order of a session; none for an
// agent that is not known. Their command lines are the same in every release,
// because Codex trusts a hook by a hash of its definition.
func Entries(a hook.Agent, c Choice) []Entry {
	for _, d := range dialects {
		if d.agent == a {
			return d.entries(c)
		}
	}
	return nil
}

func (d *dialect) entries(c Choice) []Entry {
	matchers := d.starts
	if c.Resume {
		matchers = d.resumes
	}
	var all []Entry
	for _, m := range matchers {
		all = append(all, d.entry(sessionStart, m))
	}
	if c.Findings {
		all = append(all, d.entry(d.tool, d.tools, "--findings"))
	}
	if d.compact != "" {
		all = append(all, d.entry(d.compact, ""))
	}
	if c.BlockUnsaved {
		all = append(all, d.entry(d.stop, "", "--block-unsaved"))
	}
	return all
}

func (d *dialect) entry(event, matcher string, flags ...string) Entry {
	args := append([]string{"hook", string(d.agent), event}, flags...)
	return Entry{Event: event, Matcher: matcher, Args: args, exec: d.exec, timeout: d.timeout}
}

// String is the entry as it is told: the event and its matcher.
func (e Entry) String() string {
	if e.Matcher == "" {
		return e.Event
	}
	return e.Event + " (" + e.Matcher + ")"
}

// program is how the agent calls mdck: by name, so that the definition stays the
// same wherever it is installed.
const program = "mdck"

// command is the JSON of the command, and of its arguments: "" where the command
// is a line for a shell.
func (e Entry) command() (command, args string) {
	if !e.exec {
		return jsondoc.Quote(program + " " + strings.Join(e.Args, " ")), ""
	}
	quoted := make([]string, len(e.Args))
	for i, a := range e.Args {
		quoted[i] = jsondoc.Quote(a)
	}
	return jsondoc.Quote(program), "[" + strings.Join(quoted, ",") + "]"
}

// group is the JSON of the entry.
func (e Entry) group() string {
	command, args := e.command()
	handler := `"type":"command","command":` + command
	if args != "" {
		handler += `,"args":` + args
	}
	matcher := ""
	if e.Matcher != "" {
		matcher = `"matcher":` + jsondoc.Quote(e.Matcher) + ","
	}
	return "{" + matcher + `"hooks":[{` + handler + `,"timeout":` + e.timeout + "}]}"
}
