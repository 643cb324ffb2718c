// Package hook answers the hooks of coding agents. It reads one event and prints the answer in the
// format of the agent. The protocols provide the checkpoints and their due items.
//
// A hook never fails or panics, whatever the event and the files contain. Without an answer it
// prints nothing. It waits at most two seconds for an event, never waits for a lock, and uses no
// network. The same event and files give the same bytes at any time, except with [Options.Save].
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

const (
	Claude Agent = "claude" // Claude Code, and agents that read its settings
	Codex  Agent = "codex"  // Codex CLI
	Gemini Agent = "gemini" // Gemini CLI
)

// Agents returns all agents.
func Agents() []Agent { return []Agent{Claude, Codex, Gemini} }

// Limits of an answer. Claude Code cuts an answer at 10,000 UTF-16 units, Codex at 10,000 bytes.
const (
	MaxBytes   = bootstrap.DefaultPackBytes // bytes of the text
	MaxEncoded = 10_000                     // bytes of the JSON with its newline
	MaxSummary = 500                        // bytes of the text for PreCompact
)

// Options has the choices of the user. Getenv and Getwd are required.
type Options struct {
	Table        *protocol.Table
	BlockUnsaved bool // block the end of a turn once if something is due
	Findings     bool // print the findings in a file that a tool wrote
	ReadOnly     bool // change no files

	// Save saves a session that waits at a gate. It returns the continuation prompt, or "". It may
	// be nil.
	Save func(dir string, configFor func(dir, top string) *config.Config) string

	Getenv func(string) string    // like [os.Getenv]
	Getwd  func() (string, error) // like [os.Getwd]
	Clock  func() time.Time       // for records; nil means [time.Now]
}

// DisabledVariable is the variable that disables all hooks.
const DisabledVariable = "MDCK_DISABLED"

// Disabled reports whether the user has disabled all hooks.
func (o Options) Disabled() bool {
	value := o.Getenv(DisabledVariable)
	return value != "" && value != "0"
}

// Run reads one event and writes the answer. It never panics or fails.
func Run(a Agent, event string, o Options, in io.Reader, out io.Writer) {
	defer func() { _ = recover() }() // a panic would stop the session
	what := taskOf(a, event)
	if !o.wants(what) || o.Disabled() {
		return
	}
	input := receive(in)
	facts := o.find(what, input)
	if what == stop && !o.BlockUnsaved {
		return // nothing to block
	}
	if text := answer(a, event, input, facts); len(text) > 0 {
		_, _ = out.Write(text)
	}
}

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

// patience limits the wait for an event, because an agent may never send one.
const patience = 2 * time.Second

// receive reads an event. If none comes in time, it sets Late.
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
