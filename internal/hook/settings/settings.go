// Package settings finds, adds and takes out the entries of mdck in the text of
// an agent's settings. It reads and writes no file.
//
// What it promises of every text that it accepts:
//
//   - Bytes outside of mdck's own entries stay as they are.
//   - After [File.Install] every entry is there exactly once; a second Install
//     changes nothing.
//   - [File.Uninstall] after Install gives the bytes from before, if there was no
//     entry of mdck and no empty "hooks" or event before.
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
	Resume       bool // sessions that go on get the one line
	BlockUnsaved bool // the end of a turn is held up when a checkpoint is out of step
	Save         bool // the end of a turn saves a session that awaits a gate
	Findings     bool // the agent gets the findings of a file that was written
}

// stop are the flags for the end of a turn.
func (c Choice) stop() []string {
	var flags []string
	if c.BlockUnsaved {
		flags = append(flags, "--block-unsaved")
	}
	if c.Save {
		flags = append(flags, "--save")
	}
	return flags
}

// The events that all agents have.
const (
	SessionStart = "SessionStart"
	SessionEnd   = "SessionEnd"
)

// Entries returns the hooks of an agent for c, in the order of a session. Their command lines are the same
// in every release, because Codex trusts a hook by a hash of its definition.
func Entries(a hook.Agent, c Choice) []Entry {
	row := Of(a)
	if row.Stop == "" {
		return nil // of an unknown agent
	}
	matchers := row.starts
	if c.Resume {
		matchers = row.resumes
	}
	var all []Entry
	for _, m := range matchers {
		all = append(all, row.entry(SessionStart, m))
	}
	if c.Findings {
		all = append(all, row.entry(row.Tool, row.Tools, "--findings"))
	}
	return append(all, row.entry(row.Compact, ""), row.entry(row.Stop, "", c.stop()...), row.entry(SessionEnd, ""))
}

func (row *Agent) entry(event, matcher string, flags ...string) Entry {
	args := append([]string{"hook", string(row.Name), event}, flags...)
	return Entry{Event: event, Matcher: matcher, Args: args, exec: row.exec, timeout: row.timeout}
}

// String returns the event and its matcher.
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
