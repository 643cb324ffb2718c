// Package settings finds, adds and removes the entries of mdck in the text of an agent's settings.
// It reads and writes no file.
//
// For every text that [Parse] accepts:
//
//   - Bytes outside of mdck's own entries stay unchanged.
//   - After [File.Install] every entry exists exactly once; a second Install
//     changes nothing.
//   - [File.Uninstall] after Install restores the original bytes, unless they
//     had an entry of mdck, an empty "hooks" or an empty event.
package settings

import (
	"strconv"
	"strings"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/jsondoc"
)

// An Entry is an mdck hook for the settings.
type Entry struct {
	Event   string
	Matcher string   // "" matches everything
	Args    []string // words after mdck
	exec    bool     // separate arguments without a shell
	timeout string   // JSON, in the agent's unit
}

// A Choice has the options of an install.
type Choice struct {
	Resume       bool // resumed sessions get a line
	BlockUnsaved bool // block the end of a turn if something is due
	Save         bool
	Findings     bool // the agent gets the findings in files that it writes
}

func (c Choice) stop() (flags []string) {
	if c.BlockUnsaved {
		flags = append(flags, "--block-unsaved")
	}
	if c.Save {
		flags = append(flags, "--save")
	}
	return flags
}

const (
	SessionStart = "SessionStart"
	SessionEnd   = "SessionEnd"
)

// Entries returns an agent's hooks in order. Never change the command lines, because Codex trusts a
// hook by its hash.
func Entries(a hook.Agent, c Choice) []Entry {
	row := Of(a)
	if row.Stop == "" {
		return nil
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
	return Entry{Event: event, Matcher: matcher, Args: args, exec: row.exec, timeout: strconv.Itoa(10 * row.second)}
}

func (e Entry) String() string {
	if e.Matcher == "" {
		return e.Event
	}
	return e.Event + " (" + e.Matcher + ")"
}

// program has no path, because a hook must not depend on where mdck is.
const program = "mdck"

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
