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

// run lets edit change the agent's checkpoint, writes the result, and prints the text from more, which
// may be nil.
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
	w.RestoresText = true // the newest backup may replace a broken checkpoint
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

func (f *agentFlags) succeed(std app.Streams, name string, edit func(d *agents.Draft, name string) agents.Handoff) error {
	var h agents.Handoff
	build := func(d *agents.Draft, name string) { h = edit(d, name) }
	return f.run(std, name, build, func(e *epic) string { return e.complete(h).Text() })
}
