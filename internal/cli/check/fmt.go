package check

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const fmtHelp = `Prints the text with the fixes of mdck lint --fix, except fixes that change another file or move text to an archive. It does not increase version numbers and does not print findings. If there is nothing to fix, the text is printed unchanged.

FILE is a checkpoint, another file of a workspace, or a directory with a checkpoint. If mdck cannot format a file, it prints nothing for this file and exits with status 2.

Examples:

    mdck fmt --stdin-filename .ohrfc/x/checkpoint.md < buffer
    mdck fmt --diff .ohrfc/x/checkpoint.md
    mdck fmt --write .ohrfc/x/checkpoint.md`

// Fmt is mdck fmt.
var Fmt = app.Command{Name: "fmt", Summary: "format a checkpoint, for editors", Help: fmtHelp, Grammar: &fmtCommand{}}

type fmtCommand struct {
	Paths         []string `arg:"" optional:"" name:"file" help:"The file to print. --write and --diff take several files; - is standard input."`
	Write         bool     `short:"w" xor:"output" help:"Write the result to the files; without a file argument, to the only checkpoint."`
	Diff          bool     `xor:"output" help:"Print a unified diff of the changes; write nothing."`
	StdinFilename string   `help:"Format standard input as if it were this file." placeholder:"PATH"`
	As            string   `help:"Read the files as checkpoints of this protocol, whatever their paths are." placeholder:"PROTOCOL"`
	IgnoreUnknown bool     `help:"Print a file unchanged if it is not a checkpoint or the configuration ignores it."`
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

// Run fixes all files, even if one fails.
func (c *fmtCommand) Run(std app.Streams) error {
	stdin := c.StdinFilename != "" || slices.Contains(c.Paths, "-")
	switch {
	case c.Write && stdin:
		return errors.New("--write cannot be used with standard input")
	case len(c.Paths) == 0 && !stdin && !c.Write && !c.Diff:
		return app.WithHints(errors.New("no file given"), "format a file: mdck fmt FILE", "format standard input: mdck fmt --stdin-filename PATH")
	case len(c.Paths) > 1 && !c.Write && !c.Diff && !stdin:
		return app.Errorf("--write and --diff take several files", "expected one file to print, found %d", len(c.Paths))
	}
	if err := checkStdinPaths(c.StdinFilename, c.Paths); err != nil {
		return err
	}
	if stdin {
		return c.fixInput(std)
	}
	if len(c.Paths) == 0 {
		return c.fixFile(std, "") // "" selects the only checkpoint of the project
	}
	var errs []error
	for _, name := range c.Paths {
		errs = append(errs, c.fixFile(std, name))
	}
	return errors.Join(errs...)
}

func (c *fmtCommand) query() pick.Query {
	return pick.Query{IgnoreUnknown: c.IgnoreUnknown, As: true, Skips: true}
}

func (c *fmtCommand) fixInput(std app.Streams) error {
	t, text, ok, err := readStdin(&c.Pick, std, c.query(), c.StdinFilename, c.As)
	switch {
	case err != nil || !ok && c.Diff:
		return err
	case !ok:
		return passInput(std, text)
	}
	if err := app.CheckInputSize(text); err != nil {
		return err
	}
	_, fixed, err := c.fixed(&t, tree.Overlay(tree.Dir(t.Root), map[string]string{t.Path: text}))
	switch {
	case err != nil:
		return app.WithDisplayPath(&t, err)
	case !c.Diff:
		return printText(std, fixed)
	case c.StdinFilename == "":
		return report.Diff(std.Raw(), "-", text, fixed, true)
	}
	return report.Diff(std.Raw(), t.InDiff(t.Path), text, fixed, true)
}

func (c *fmtCommand) fixFile(std app.Streams, name string) error {
	find := func() (workspace.Target, error) { return c.Pick.FindOne(name, "fmt", c.query()) }
	if c.As != "" {
		find = func() (workspace.Target, error) { return c.Pick.TargetAs(name, c.As, pick.Query{}) }
	}
	t, err := find()
	switch {
	case err != nil:
		return err
	case t.Root == "" && (c.Write || c.Diff):
		return nil
	case t.Root == "":
		return printFile(std, name)
	}
	if c.Write {
		if err := pick.RecoverWrite(&t, std.Err); err != nil {
			return err
		}
	}
	text, fixed, err := c.fixed(&t, tree.Dir(t.Root))
	switch {
	case err != nil:
		return app.WithDisplayPath(&t, err)
	case !c.Write && !c.Diff:
		return printText(std, fixed)
	case fixed == text:
		return nil // do not take the lock
	}
	w := &write.Writer{Std: std, Name: "fmt", Target: t, Clock: c.Clock, Diff: c.Diff}
	return w.Write(c.edit(&t))
}

func printFile(std app.Streams, name string) error {
	text, err := fs.ReadFile(tree.Dir(filepath.Dir(name)), filepath.Base(name))
	if err != nil {
		return err
	}
	return printText(std, string(text))
}

func printText(std app.Streams, text string) error {
	_, err := io.WriteString(std.Raw(), text)
	return err
}

func (c *fmtCommand) fixed(t *workspace.Target, files fs.FS) (text, fixed string, err error) {
	settings, err := c.Pick.SettingsFor(t)
	if err != nil {
		return "", "", err
	}
	if text, err = source.ReadFile(files, t.Path); err != nil {
		return "", "", err
	}
	if err := t.Parse(text); lint.Unusable(err) {
		return "", "", err
	}
	fixed, _, err = fixText(settings.Input(files, t), text)
	return text, fixed, err
}

func (c *fmtCommand) edit(t *workspace.Target) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		files, err := read.Snapshot()
		if err != nil {
			return nil, err
		}
		text, fixed, err := c.fixed(t, files)
		if err != nil || fixed == text {
			return &protocol.Change{None: "already formatted"}, err
		}
		out := &protocol.Change{Files: []protocol.File{{Name: t.Path, Before: text, After: fixed, Exists: true, Did: []string{"formatted"}}}}
		if t.Path != t.Main {
			return out, nil
		}
		line, err := pick.FixedEntry(t, t.Path, text, fixed)
		out.Ledger = []claim.Entry{line}
		return out, err
	}
}
