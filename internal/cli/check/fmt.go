package check

import (
	"errors"
	"fmt"
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

const fmtHelp = `Prints the text with what mdck lint --fix mends, as far as that changes no other file and takes out nothing that belongs in an archive. No version is raised. Findings are not printed. A text with nothing to mend comes out byte for byte.

FILE is a checkpoint or another file of a workspace; a directory stands for the checkpoint in it. With standard input nothing is written but standard output. Of a file that fails nothing is printed, and the status is 2.

Examples:

    mdck fmt --stdin-filename .ohrfc/x/checkpoint.md < buffer
    mdck fmt --diff .ohrfc/x/checkpoint.md
    mdck fmt --write .ohrfc`

// Fmt is mdck fmt.
var Fmt = app.Command{Name: "fmt", Summary: "print the mended text of a checkpoint, for editors", Help: fmtHelp, Grammar: app.New[fmtCommand]}

type fmtCommand struct {
	Paths         []string `arg:"" optional:"" name:"file" help:"The file; several, or directories, with --write or --diff; - is standard input."`
	Write         bool     `short:"w" xor:"output" help:"Write the mended texts in their places. Without a file: every checkpoint of the repository."`
	Diff          bool     `xor:"output" help:"Print what would change as a unified diff; write nothing."`
	StdinFilename string   `help:"Mend standard input as if it were this file." placeholder:"PATH"`
	As            string   `help:"Read the files as checkpoints of this protocol, wherever they lie." placeholder:"PROTOCOL"`
	IgnoreUnknown bool     `help:"Leave alone what is no checkpoint, or is ignored by the configuration; what is to be printed comes out as it is."`
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

// Run prints, compares or writes the mended texts.
func (c *fmtCommand) Run(std app.Streams) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	if c.stdin() {
		return c.standardInput(std)
	}
	found, err := c.targets()
	found = pick.SplitAgents(found)
	if err == nil && len(found) == 0 && !c.Write && !c.Diff { // the one file is to be left alone
		return c.asIs(std, c.Paths[0])
	}
	if !c.Write && !c.Diff && len(found) > 1 {
		return errors.Join(err, severalFiles(len(found)))
	}
	faults := []error{err}
	if len(found) > 1 { // workspaces in which no checkpoint was written yet do not count
		all := pick.TargetDirs(found)
		if found = slices.DeleteFunc(found, func(t workspace.Target) bool { return !app.Exists(t.File(t.Path)) }); len(found) == 0 {
			faults = append(faults, c.NoCheckpointError(all, pick.Query{}))
		}
	}
	for i := range found {
		faults = append(faults, c.fixTarget(std, &found[i]))
	}
	return errors.Join(faults...)
}

func (c *fmtCommand) stdin() bool { return c.StdinFilename != "" || slices.Contains(c.Paths, "-") }

func severalFiles(n int) error {
	return app.Hinted(fmt.Errorf("want one file to print, found %d", n), "--write mends several in their places, --diff prints what would change")
}

// checkFlags reports flags that contradict each other.
func (c *fmtCommand) checkFlags() error {
	switch {
	case c.Write && c.stdin():
		return errors.New("--write mends files in their places, standard input has none: not both")
	case len(c.Paths) == 0 && !c.stdin() && !c.Write && !c.Diff:
		return app.Hinted(errors.New("nothing to print the mended text of"), "mdck fmt FILE prints that of a file", "mdck fmt --stdin-filename PATH that of standard input")
	case len(c.Paths) > 1 && !c.Write && !c.Diff && !c.stdin():
		return severalFiles(len(c.Paths))
	}
	return checkStdinPaths(c.StdinFilename, c.Paths)
}

// targets gives the files that are meant, each once.
func (c *fmtCommand) targets() ([]workspace.Target, error) {
	if c.As != "" {
		return c.TargetsAs(c.Paths, c.As, pick.Query{})
	}
	if len(c.Paths) == 0 {
		return c.Find(nil, pick.Query{})
	}
	var all []workspace.Target
	var faults []error
	for _, p := range c.Paths {
		found, err := c.Find([]string{p}, pick.Query{IgnoreUnknown: c.IgnoreUnknown, As: true, Skips: true})
		faults = append(faults, err)
		for _, t := range found {
			same := func(o workspace.Target) bool { return o.Root == t.Root && o.Path == t.Path }
			if !slices.ContainsFunc(all, same) {
				all = append(all, t)
			}
		}
	}
	return all, errors.Join(faults...)
}

func (c *fmtCommand) standardInput(std app.Streams) error {
	q := pick.Query{IgnoreUnknown: c.IgnoreUnknown, As: true, Skips: true}
	t, text, ok, err := readStdin(&c.SettingFlags.ConfigFlags, std, q, c.StdinFilename, c.As)
	switch {
	case err != nil:
		return err
	case !ok && c.Diff:
		return nil
	case !ok:
		return app.CopyInput(std)
	}
	if err := app.CheckInputSize(text); err != nil {
		return err
	}
	_, fixed, err := c.fixed(&t, tree.Overlay(tree.Dir(t.Root), map[string]string{t.Path: text}))
	if err != nil {
		return app.WithDisplayPath(&t, err)
	}
	name := t.Shown(t.Path)
	if c.StdinFilename == "" {
		name = "-"
	}
	return c.print(std, name, text, fixed)
}

// asIs prints a file that is not looked at.
func (c *fmtCommand) asIs(std app.Streams, name string) error {
	text, err := fs.ReadFile(tree.Dir(filepath.Dir(name)), filepath.Base(name))
	if err != nil {
		return err
	}
	_, err = std.Raw().Write(text)
	return err
}

// fixTarget prints, compares or writes the fixed text of t.
func (c *fmtCommand) fixTarget(std app.Streams, t *workspace.Target) error {
	if c.Write {
		if err := pick.RecoverWrite(t, std.Err); err != nil {
			return err
		}
	}
	text, fixed, err := c.fixed(t, tree.Dir(t.Root))
	switch {
	case err != nil:
		return app.WithDisplayPath(t, err)
	case !c.Write && !c.Diff:
		return c.print(std, "", text, fixed)
	case fixed == text:
		return nil // not even a lock is needed
	}
	w := &write.Writer{Std: std, Name: "fmt", Target: *t, Clock: c.Clock, Diff: c.Diff}
	return w.Write(c.edit(t))
}

func (c *fmtCommand) print(std app.Streams, name, text, fixed string) error {
	if c.Diff {
		return report.Diff(std.Raw(), name, text, fixed, true)
	}
	_, err := io.WriteString(std.Raw(), fixed)
	return err
}

// fixed returns the text that t has in files, and that text with the fixes made.
func (c *fmtCommand) fixed(t *workspace.Target, files fs.FS) (text, fixed string, err error) {
	settings, err := c.SettingsFor(t)
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

// edit returns the edit that fixes t.
func (c *fmtCommand) edit(t *workspace.Target) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		files, err := read.Snapshot()
		if err != nil {
			return nil, err
		}
		text, fixed, err := c.fixed(t, files)
		if err != nil || fixed == text {
			return &protocol.Change{None: "it is mended already"}, err
		}
		out := &protocol.Change{Files: []protocol.File{{Name: t.Path, Before: text, After: fixed, Exists: true, Did: []string{"mended"}}}}
		if t.Path != t.Main {
			return out, nil
		}
		line, err := pick.FixedEntry(t, t.Path, text, fixed)
		out.Ledger = []claim.Entry{line}
		return out, err
	}
}
