package agents

import (
	"io"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/agents"
)

// agentFlags are the flags of commands that write what belongs to one agent.
type agentFlags struct {
	Agent string `arg:"" help:"The agent, by its id or the name of its file."`
	epicFlag
	write.WaitFlag
	write.WriteFlags
}

// An agentRun is one run of a command that writes what belongs to an agent.
type agentRun struct {
	*write.Writer
	epic *epic
	file string // name of the checkpoint
}

// run returns the run of the command called name.
func (f *agentFlags) run(std app.Streams, name string) (*agentRun, error) {
	e, err := f.of(std, f.Agent)
	if err != nil {
		return nil, err
	}
	wait, err := f.Limit()
	if err != nil {
		return nil, err
	}
	file, err := e.name()
	w := f.Writer(std, name, e.at(file), nil)
	w.About, w.Wait = w.Target.Path, wait
	w.Refills = true // a broken checkpoint is archived, and its newest backup takes its place
	return &agentRun{w, e, file}, err
}

// change writes the change that build makes.
func (r *agentRun) change(build func(*agents.Draft)) error { return r.Write(agents.Edit(build)) }

// succeed is run with the change of build, and prints the package that it gives behind what was
// done.
func (f *agentFlags) succeed(std app.Streams, name string, build func(d *agents.Draft, file string) agents.Handoff) error {
	r, err := f.run(std, name)
	if err != nil {
		return err
	}
	var h agents.Handoff
	r.More = func() error {
		_, err := io.WriteString(std.Out, "\n"+app.EscapeLines(r.epic.complete(h).Text()))
		return err
	}
	return r.change(func(d *agents.Draft) { h = build(d, r.file) })
}
