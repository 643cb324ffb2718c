package cli

import (
	"mdck/internal/roff"
)

// A manItem is a tag of a list of the manual, and what there is to say of it.
type manItem struct{ tag, text string }

// manMain is the page of mdck itself.
func manMain() string {
	p := roff.NewPage("mdck", manManual)
	p.Section("NAME")
	p.Name("mdck", "check, write and hand on the checkpoint files of coding agents")
	p.Section("SYNOPSIS")
	p.Formatted(roff.Bold("mdck") + " " + roff.Italic("command") + " [" + roff.Italic("argument") + "...] [" + roff.Italic("flags") + "]")
	p.Section("DESCRIPTION")
	for _, text := range manAbout {
		p.Text(text)
	}
	manCommands(p)
	p.Section("OPTIONS")
	p.Item(roff.Bold("-h")+", "+roff.Bold("--help"), "Print the commands, or behind a command its flags and examples.")
	p.Item(roff.Bold("--version"), "Print the version.")
	p.Text("The flags of the configuration are the same in every command that has them:")
	p.Item(roff.Bold("--config")+"="+roff.Italic("FILE"), "Go by this configuration, not by the nearest .mdck.yaml.")
	p.Item(roff.Bold("--no-config"), "Go by no configuration file.")
	p.Item(roff.Bold("--set")+"="+roff.Italic("KEY=VALUE"), "Set a key of the configuration for this run; may be given again.")
	manStatuses(p)
	p.Section("CONFIGURATION")
	for _, text := range manConfiguration {
		p.Text(text)
	}
	manItems(p, "ENVIRONMENT", manEnvironment[:])
	manItems(p, "FILES", manFiles[:])
	p.Section("EXAMPLES")
	for _, e := range manExamples {
		p.Text(e.text)
		p.Example([]string{e.tag})
	}
	p.Section("SEE ALSO")
	see := ""
	for i, c := range commands() {
		if i > 0 {
			see += ", "
		}
		see += roff.Bold("mdck-"+c.name) + "(1)"
	}
	p.Formatted(see)
	return p.String()
}

// manCommands lists the commands by their groups.
func manCommands(p *roff.Page) {
	p.Section("COMMANDS")
	group := ""
	for _, c := range commands() {
		if c.group != group {
			group = c.group
			p.Sub(group)
		}
		p.Item(roff.Bold("mdck-"+c.name)+"(1)", sentence(c.summary))
	}
}

func manItems(p *roff.Page, title string, all []manItem) {
	p.Section(title)
	for _, i := range all {
		p.Item(roff.Bold(i.tag), i.text)
	}
}

var manAbout = [...]string{
	"What an agent knows is lost when its session restarts, is compacted or crashes; what survives is a file. mdck checks such checkpoint files, changes them without touching any other byte, says which of their claims are true, and prints what the next session has to read.",
	"It knows five kinds of them: checkpoints of RFCs (ohrfc), the progress of a session (ccc), the checkpoints of parallel agents (agents), the state of the evaluate loop (loop), and plans with gates for people (plan).",
	"Without a path a command works on the checkpoints of the repository it stands in: on all of them or, where it wants one, on the only one. - is standard input. Results are printed on standard output, all else on standard error. --json, where a command has it, prints facts for programs.",
}

var manConfiguration = [...]string{
	"No configuration is needed. For each checkpoint the nearest .mdck.yaml holds, from its directory up to the root of the repository. It sets budgets, severities of rules, what is left alone, and the encoding that tokens are counted in. mdck config check says whether it makes sense, mdck config show what holds and why.",
	"Flags beat variables, variables beat the file, the file beats the defaults.",
}

// manEnvironment are the variables that mdck goes by. Source: the packages that ask for
// them.
var manEnvironment = [...]manItem{
	{"MDCK_CONFIG", "The configuration to go by, as --config."},
	{"MDCK_KEY", "A key of the configuration, in capitals, with _ for dots and hyphens: MDCK_BUDGETS_OHRFC_LINES."},
	{"MDCK_DISABLED", "Silences the hooks, if it is set to anything but 0."},
	{"CCC_PROJECT_ROOT", "The project whose session is meant; SDD_PROJECT_ROOT is its older name."},
	{"SDD_PROGRESS_FILE, SDD_STATE_FILE", "The files of that session, in the project."},
	{"LINEAR_API_KEY", "The key that mdck ccc save sends its comment with."},
	{"VISUAL, EDITOR", "The editor that text is written in: words, quoted as for a shell. No shell is asked, so signs such as $, ; and | are refused."},
	{"NO_COLOR, TERM", "No colours, if NO_COLOR is set or TERM is dumb."},
	{"LC_ALL, LC_CTYPE, LANG", "The first that is set says whether bars may be drawn in more than ASCII."},
}

// manFiles are what mdck reads and writes.
var manFiles = [...]manItem{
	{".mdck.yaml", "The configuration."},
	{".mdck/", "Beside what was written: lock, journal, ledger, backups and what was pruned. It ignores itself in git."},
	{".ohrfc/ID/checkpoint.md", "The checkpoint of an RFC, with state.json, rfc.md and evidence.json beside it."},
	{".ccc-progress.md, .ccc-state.json", "The progress of a session, and its state."},
	{"agent_checkpoints/*.json", "The checkpoints of parallel agents."},
	{"conductor/tracks/ID/metadata.json", "The state of a track of the evaluate loop."},
	{".planning/, .autopilot/", "Plans, and where the work on them stands."},
}

// manExamples are command lines, with what they do.
var manExamples = [...]manItem{
	{"mdck lint", "Check every checkpoint of the repository:"},
	{"mdck append --section gate-b < round.md", "Write a review round:"},
	{"mdck bootstrap", "Print what a session reads that has just begun:"},
	{"mdck status --watch", "Keep an eye on all of them:"},
	{"mdck man lint | man -l -", "Read the page of a command:"},
}
