// Package cli is the command line of mdck: a grammar for each command, the
// statuses, and the edge where files, git and the clock are.
package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
)

// A Status is what mdck ends with. The statuses are part of its interface:
// scripts tell "the file has faults" from "mdck could not do its work" by them.
type Status int

const (
	OK       Status = 0 // done; nothing was found at or above --fail-on
	Findings Status = 1 // done, and something was found; the answer "no" of a check; or a write was refused
	Failure  Status = 2 // could not do the job: command line, configuration, a file
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	followLinks bool // the command may write where a symbolic link leads out of the directory
}

// errFindings ends a command with [Findings] and says nothing more.
var errFindings = errors.New("findings")

// A refusal is an error that ends a command with [Findings].
type refusal struct{ error }

// A hint is an error with what the user can do about it, a line each.
type hint struct {
	error
	lines []string
}

func (h *hint) Unwrap() error { return h.error }

// hinted adds hints to err.
func hinted(err error, lines ...string) error { return &hint{err, lines} }

// A command is what mdck can do.
type command struct {
	name    string
	group   string
	first   bool // it stands on the first page of the help
	summary string
	help    string // what the first line of --help does not say, with an example
	grammar func() runner
}

// A runner is a command line that was parsed.
type runner interface{ Run(Streams) error }

// commands are all commands, in the order of the help.
func commands() []command {
	return []command{
		{"lint", "Check", true, "check checkpoint files", lintHelp, func() runner { return &lintCommand{} }},
		{"fmt", "Check", false, "print the mended text of a checkpoint, for editors", fmtHelp, func() runner { return &fmtCommand{} }},
		{"verify", "Check", true, "check what a checkpoint claims about the files around it", verifyHelp, func() runner { return &verifyCommand{} }},
		{"explain", "Check", true, "say what a rule wants, and why", explainHelp, func() runner { return &explainCommand{} }},
		{"init", "Write", true, "make a workspace, or what it lacks", initHelp, func() runner { return &initCommand{} }},
		{"prompt", "Write", true, "ask the questions of a section", promptHelp, func() runner { return &promptCommand{} }},
		{"append", "Write", true, "write a section, or single bullets", appendHelp, func() runner { return &appendCommand{} }},
		{"prune", "Write", false, "keep the newest Gate-B rounds, archive the others", pruneHelp, func() runner { return &pruneCommand{} }},
		{"stamp", "Write", true, "bring version, hash, evidence, round and state.json up to date", stampHelp, func() runner { return &stampCommand{} }},
		{"advance", "Write", false, "move an RFC to its next phase", advanceHelp, func() runner { return &advanceCommand{} }},
		{"restore", "Write", true, "take back a backup, or an archived round", restoreHelp, func() runner { return &restoreCommand{} }},
		{"bootstrap", "Read", true, "print the restart sequence", bootstrapHelp, func() runner { return &bootstrapCommand{} }},
		{"status", "Read", false, "list every checkpoint with its phase, age, findings and next action", statusHelp, func() runner { return &statusCommand{} }},
		{"show", "Read", true, "draw the sections with their lines, bullets and tokens", showHelp, func() runner { return &showCommand{} }},
		{"tokens", "Read", false, "count the tokens of files", tokensHelp, func() runner { return &tokensCommand{} }},
		{"diff", "Read", true, "say what changed in meaning between two versions", diffHelp, func() runner { return &diffCommand{} }},
		{"history", "Read", false, "print the states of a file in git and the ledger", historyHelp, func() runner { return &historyCommand{} }},
		{"hook", "Agents", false, "answer the hooks of coding agents", hookHelp, func() runner { return &hookCommand{} }},
		cccFamily().command("keep the progress of a session, and save it", true),
		agentsFamily().command("keep the checkpoints of parallel agents", false),
		loopFamily().command("keep the state of the evaluate loop", false),
		planFamily().command("plans: what waits for a person, their order, thresholds", false),
		{"lsp", "Other", false, "serve an editor: findings, fixes, budgets as you type", lspHelp, func() runner { return &lspCommand{} }},
		configFamily().command("check or show the configuration", false),
		{"completion", "Other", false, "print the completion script of a shell", completionHelp, func() runner { return &completionCommand{} }},
		{"version", "Other", false, "print the version and how it was built", versionHelp, func() runner { return &versionCommand{} }},
	}
}

// Main runs the command that args name and gives the status to end with.
func Main(args []string, std Streams) Status {
	return status(run(args, std), std)
}

