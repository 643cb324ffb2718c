package cli

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/agentdir"
	"mdck/internal/report"
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
	file  string // name of the checkpoint
}

func (f *agentFlags) writer(std Streams, name string) (*agentWriter, error) {
	e, err := f.of(f.Agent)
	if err != nil {
		return nil, err
	}
	e.FollowLinks, e.Waiting = f.FollowLinks, printWaiting(std.Err)
	if e.Wait, err = f.wait(); err != nil {
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
	return &agentWriter{std, name, f, e, file}, err
}

// write makes the change and writes it, or prints it. It reports whether something
// was written.
func (w *agentWriter) write(build func(*agentdir.Draft) error) (done bool, err error) {
	return w.tell(w.epic.Do(w.job(), build))
}

// writeWaiting is write for what needs the lock of EPIC_README.md, which it waits for.
func (w *agentWriter) writeWaiting(build func(*agentdir.Draft) error) (done bool, err error) {
	return w.tell(w.epic.DoWaiting(w.job(), build))
}

func (w *agentWriter) job() agentdir.Job {
	return agentdir.Job{Holder: "mdck " + w.name, Now: w.flags.clock(), Dry: w.flags.Diff}
}

// tell says what became of a write.
func (w *agentWriter) tell(made *agentdir.Made, err error) (done bool, _ error) {
	switch {
	case err != nil:
		w.std.printFound(w.epic.shown("agent_checkpoints"), made.Found)
		return false, w.epic.explain(err, w.file)
	case w.flags.Diff:
		return false, w.diff(made)
	}
	return true, w.say(made)
}

// diff prints what would change.
func (w *agentWriter) diff(made *agentdir.Made) error {
	for _, f := range made.Shown() {
		name := w.epic.target.InDiff(f.Name)
		var err error
		if f.Gone {
			err = report.Removal(w.std.Out, name, f.Before)
		} else {
			err = report.Diff(w.std.Out, name, f.Before, f.After, f.There)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// say tells what was done, a line for each file.
func (w *agentWriter) say(made *agentdir.Made) error {
	w.std.printFound(w.epic.shown("agent_checkpoints"), made.Found)
	var b strings.Builder
	for _, f := range made.Shown() {
		if len(f.Did) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", w.epic.shown(f.Name), report.OneLine(strings.Join(f.Did, ", ")))
	}
	if !made.Changed() {
		fmt.Fprintf(&b, "%s: nothing written: it holds all of that already\n", w.epic.shown("agent_checkpoints/"+w.file))
	}
	for _, aside := range made.Aside {
		fmt.Fprintf(&b, "%s: kept aside\n", w.epic.shown(aside))
	}
	for _, note := range made.Notes {
		fmt.Fprintf(&b, "%s: note: %s\n", w.epic.shown("agent_checkpoints/"+w.file), report.OneLine(note))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	return err
}
