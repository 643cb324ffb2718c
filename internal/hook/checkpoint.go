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

type checkpoint struct {
	Target   *workspace.Target
	Progress protocol.Progress
	tree     fs.FS
	shown    bootstrap.DisplayPath // path in tree -> path for the user
	skill    func() (fs.FS, string)
	id       string
	unnamed  bool // the id is ambiguous
	only     bool // commands need no argument
}

// compare puts resumable checkpoints first, then lower ranks, then newer ones.
func compare(a, b checkpoint) int {
	if (a.Progress.Refused == "") != (b.Progress.Refused == "") {
		if a.Progress.Refused == "" {
			return -1
		}
		return 1
	}
	return cmp.Or(a.Progress.Rank-b.Progress.Rank, b.Progress.Updated.Compare(a.Progress.Updated), cmp.Compare(cmp.Or(a.Progress.Name, a.id), cmp.Or(b.Progress.Name, b.id)), cmp.Compare(a.shown(a.Target.Path), b.shown(b.Target.Path)))
}

func (c *checkpoint) label() string {
	if c.Progress.Name == "" {
		return spelling.Path(c.id, protocol.MaxValue)
	}
	return spelling.Value(c.Progress.Name, protocol.MaxValue)
}

func (c *checkpoint) read() *lint.Checkpoint {
	return c.Target.Row().Checker.Read(c.Target.Input(c.tree))
}

// due returns the due items. ok is false if a command cannot be pasted.
func (c *checkpoint) due() (all []bootstrap.Due, ok bool) {
	ok = true
	for _, d := range c.Target.Due(c.Target.Input(c.tree), nil) {
		line, works := c.dueLine(&d)
		ok = ok && works
		all = append(all, bootstrap.Due{Path: c.shown(d.Path), Problem: d.Problem, Command: line, Person: d.Person})
	}
	return all, ok
}

func (c *checkpoint) dueLine(d *protocol.Due) (line string, ok bool) {
	target := ""
	switch {
	case !slices.Contains(d.Command, protocol.TargetWord):
		ok = true
	case c.Target.Row().Separate: // the protocol has its own arguments
		target, ok = c.Target.Row().Args(c.Target.Target, c.shown("."), spelling.ShellWord), true
	default:
		target, ok = c.argument()
	}
	ok = ok && !slices.ContainsFunc(d.Command, func(word string) bool { return visible(word) != word })
	return d.CommandLine(target, spelling.ShellWord), ok
}

// command returns an mdck command line. ok is false if no argument would select c.
func (c *checkpoint) command(words ...string) (line string, ok bool) {
	argument, ok := c.argument()
	if argument != "" {
		words = slices.Insert(words, 1, argument)
	}
	return "mdck " + strings.Join(words, " "), ok
}

func (c *checkpoint) argument() (word string, ok bool) {
	row := c.Target.Row()
	if row.Separate {
		return shellWord(c.shown(c.Target.Path))
	}
	if row.Args != nil {
		return row.Args(c.Target.Target, c.shown("."), spelling.ShellWord), true
	}
	elsewhere := row.At != nil && strings.Trim(c.shown("."), "./") != "" // the id would select the project around it
	if !elsewhere && !c.unnamed && spelling.Path(c.id, maxWord) == spelling.ShellWord(c.id) {
		return c.id, true
	}
	name := c.Target.Main
	if row.Home != "" {
		name = path.Dir(name)
	} else if _, err := fs.Stat(c.tree, name); err != nil {
		name = c.Target.State
	}
	if word, ok := shellWord(c.shown(name)); ok {
		return word, true
	}
	return "", c.only && !elsewhere
}

func (c *checkpoint) packCommand() (string, bool) { return c.command("bootstrap", "--pack") }
