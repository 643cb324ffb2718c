// Package hook answers the hooks of coding agents: it reads one event and prints the answer in the
// format of the agent. The table of protocols provides the checkpoints and their due items.
//
// A hook never fails and never panics, whatever the event and the files contain; without an answer it
// prints nothing. It waits at most two seconds for an event and never waits for a lock. It uses no
// network, and its output does not depend on the clock: the same event and files give the same bytes.
// The only exception is [Options.Save].
package hook

import (
	"io"
	"time"

	"mdck/bootstrap"
	"mdck/internal/config"
	"mdck/mdcheckpoint/protocol"
)

// An Agent is a program that runs hooks: claude, codex or gemini.
type Agent string

// Names of the agents on the command line.
const (
	Claude Agent = "claude" // Claude Code, and agents that read its settings
	Codex  Agent = "codex"  // Codex CLI
	Gemini Agent = "gemini" // Gemini CLI
)

// Agents returns all agents, in the order of the guide.
func Agents() []Agent { return []Agent{Claude, Codex, Gemini} }

// The limits of an answer. Source: measured; Claude Code keeps 10,000 UTF-16 units of a hook and Codex
// 10,000 bytes, and both cut silently.
const (
	MaxBytes   = bootstrap.DefaultPackBytes // bytes of the text; it never has more UTF-16 units than bytes
	MaxEncoded = 10_000                     // bytes of the JSON with the text, including the final newline
	MaxSummary = 500                        // bytes of the plain text for PreCompact; a part of the text is kept beside the summary
)

// Options are the choices of the user. Getenv and Getwd are required.
type Options struct {
	Table        *protocol.Table // the protocols of the checkpoints
	BlockUnsaved bool            // at the end of a turn, block once if something is due
	Findings     bool            // after a file was written, print its lint findings
	ReadOnly     bool            // change no file: interrupted writes are not finished

	// Save is called at the end of a turn, unless it is nil. It saves a session in dir that awaits a gate
	// and returns its continuation prompt; "" if nothing was saved. configFor returns the configuration
	// for files in a directory at or below top.
	Save func(dir string, configFor func(dir, top string) *config.Config) string

	Getenv func(string) string    // like [os.Getenv]
	Getwd  func() (string, error) // like [os.Getwd]
	Clock  func() time.Time       // time for records; nil is [time.Now]
}

// DisabledVariable is the environment variable that disables all hooks.
const DisabledVariable = "MDCK_DISABLED"

// Disabled reports whether the user has disabled all hooks.
func (o Options) Disabled() bool {
	value := o.Getenv(DisabledVariable)
	return value != "" && value != "0"
}

// Run reads one event of agent a from in and writes the answer to out, in at most one write. It never
// panics, never fails and writes nothing else. If the event is not needed, it does not read in.
func Run(a Agent, event string, o Options, in io.Reader, out io.Writer) {
	defer func() { _ = recover() }() // a failing hook would stop the session
	what := taskOf(a, event)
	if !o.wants(what) || o.Disabled() {
		return
	}
	input := receive(in)
	facts := o.find(what, input)
	if what == stop && !o.BlockUnsaved {
		return // the session was saved, if necessary
	}
	if text := answer(a, event, input, facts); len(text) > 0 {
		_, _ = out.Write(text)
	}
}

// wants reports whether the user selected the task.
func (o Options) wants(what task) bool {
	switch what {
	case silence:
		return false
	case stop:
		return o.BlockUnsaved || o.Save != nil && !o.ReadOnly || o.records()
	case record:
		return o.records()
	case written:
		return o.Findings
	}
	return true
}

// patience limits the wait for an event. Agents write it at once; an agent that neither writes nor
// closes the stream must not block the session.
const patience = 2 * time.Second

// receive returns the event from in, or a late one after the time limit.
func receive(in io.Reader) Input {
	done := make(chan Input, 1)
	go func() {
		var input Input
		defer func() {
			_ = recover()
			done <- input
		}()
		input = ReadInput(in)
	}()
	select {
	case input := <-done:
		return input
	case <-time.After(patience):
		return Input{Late: true}
	}
}
