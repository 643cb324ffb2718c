// Package hook answers the hooks of coding agents. It reads one event and prints the answer in the
// format of the agent. The protocols provide the checkpoints and their due items.
//
// A hook never fails and never panics, whatever the event and the files contain. If it has no
// answer, it prints nothing. It waits at most two seconds for an event and never waits for a lock.
// It uses no network. The same event and files give the same bytes at any time, except with
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

const (
	Claude Agent = "claude" // Claude Code, and agents that read its settings
	Codex  Agent = "codex"  // Codex CLI
	Gemini Agent = "gemini" // Gemini CLI
)

// Agents returns all agents, in the order of docs/hooks.md.
func Agents() []Agent { return []Agent{Claude, Codex, Gemini} }

// Limits of an answer, found by measurement. Claude Code keeps 10,000 UTF-16 units of an answer and
// Codex 10,000 bytes. Both cut the rest silently.
const (
	MaxBytes   = bootstrap.DefaultPackBytes // bytes of the text; a text never has more UTF-16 units than bytes
	MaxEncoded = 10_000                     // bytes of the JSON that contains the text, including the final newline
	MaxSummary = 500                        // bytes of the plain text for PreCompact, part of which is kept with the summary
)

// Options contains the choices of the user. Getenv and Getwd are required.
type Options struct {
	Table        *protocol.Table
	BlockUnsaved bool // at the end of a turn, block once if a checkpoint has due items
	Findings     bool // after a tool has written a file, print the lint findings in it
	ReadOnly     bool // change no files; interrupted writes stay incomplete

	// Save, if not nil, is called at the end of a turn. It saves the session in dir if the session
	// awaits a gate. It returns the continuation prompt, or "" if it saved nothing. The function
	// configFor returns configurations as [config.Loader.For] does.
	Save func(dir string, configFor func(dir, top string) *config.Config) string

	Getenv func(string) string    // like [os.Getenv]
	Getwd  func() (string, error) // like [os.Getwd]
	Clock  func() time.Time       // returns the time for records; nil means [time.Now]
}

// DisabledVariable is the environment variable that disables all hooks.
const DisabledVariable = "MDCK_DISABLED"

// Disabled reports whether the user has disabled all hooks.
func (o Options) Disabled() bool {
	value := o.Getenv(DisabledVariable)
	return value != "" && value != "0"
}

// Run reads one event of agent a from the reader in. It writes the answer to out, with at most one
// write. It never panics and never fails. If mdck does not need the event, Run does not read it.
func Run(a Agent, event string, o Options, in io.Reader, out io.Writer) {
	defer func() { _ = recover() }() // a panic would stop the session
	what := taskOf(a, event)
	if !o.wants(what) || o.Disabled() {
		return
	}
	input := receive(in)
	facts := o.find(what, input)
	if what == stop && !o.BlockUnsaved {
		return // the answer to this event can only block the agent, and BlockUnsaved is not set
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

// patience limits the wait for an event. Agents send the event immediately. An agent that neither
// sends an event nor closes the stream must not block the session.
const patience = 2 * time.Second

// receive reads an event. After the time limit it returns an Input with Late set.
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
