package hook

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// A checkpoint is one near the place that an event comes from. Its files are read through a
// tree.
type checkpoint struct {
	*workspace.Target
	protocol.Standing
	tree    fs.FS
	shown   bootstrap.Shown // paths of tree as the agent sees them
	skill   func() (fs.FS, string)
	id      string
	unnamed bool // the id is that of others, too, or a path: commands have to take the path
	only    bool // commands without an argument mean this checkpoint
}

// compare sorts resumable checkpoints first, then by the order of their protocol, then newest first.
func compare(a, b checkpoint) int {
	if (a.Refused == "") != (b.Refused == "") {
		if a.Refused == "" {
			return -1
		}
		return 1
	}
	return cmp.Or(a.Rank-b.Rank, b.Updated.Compare(a.Updated), cmp.Compare(cmp.Or(a.Name, a.id), cmp.Or(b.Name, b.id)), cmp.Compare(a.shown(a.Path), b.shown(b.Path)))
}

// label is what a line calls the checkpoint.
func (c *checkpoint) label() string {
	if c.Name == "" {
		return spelling.Path(c.id, protocol.MaxValue)
	}
	return spelling.Value(c.Name, protocol.MaxValue)
}

// input returns the input of lint without a configuration.
func (c *checkpoint) input() lint.Input {
	return lint.Input{Checker: c.Row().Checker, Tree: c.tree, Path: c.Path, Main: c.Main, State: c.State, Ledger: c.Ledger}
}

// read reads all files.
func (c *checkpoint) read() *lint.Checkpoint { return c.Row().Checker.Read(c.input()) }

// due returns what is due, with command lines for the directory of the event; ok is false if one has no
// command.
func (c *checkpoint) due() (all []bootstrap.Due, ok bool) {
	if c.Row().Due == nil {
		return nil, true
	}
	var read *lint.Checkpoint
	if c.Folder == "" {
		read = c.read()
	}
	ok = true
	for _, d := range c.Due(c.input(), read) {
		line, works := c.dueLine(&d)
		ok = ok && works
		all = append(all, bootstrap.Due{Path: c.shown(d.Path), Problem: d.Problem, Command: line, Person: d.Person})
	}
	return all, ok
}

// dueLine returns the command line of a due thing; ok is false if none would work.
func (c *checkpoint) dueLine(d *protocol.Due) (line string, ok bool) {
	target := ""
	switch {
	case !slices.Contains(d.Command, protocol.TargetWord):
		ok = true
	case c.Row().Separate: // the commands of the protocol take its words, all others the file
		target, ok = c.Row().Args(c.Target.Target, c.shown("."), spelling.ShellWord), true
	default:
		target, ok = c.argument()
	}
	ok = ok && !slices.ContainsFunc(d.Command, func(word string) bool { return visible(word) != word })
	return d.CommandLine(target, spelling.ShellWord), ok
}

// command returns the command line of a command of mdck about the checkpoint; ok is false if
// none would work.
func (c *checkpoint) command(words ...string) (line string, ok bool) {
	argument, ok := c.argument()
	if argument != "" {
		words = slices.Insert(words, 1, argument)
	}
	return "mdck " + strings.Join(words, " "), ok
}

// argument returns the word that names the checkpoint in a command: the id, or else a path; "" if none is
// needed.
func (c *checkpoint) argument() (word string, ok bool) {
	row := c.Row()
	if row.Separate {
		return shellWord(c.shown(c.Path))
	}
	if row.Args != nil {
		return row.Args(c.Target.Target, c.shown("."), spelling.ShellWord), true
	}
	elsewhere := row.At != nil && strings.Trim(c.shown("."), "./") != "" // the id is that of the project around
	if !elsewhere && !c.unnamed && isPlain(c.id) && len(c.id) <= maxWord {
		return c.id, true
	}
	name := c.Main
	if row.Home != "" {
		name = path.Dir(name)
	} else if _, err := fs.Stat(c.tree, name); err != nil {
		name = c.State
	}
	if word, ok := shellWord(c.shown(name)); ok {
		return word, true
	}
	return "", c.only && !elsewhere
}

// packCommand is the command that prints the pack.
func (c *checkpoint) packCommand() (string, bool) { return c.command("bootstrap", "--pack") }
