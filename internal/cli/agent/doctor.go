package agent

import (
	"io"
	"os"
	"os/exec"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/hook"
	"mdck/internal/hook/doctor"
	"mdck/internal/report"
	"mdck/internal/workspace"
)

const hookDoctorHelp = `Prints the mdck program that the agents find, and for each agent:

    - the settings, the hooks of mdck in them, and which sessions run the hooks
    - the events of a session that starts in the current directory, and for each
      event whether a hook calls mdck
    - the reasons why the agent does not run a hook, with the file and the key

The command writes nothing. The exit status is 1 if there is a fault; warnings do not count.

Examples:

    mdck hook doctor
    mdck hook doctor codex
    mdck hook doctor claude --json`

type hookDoctor struct {
	Agent string `arg:"" optional:"" default:"" enum:",claude,codex,gemini" help:"The agent: claude, codex or gemini (default: all)."`
	JSON  bool   `help:"Print one JSON object."`
}

func (c *hookDoctor) Run(std app.Streams) error {
	agents := hook.Agents()
	if c.Agent != "" {
		agents = []hook.Agent{hook.Agent(c.Agent)}
	}
	in, err := doctorInput(std, agents)
	if err != nil {
		return err
	}
	in.Named = c.Agent != ""
	in.Written = firstCheckpoint(workspace.Finder{Table: std.Table}, in.Cwd)
	found := doctor.Examine(in)
	if c.JSON {
		err = report.Indented(std.Out, &found)
	} else {
		err = printReport(std.Out, &found)
	}
	if err == nil && found.Faulty() {
		return app.ErrFindings
	}
	return err
}

func doctorInput(s app.Streams, agents []hook.Agent) (doctor.Input, error) {
	run := func(a hook.Agent, event string, o hook.Options, in io.Reader, out io.Writer) {
		o.Table = s.Table
		hook.Run(a, event, o, in, out)
	}
	in := doctor.Input{Agents: agents, Getenv: os.Getenv, Run: run}
	in.Parse = func(words []string) (hook.Agent, string, hook.Options, bool) { return parseHook(s, words) }
	var err error
	if in.Cwd, err = os.Getwd(); err != nil {
		return in, err
	}
	for _, a := range agents {
		files, err := settingsOf(s, a)
		if err != nil {
			return in, err
		}
		for _, f := range files {
			f.Load()
			in.Files = append(in.Files, f.File)
		}
	}
	in.Binary, in.NoBinary = foundBinary()
	return in, nil
}

func parseHook(s app.Streams, words []string) (a hook.Agent, event string, o hook.Options, ok bool) {
	c, ok := readHook(words)
	if !ok {
		return "", "", o, false
	}
	return hook.Agent(c.Agent), c.Event, c.options(s), true
}

const maxNames = 2_000

// firstCheckpoint returns the checkpoint that a hook in cwd finds first, or "".
func firstCheckpoint(finder workspace.Finder, cwd string) string {
	found, _ := finder.NearHere(cwd, maxNames)
	if len(found) == 0 {
		return ""
	}
	first := slices.IndexFunc(found, func(t workspace.Target) bool { return app.Exists(t.File(t.Main)) })
	t := &found[max(first, 0)]
	return t.File(t.Main)
}

func foundBinary() (b doctor.Binary, missing string) {
	path, err := exec.LookPath("mdck")
	if err != nil {
		return b, err.Error()
	}
	b = doctor.Binary{Path: path, Running: isRunning(path)}
	if b.Running {
		b.Version = app.CurrentBuild().Version
	}
	return b, ""
}

func isRunning(path string) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	a, err := os.Stat(self)
	b, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(a, b)
}
