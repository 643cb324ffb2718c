package cli

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"mdck/internal/cli/app"
)

func allCommands() []app.Command {
	var all []app.Command
	for _, c := range commands() {
		all = append(all, c.Command)
		all = append(all, c.Subcommands()...)
	}
	return all
}

var checkpointsOf = [...]string{
	".", ".ohrfc/rfc-1", "rfc-1", ".ohrfc/rfc-2/checkpoint.md", ".ccc-progress.md", "epics/E-7/agent_checkpoints/secondary_a.json",
	"epics/E-7/agent_checkpoints/primary.json", "conductor/tracks/login/metadata.json", ".planning/STATE.md", ".planning/phases/02-dashboard/02-01-PLAN.md", "HANDOFF.md",
}

// starts returns arguments that make a command do something, or nil.
func starts(name string) [][]string {
	track := []string{"--track", "login"}
	switch name {
	case "explain":
		return [][]string{{"any/secret"}}
	case "init":
		return [][]string{{"ohrfc", "rfc-1"}, {"ohrfc", "rfc-9"}, {"ccc", "CIA-1"}}
	case "ohrfc prompt":
		return [][]string{{"gate-b", "rfc-1"}, {"discover", ".ohrfc/rfc-2"}}
	case "append":
		return [][]string{{"rfc-1", "--section", "gate-b/active", "-b", "x"}, {"rfc-1", "--section", "gate-b"}, {"HANDOFF.md", "--section", "Next", "-b", "x"}}
	case "ohrfc advance":
		return [][]string{{"gate-b-pass", "rfc-1"}, {"--list", "rfc-1"}}
	case "ohrfc diff":
		return [][]string{{".ohrfc/rfc-1/checkpoint.md", ".ohrfc/rfc-2/checkpoint.md"}, {"rfc-1"}}
	case "hook":
		return [][]string{{"claude", "SessionStart"}, {"claude", "PreCompact"}, {"codex", "Stop", "--block-unsaved"}, {"gemini", "AfterTool", "--findings"}, {"claude", "Stop", "--save"}, {"gemini", "SessionEnd"}}
	case "hook install", "hook uninstall", "hook doctor":
		return [][]string{{"claude"}, {"codex"}, {"gemini"}}
	case "handoff next", "handoff pending", "handoff done", "handoff unblock", "handoff goal":
		return [][]string{{"plain", "--note", "app/HANDOFF.md"}, {}}
	case "handoff decide":
		return [][]string{{"a", "--because", "b", "--note", "app/HANDOFF.md"}}
	case "handoff block":
		return [][]string{{"a", "--until", "b", "--note", "app/HANDOFF.md"}}
	case "handoff ran":
		return [][]string{{"a", "--result", "b", "--note", "app/HANDOFF.md"}}
	case "handoff show":
		return [][]string{{"--note", "app/HANDOFF.md"}, {}}
	case "ccc decide":
		return [][]string{{"a", "--because", "b"}}
	case "ccc block":
		return [][]string{{"a", "--until", "b"}}
	case "ccc done", "ccc next", "ccc current", "ccc unblock", "ccc learn":
		return [][]string{{"plain"}, {}}
	case "agents create", "agents beat", "agents warn", "agents escalate", "agents restore", "agents resume", "agents takeover", "agents abort", "agents handoff":
		return [][]string{{"Secondary-A", "--epic", "epics/E-7"}, {"primary", "--epic", "epics/E-7"}}
	case "agents list", "agents watch":
		return [][]string{{"--epic", "epics/E-7"}, {}}
	case "loop start", "loop progress", "loop pass", "loop skip":
		return [][]string{append([]string{"EXECUTE"}, track...), append([]string{"FIX"}, track...)}
	case "loop fail":
		return [][]string{append([]string{"EXECUTE", "--notes", "n"}, track...)}
	case "loop block":
		return [][]string{append([]string{"EXECUTE", "why"}, track...), append([]string{"why"}, track...)}
	case "loop unblock", "loop resume", "loop sync", "loop migrate":
		return [][]string{track}
	case "plan answer":
		return [][]string{{"02-01:2", "approved"}, {"02-01:3", "b"}}
	case "plan render":
		return [][]string{{"02-01:2"}, {"02-01:3"}}
	case "plan add":
		return [][]string{{"02-01", "--type", "human-verify", "--built", "x", "--verify", "y"}}
	case "plan threshold":
		return [][]string{{"check", "--cost", "27", "--errors", "1"}}
	case "plan ack":
		return [][]string{{"cost"}, {"cost", "--stop"}}
	case "plan trigger":
		return [][]string{{"check", "--event", "task_complete"}}
	case "completion":
		return [][]string{{"bash"}, {"zsh"}, {completeFlag, "lint", ""}, {completeFlag, "append", "--section", ""}, {completeFlag, "show", ""}}
	}
	return nil
}