func run(args []string, std Streams) error {
	if len(args) == 0 {
		return errors.Join(writeHelp(std.Err, false), errNoCommand)
	}
	if args[0] == "hook" { // before anything can fail: to an agent status 2 means "block"
		return runHook(args[1:], std)
	}
	if len(args) > 2 && args[0] == "completion" && args[1] == completeFlag {
		return printCandidates(args[2:], std.Out)
	}
	if err := sane(args); err != nil {
		return err
	}
	switch args[0] {
	case "help", "--help", "-h":
		return runHelp(args[1:], std)
	case "--version":
		if len(args) == 1 {
			return printVersion(std.Out)
		}
		args = append([]string{"version"}, args[1:]...)
	}
	c, rest := findCommand(args)
	if c == nil {
		return unknownCommand(args[0])
	}
	return c.run(rest, std)
}

// findCommand returns the command that args begin with, of two words where there is one, and
// the arguments behind its name; nil if there is none.
func findCommand(args []string) (c *command, rest []string) {
	if len(args) == 0 {
		return nil, nil
	}
	all := commands()
	i := indexOf(all, args[0])
	if i < 0 {
		return nil, nil
	}
	if len(args) > 1 {
		family := below(args[0])
		if k := indexOf(family, args[0]+" "+args[1]); k >= 0 {
			return &family[k], args[2:]
		}
	}
	return &all[i], args[1:]
}

// indexOf returns the index of the command of that name; -1 if there is none.
func indexOf(all []command, name string) int {
	return slices.IndexFunc(all, func(c command) bool { return c.name == name })
}

// below are the commands whose first word is name, and which have a second one.
func below(name string) []command {
	if name == "hook" {
		return hookCommands()
	}
	all := families()
	if i := slices.IndexFunc(all, func(f family) bool { return f.name == name }); i >= 0 {
		return all[i].commands()
	}
	return nil
}

// sane reports arguments that kong would take for something else.
func sane(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) { // kong would replace the bytes and say nothing
			return fmt.Errorf("argument %q is not UTF-8", arg)
		}
		if arg == "" || strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "=") && strings.Count(arg, "=") == 1 {
			return fmt.Errorf("argument %q is empty: a variable without a value?", arg) // and not the same as none
		}
	}
	return nil
}

// A plainCommand needs no grammar where none of its arguments is a flag: plain makes
// of itself what kong would. It is for what runs on every commit, as reading the
// grammar is a fifth of a run.
type plainCommand interface{ plain(args []string) }

// run parses args and runs the command.
func (c *command) run(args []string, std Streams) error {
	grammar := c.grammar()
	if p, ok := grammar.(plainCommand); ok && !slices.ContainsFunc(args, isFlag) {
		p.plain(args)
	} else if helped, err := c.parse(grammar, args, std); helped || err != nil {
		return err
	}
	if c, ok := grammar.(configured); ok {
		if err := c.load(); err != nil {
			return err
		}
	}
	if c, ok := grammar.(talker); ok {
		c.talkTo(std.Err)
	}
	if c, ok := grammar.(linkFollower); ok {
		std.followLinks = c.follows()
	}
	return grammar.Run(std)
}

func isFlag(arg string) bool { return strings.HasPrefix(arg, "-") && arg != "-" }

// parse parses args by the grammar of this command alone, which costs a third of
// what the grammar of all of them would. Helped says that the help was printed, and
// nothing else is wanted.
func (c *command) parse(grammar runner, args []string, std Streams) (helped bool, err error) {
	options := []kong.Option{kong.Exit(func(int) { helped = true })}
	if slices.ContainsFunc(args, mayAskHelp) {
		options = append(options, c.description())
	}
	parser, err := c.parserOf(grammar, std, options...)
	if err != nil {
		return false, err
	}
	_, err = parser.Parse(args)
	if helped { // kong goes on parsing after it printed the help
		return true, nil
	}
	if err != nil {
		return false, c.misuse(err, parser, args)
	}
	return false, nil
}

// mayAskHelp reports whether arg could be --help or -h, alone or among others.
func mayAskHelp(arg string) bool { return strings.HasPrefix(arg, "-") && strings.Contains(arg, "h") }

// description is what --help prints above the flags. kong looks for variables in
// it, which takes as long as the whole of a small grammar.
func (c *command) description() kong.Option {
	return kong.Description(strings.ToUpper(c.summary[:1]) + c.summary[1:] + ".\n\n" + c.help)
}

// parser is the parser of the command's grammar, to be looked at.
func (c *command) parser(std Streams) (*kong.Kong, error) {
	return c.parserOf(c.grammar(), std, kong.Exit(func(int) {}), c.description())
}

