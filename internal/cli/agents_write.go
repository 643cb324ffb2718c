package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/report"
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
	e, err := f.of(f.Agent)
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
	if err == nil {
		e.oddName(std.Err, file)
	}
	return &agentWriter{std, name, f, e, wait, file}, err
}

// write makes the change and writes it, or prints it. It reports whether something
// was written.
func (w *agentWriter) write(build func(*agents.Draft) error) (done bool, err error) {
	writer := w.std.changer(&w.epic.target, w.name, w.flags.clock)
	writer.Store.Wait = w.wait
	writer.Store.Refills = true // a broken checkpoint is kept aside, and its newest backup takes its place
	if w.flags.Diff {
		made, err := writer.Preview(agents.Edit(build))
		if err != nil {
			return false, w.epic.explain(err, w.file)
		}
		return false, w.diff(made)
	}
	made, err := writer.Update(agents.Edit(build))
	if err != nil {
		w.std.printFound(w.epic.shown("agent_checkpoints"), made.Found)
		return false, w.epic.explain(err, w.file)
	}
	return true, w.say(made)
}

// diff prints what would change.
func (w *agentWriter) diff(made *change.Made) error {
	for _, f := range made.Reported() {
		name := w.epic.target.InDiff(f.Name)
		var err error
		if f.Gone {
			err = report.Removal(w.std.Out, name, f.Before)
		} else {
			err = report.Diff(w.std.Out, name, f.Before, f.After, f.Exists)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// say tells what was done, a line for each file.
func (w *agentWriter) say(made *change.Made) error {
	w.std.printFound(w.epic.shown("agent_checkpoints"), made.Found)
	var b strings.Builder
	for _, f := range made.Reported() {
		if len(f.Did) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", w.epic.shown(f.Name), report.OneLine(strings.Join(f.Did, ", ")))
	}
	if !made.Changed() {
		fmt.Fprintf(&b, "%s: nothing written: it holds all of that already\n", w.epic.shown("agent_checkpoints/"+w.file))
	}
	for _, aside := range made.Archived {
		fmt.Fprintf(&b, "%s: kept aside\n", w.epic.shown(aside))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", w.epic.shown("agent_checkpoints/"+w.file), report.OneLine(note))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	return err
}
