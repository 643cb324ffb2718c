package agents

import (
	"io"

	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/agents"
)

type agentFlags struct {
	Agent string `arg:"" help:"The agent, by its id or the name of its file."`
	epicFlag
	write.WaitFlag
	write.Flags
}

type build func(d *agents.Draft, name string)

// run calls the function edit, and writes the changes that edit made in the draft. The argument
// name is the name of the command. If more is not nil, run then prints its result.
func (f *agentFlags) run(std app.Streams, name string, edit build, more func(e *epic) string) error {
	e, err := f.of(std, f.Agent)
	if err != nil {
		return err
	}
	wait, err := f.Limit()
	if err != nil {
		return err
	}
	file, err := e.name()
	if err != nil {
		return err
	}
	w := f.Writer(std, name, e.at(file), nil)
	w.About, w.Wait = w.Target.Path, wait
	w.RestoresText = true // a broken checkpoint is archived, and its newest backup replaces it
	if more != nil {
		w.More = func() error {
			text := more(e)
			if text == "" {
				return nil
			}
			_, err := io.WriteString(std.Out, "\n"+app.EscapeLines(text))
			return err
		}
	}
	return w.Write(agents.Edit(func(d *agents.Draft) { edit(d, file) }))
}

// succeed does the same as run. It then prints the handoff package that the function edit returned.
// The next session of the agent reads it.
func (f *agentFlags) succeed(std app.Streams, name string, edit func(d *agents.Draft, name string) agents.Handoff) error {
	var h agents.Handoff
	build := func(d *agents.Draft, name string) { h = edit(d, name) }
	return f.run(std, name, build, func(e *epic) string { return e.complete(h).Text() })
}