func (c *command) parserOf(grammar runner, std Streams, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append([]kong.Option{
		kong.Name("mdck " + c.name),
		kong.Writers(std.Out, std.Err),
		times(),
		numbers(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
	}, more...)...)
}

// status prints err, each of several that were joined with its own hints, and
// gives the worst status that one of them stands for.
func status(err error, std Streams) Status {
	worst := OK
	for _, e := range joined(err) {
		worst = max(worst, printError(e, std.Err))
	}
	return worst
}

// joined are the errors that [errors.Join] put together in err, at any depth.
// Errors that wrap several in one line are one.
func joined(err error) []error {
	if err == nil {
		return nil
	}
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(list.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range list.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// hintsOf are the hints of an error: its own, or those that belong to its kind
// whatever the command.
func hintsOf(err error) []string {
	var lines []string
	if h, ok := errors.AsType[*hint](err); ok {
		lines = h.lines
	}
	if line, ok := failureHint(err); ok {
		return append(append(lines[:len(lines):len(lines)], line), giveUp(err)...)
	}
	if len(lines) > 0 {
		return lines
	}
	if foreign, ok := errors.AsType[*safefile.JournalError](err); ok {
		return journalHints(foreign)
	}
	if lines := givenUpHints(err); lines != nil {
		return lines
	}
	if _, ok := errors.AsType[*safefile.OutsideError](err); ok {
		return []string{"nothing was written; --follow-links writes where the link leads"}
	}
	return nil
}

// givenUpHints say what to do about a file that somebody emptied, or one that keeps an
// interrupted change from being finished.
func givenUpHints(err error) []string {
	if e, ok := errors.AsType[*safefile.EmptiedError](err); ok {
		name := quote(shownPath(e.Path))
		return []string{"run the command again when that is done; else mdck restore " + name + " lists what it held; to begin anew, delete it"}
	}
	if lines := giveUp(err); lines != nil {
		return append([]string{"once the file that is named can be replaced, the next run does what is left"}, lines...)
	}
	return nil
}

// giveUp says how a change that cannot be finished is given up; nil if err is of none.
func giveUp(err error) []string {
	e, ok := errors.AsType[*safefile.UnfinishedError](err)
	if !ok || e.Journal == "" {
		return nil
	}
	journal := quote(shownPath(e.Journal))
	if len(e.Unkept) == 0 {
		return []string{"to leave the files as they are now, delete " + journal + ": what they held, and were to hold, is kept beside them (mdck restore lists it)"}
	}
	return []string{"to leave the files as they are now, move " + journal + " away and keep it: what they held is kept beside them, but not what was to be in " + quotedNames(e.Unkept)}
}

// quotedNames are names for people.
func quotedNames(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, strconv.Quote(name))
	}
	return strings.Join(all, ", ")
}

// journalHints say what becomes of a journal that is not followed. One of a session
// whose file a variable names is none of a stranger, once the variable is set, and neither
// is one of a file that was read with --as, to a command that does so.
func journalHints(e *safefile.JournalError) []string {
	var lines []string
	switch {
	case e.User != "":
		return []string{"run any mdck command here as user " + e.User + ", which finishes that write; only if that user is not to be trusted, look at the files and move it away, which leaves them as they are: " + quote(shownPath(e.Path))}
	case e.Unread:
		return []string{"get the right to read it and run the command again, or run it as the user whose it is; a write that was interrupted is finished then"}
	}
	if variable := workspace.Unnamed(filepath.Dir(filepath.Dir(e.Path)), e.Name); variable != "" {
		lines = append(lines, "if the write is of your own session, whose file "+variable+" named then, run the command with that set again, which finishes it")
	}
	if workspace.IsMarkdown(e.Name) && filepath.Base(e.Name) == e.Name {
		name := shownPath(filepath.Join(filepath.Dir(filepath.Dir(e.Path)), e.Name))
		lines = append(lines, "if it is a file that --as reads and the write is yours, a command on it finishes that: mdck show "+quote(name)+" --as FORMAT")
	}
	return append(lines, "look at it: it says what an interrupted write was to do; if it is not yours, move it away: "+quote(shownPath(e.Path)))
}

// printError prints one error and gives the status that it stands for.
func printError(err error, w io.Writer) Status {
	if errors.Is(err, errFindings) {
		return Findings
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "mdck: %s\n", report.OneLine(strings.TrimRight(line, "\n")))
	}
	for _, line := range hintsOf(err) {
		fmt.Fprintf(w, "mdck: hint: %s\n", report.OneLine(line))
	}
	_, emptied := errors.AsType[*safefile.EmptiedError](err)
	if _, ok := errors.AsType[refusal](err); ok || emptied {
		return Findings
	}
	return Failure
}
