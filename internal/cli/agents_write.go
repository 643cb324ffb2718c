package cli

import (
	"mdck/mdcheckpoint/agents"
)

// agentFlags are the flags of commands that write what belongs to one agent.
type agentFlags struct {
	Agent string `arg:"" help:"The agent, by its id or the name of its file."`
	epicFlag
	waitFlag
	writeFlags
}

// An agentRun is one run of a command that writes what belongs to an agent.
type agentRun struct {
	*writer
	epic *epic
	file string // name of the checkpoint
}

// run returns the run of the command called name.
func (f *agentFlags) run(std Streams, name string) (*agentRun, error) {
	e, err := f.of(std, f.Agent)
	if err != nil {
		return nil, err
	}
	wait, err := f.wait()
	if err != nil {
		return nil, err
	}
	file, err := e.name()
	w := f.writer(std, name, e.at(file), nil)
	w.about, w.wait = w.target.Path, wait
	w.refills = true // a broken checkpoint is archived, and its newest backup takes its place
	return &agentRun{w, e, file}, err
}

// change writes the change that build makes.
func (r *agentRun) change(build func(*agents.Draft) error) error { return r.write(agents.Edit(build)) }
