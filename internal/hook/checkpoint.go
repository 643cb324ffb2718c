package hook

import (
	"cmp"
	"io/fs"
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
	only     bool // commands need no argument

	ambiguous bool // the id
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
	target, ok := "", true
	if slices.Contains(d.Command, protocol.TargetWord) {
		target, ok = c.word(c.Target.Argument(c.shown, c.ambiguous))
	}
	line = d.CommandLine(target)
	return line, ok && visible(line) == line
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
	if c.Target.Row().Separate {
		return c.word(spelling.ShellPath(c.shown(c.Target.Path)))
	}
	t := *c.Target
	if _, err := fs.Stat(c.tree, t.Main); err != nil {
		t.Main = cmp.Or(t.State, t.Main)
	}
	return c.word(t.Argument(c.shown, c.ambiguous))
}

// word returns a quoted word, or "" if it cannot be pasted and is not needed.
func (c *checkpoint) word(quoted string) (word string, ok bool) {
	if canPaste(quoted) {
		return quoted, true
	}
	return "", c.only && strings.Trim(c.shown("."), "./") == ""
}

func (c *checkpoint) packCommand() (string, bool) { return c.command("bootstrap", "--pack") }