type hostileLine struct {
	args   []string
	writes bool
	raw    bool // prints a file unchanged
}

// linesOf returns the command lines to try, each with at most one flag.
func linesOf(t testing.TB, c app.Command) []hostileLine {
	t.Helper()
	parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	begin := starts(c.Name)
	if begin == nil {
		begin = [][]string{nil}
		for _, p := range checkpointsOf {
			begin = append(begin, []string{p})
		}
	}
	flags := append([][]string{nil}, switchesOf(parser.Model.Node)...)
	var all []hostileLine
	for i, args := range begin {
		for _, flag := range flags {
			line := slices.Concat(strings.Fields(c.Name), args, flag)
			if slices.ContainsFunc(parser.Model.Flags, func(f *kong.Flag) bool { return f.Name == "now" }) {
				line = append(line, "--now", "2026-11-21T08:00:00Z")
			}
			all = append(all, hostileLine{line, mayWrite(&c, parser.Model.Node, line), isRaw(c.Name, line)})
		}
		if i > 0 && len(begin) > 8 {
			flags = rotated(flags[1:]) // other flags for the next arguments
			flags = append([][]string{nil}, flags...)
			flags = flags[:min(len(flags), 4)]
		}
	}
	return all
}

func rotated(all [][]string) [][]string {
	if len(all) == 0 {
		return nil
	}
	return append(slices.Clone(all[1:]), all[0])
}

func switchesOf(node *kong.Node) [][]string {
	var all [][]string
	for _, f := range node.Flags {
		switch {
		case f.Name == "watch" || f.Name == "help":
		case f.IsBool():
			all = append(all, []string{"--" + f.Name})
		case f.Enum != "":
			for _, value := range f.EnumSlice() {
				if value != "" {
					all = append(all, []string{"--" + f.Name + "=" + value})
				}
			}
		}
	}
	return all
}

func mayWrite(c *app.Command, node *kong.Node, line []string) bool {
	offers := func(name string) bool {
		return slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == name })
	}
	has := func(flag string) bool { return slices.Contains(line, flag) }
	switch {
	case has("--diff") || has("--dry-run") || has("--print"):
		return false
	case c.Name == "lint":
		return has("--fix") || has("--write-baseline") || has("--update-baseline") || has("--prune-baseline")
	case c.Name == "hook":
		return has("--save")
	case c.Name == "fmt":
		return has("--write") || has("-w")
	case c.Name == "bootstrap" || c.Name == "history" || c.Name == "status" || c.Name == "show":
		return false
	case slices.ContainsFunc(commands(), func(r row) bool { return r.Name == c.Name && (r.group == "Write" || r.Name == "init") }):
		return true
	}
	return offers("diff") || offers("dry-run") || slices.Contains([]string{"hook install", "hook uninstall", "ccc save", "plan threshold", "plan trigger", "plan ack", "plan reset", "agents takeover", "agents abort", "agents restore", "agents resume"}, c.Name)
}

// isRaw reports whether a command line prints a file unchanged. Source: SECURITY.md.
func isRaw(name string, line []string) bool {
	return name == "fmt" || slices.Contains(line, "--diff") || slices.Contains(line, "--print") || slices.Contains(line, "--format=diff")
}
