package cli

import (
	"io"
	"strings"
	"time"

	"mdck/mdcheckpoint/agents"
)

// agentFlags are the flags of commands that write what belongs to one agent.
type agentFlags struct {
	Agent string `arg:"" help:"The agent, by its id or the name of its file."`
	Diff  bool   `help:"Print what would be written as a unified diff; write nothing."`
	epicFlag
	nowFlag
	linksFlag
	waitFlag
}

// An agentWriter is one run of a command that writes what belongs to an agent.
type agentWriter struct {
	std   Streams
	name  string // of the command
	flags *agentFlags
	epic  *epic
	wait  time.Duration
	file  string // name of the checkpoint
}

func (f *agentFlags) writer(std Streams, name string) (*agentWriter, error) {
	e, err := f.of(std, f.Agent)
	if err != nil {
		return nil, err
	}
	wait, err := f.wait()
	if err != nil {
		return nil, err
	}
	if f.Diff { // else the write does it, under the lock that it waits for
		if err := recoverWrite(&e.target, std.Err); err != nil {
			return nil, err
		}
	}
	file, err := e.name()
	return &agentWriter{std, name, f, e, wait, file}, err
}

// write makes the change and writes it, or prints it. It reports whether something
// was written.
func (w *agentWriter) write(build func(*agents.Draft) error) (done bool, err error) {
	t := &w.epic.target
	writer := w.std.changer(t, w.name, w.flags.clock)
	writer.Store.Wait = w.wait
	writer.Store.Refills = true // a broken checkpoint is kept aside, and its newest backup takes its place
	made, err := w.std.makeChange(writer, t, w.flags.Diff, agents.Edit(build))
	if err != nil {
		return false, w.epic.explain(err, w.file)
	}
	if w.flags.Diff {
		return false, nil
	}
	var b strings.Builder
	writeMade(&b, t, agents.CheckpointDir+"/"+w.file, made)
	_, err = io.WriteString(w.std.Out, b.String())
	return true, err
}
