package agent

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/hook"
)

const hookHelp = `Coding agents call this command. It reads one event from standard input and prints an answer in the format of the agent:

    a session starts        what the session must read (see mdck bootstrap)
    a session is resumed    one line about the active checkpoint
    before a compaction     the facts that the summary should keep (only claude)
    other events            nothing

Before a compaction, and at the end of a turn or a session, the command also updates what the checkpoint records about the repository.

The command always exits 0 and prints nothing on standard error. MDCK_DISABLED=1 turns it off.

To set up the hooks, use these commands:

    mdck hook install AGENT      add the hooks of mdck to the settings of an agent
    mdck hook uninstall AGENT    remove the hooks of mdck
    mdck hook doctor [AGENT]     check the hooks of mdck

Examples:

    mdck hook install claude
    mdck hook doctor
    mdck hook claude SessionStart < event.json
    mdck hook codex Stop --block-unsaved
    mdck hook gemini AfterTool --findings`

// Hook is mdck hook.
var Hook = app.Command{Name: "hook", Summary: "answer events of coding agents, and set up their hooks", Help: hookHelp, Grammar: &hookCommand{}, Below: hookCommands}

// hookCommand is the grammar of `mdck hook AGENT EVENT`, for people.
type hookCommand struct {
	Agent        string `arg:"" enum:"claude,codex,gemini" help:"The agent: claude, codex or gemini."`
	Event        string `arg:"" help:"The name that the agent gives to the event."`
	BlockUnsaved bool   `help:"At the end of a turn (Stop, AfterAgent): if the checkpoint does not match its files, make the agent continue once."`
	Save         bool   `help:"At the end of a turn (Stop, AfterAgent): if the ccc session waits at a gate, save it. The report goes to .mdck/save.log."`
	Findings     bool   `help:"After the agent wrote a checkpoint file (PostToolUse, AfterTool): print the lint findings of the file."`
}

func (c *hookCommand) Run(std app.Streams) error {
	agent := hook.Agent(c.Agent)
	if events := hook.Events(agent); !slices.Contains(events, c.Event) {
		return app.Errorf("expected one of "+strings.Join(events, ", "), "%s has no event %q", agent, c.Event)
	}
	in := std.In
	if app.IsTerminal(in) {
		in = strings.NewReader("") // do not wait for input: people do not type events
	}
	hook.Run(agent, c.Event, c.options(std), in, std.Out)
	return nil
}

func (c *hookCommand) options(std app.Streams) hook.Options {
	o := hook.Options{Table: std.Table, BlockUnsaved: c.BlockUnsaved, Findings: c.Findings, Getenv: os.Getenv, Getwd: os.Getwd}
	if c.Save {
		o.Save = func(dir string, configFor func(dir, top string) *config.Config) string {
			return std.SaveAtGate(std.Table, dir, configFor)
		}
	}
	return o
}

// RunHook runs `mdck hook`. An agent never gets an error.
func RunHook(args []string, std app.Streams) error {
	for _, c := range hookCommands() {
		if len(args) > 0 && c.Name == "hook "+args[0] {
			if err := app.CheckArguments(args); err != nil {
				return err
			}
			return c.Run(args[1:], std)
		}
	}
	c, ok := readHook(args)
	switch {
	case slices.Contains(args, "--help") || slices.Contains(args, "-h"):
		return Hook.Run([]string{"--help"}, std)
	case app.IsTerminal(std.In) && app.IsTerminal(std.Out), !maybeAgent(args):
		if err := app.CheckArguments(args); err != nil {
			return err
		}
		if i := firstWord(args); i >= 0 && !maybeAgent(args) {
			return unknownHook(args[i])
		}
		return Hook.Run(args, std)
	case !ok:
		return nil
	}
	signal.Ignore(syscall.SIGPIPE) // writing is no error after the agent has ended
	_ = c.Run(std)
	std.Raw() // flush here, because Main would report an error
	return nil
}

func maybeAgent(args []string) bool {
	i := firstWord(args)
	return i < 0 || args[i] == "" || slices.Contains(hook.Agents(), hook.Agent(args[i]))
}

func firstWord(args []string) int {
	return slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
}

func unknownHook(word string) error {
	var known []string
	for _, a := range hook.Agents() {
		known = append(known, string(a))
	}
	for _, c := range hookCommands() {
		known = append(known, strings.TrimPrefix(c.Name, "hook "))
	}
	err := fmt.Errorf("hook: unknown agent or command %q; expected %s", word, app.Alternatives(known))
	hints := append(app.DidYouMean("mdck hook ", word, known), "to list the agents and commands, with examples: mdck hook --help")
	return app.WithHints(err, hints...)
}

// readHook parses an agent's command line without the grammar, which is slow to build.
func readHook(args []string) (c *hookCommand, ok bool) {
	c = &hookCommand{}
	var words []string
	for _, arg := range args {
		switch {
		case arg == "--block-unsaved":
			c.BlockUnsaved = true
		case arg == "--save":
			c.Save = true
		case arg == "--findings":
			c.Findings = true
		case strings.HasPrefix(arg, "-"):
			return nil, false
		default:
			words = append(words, arg)
		}
	}
	if len(words) != 2 {
		return nil, false
	}
	c.Agent, c.Event = words[0], words[1]
	return c, true
}
