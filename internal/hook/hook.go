// Package hook answers the hooks of coding agents: it reads one event and prints the answer in the format
// of the agent. The table of protocols provides checkpoints and what is due.
//
// A hook never fails and never panics, whatever the event and the files are; without an answer it prints
// nothing. It waits two seconds for an event and never waits for a lock. It uses no network, and its
// output does not depend on the clock: the same event and files give the same bytes. The only exception is
// [Options.Save].
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

// The agents, as the command line names them.
const (
	Claude Agent = "claude" // Claude Code, and those that read its settings
	Codex  Agent = "codex"  // Codex CLI
	Gemini Agent = "gemini" // Gemini CLI
)

// Agents are all agents, in the order of the guide.
func Agents() []Agent { return []Agent{Claude, Codex, Gemini} }

// The limits of an answer. Source: measured; Claude Code keeps 10,000 UTF-16 units of a hook and Codex
// 10,000 bytes, and both cut without a notice.
const (
	MaxBytes   = bootstrap.DefaultPackBytes // of the text, which never has more UTF-16 units than bytes
	MaxEncoded = 10_000                     // bytes of the JSON around it, final newline included
	MaxSummary = 500                        // bytes of the plain text for PreCompact: a part of it is kept beside the summary
)

// Options has the choices of the user. Getenv and Getwd are required.
type Options struct {
	Table        *protocol.Table // the protocols whose checkpoints are looked for
	BlockUnsaved bool            // at the end of a turn, block once if the checkpoint is out of step
	Findings     bool            // after a file was written, say what lint finds in it
	ReadOnly     bool            // finish no write that was interrupted: no file changes

	// Save is called at the end of a turn, unless it is nil. It saves a session in dir that awaits
	// a gate and returns its continuation prompt; "" if nothing was saved. configFor returns the
	// configuration for files in a directory below top.
	Save func(dir string, configFor func(dir, top string) *config.Config) string

	Getenv func(string) string    // as [os.Getenv]
	Getwd  func() (string, error) // as [os.Getwd]
	Clock  func() time.Time       // of what is recorded; nil is [time.Now]
}

// DisabledVariable is the variable of the environment that silences all hooks.
const DisabledVariable = "MDCK_DISABLED"

// Disabled reports whether the user silenced all hooks for now.
func (o Options) Disabled() bool {
	value := o.Getenv(DisabledVariable)
	return value != "" && value != "0"
}

// Run reads one event of agent a from in and writes the answer to out, in one
// write or none. It never panics, never fails and writes nothing else. An event
// that is not read is left in in.
func Run(a Agent, event string, o Options, in io.Reader, out io.Writer) {
	defer func() { _ = recover() }() // a hook that fails stops the session
	what := taskOf(a, event)
	if !o.wants(what) || o.Disabled() {
		return
	}
	input := receive(in)
	facts := o.find(what, input)
	if what == stop && !o.BlockUnsaved {
		return // it was saved, if there was something to save
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

// patience is how long an event is waited for. Agents write it at once; one that
// neither writes nor closes must not hold up the session.
const patience = 2 * time.Second

// receive is the event that comes from in; a late one if none comes in time.
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
