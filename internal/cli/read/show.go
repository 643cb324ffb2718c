package read

import (
	"cmp"
	"errors"
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

const showHelp = `Draws each checkpoint as a tree of sections. For an RFC, it prints lines, bullets and tokens with their limits. In a bar, # is a whole cell and = is half a cell. The second bar of a section shows its share of the token budget. If at least 90 % of a budget is used, the command also prints "5 left", "full" or "5 over". For a subsection with too few bullets, it prints for example "2 short".

Token counts are exact for the named encoding. The counts of the sections do not add up exactly to the count of the file.

A file of a configured format is compared with the budgets of its format.

The progress file of a session has no budgets: each section is printed with its lines, entries and tokens. Agents, tracks and plans have no sections; use mdck status for them.

The exit status is 0 even if a budget is exceeded, and 2 if a file cannot be read.

Examples:

    mdck show
    mdck show rfc-20261104-sync --bullets
    mdck show .ohrfc/rfc-20261104-sync --json
    mdck show ccc --bullets
    mdck show HANDOFF.md --as handoff`

// Show is mdck show.
var Show = app.Command{Name: "show", Summary: "draw the sections with their lines, bullets and tokens", Help: showHelp, Grammar: &showCommand{}}

type showCommand struct {
	Targets []string `arg:"" optional:"" name:"id|path" help:"Ids of checkpoints, or paths of files or directories."`
	Bullets bool     `help:"Also print each bullet or entry, with its tokens."`
	As      string   `help:"Read the files as checkpoints of this protocol, whatever their paths are." placeholder:"PROTOCOL"`
	JSON    bool     `help:"Print a JSON array."`
	modelFlag
	pick.SettingFlags
}

func (c *showCommand) Run(std app.Streams) error {
	found, err := c.targets()
	if len(found) == 0 {
		return err
	}
	faults := []error{err}
	sheets := []*report.Sheet{}
	for i := range found {
		if err := pick.RecoverWrite(&found[i], std.Err); err != nil {
			faults = append(faults, err)
			continue
		}
		sheet, err := c.sheet(&found[i])
		if sheet != nil {
			sheets = append(sheets, sheet)
		}
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err == nil && len(sheets) == 0 {
		return c.Pick.UnwrittenError(found)
	}
	return errors.Join(errors.Join(faults...), c.print(std, sheets))
}

func showable() pick.Query {
	return pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Outline != nil }, As: true}
}

func (c *showCommand) targets() ([]workspace.Target, error) {
	if c.As != "" {
		return c.Pick.TargetsAs(c.Targets, c.As, showable())
	}
	if len(c.Targets) == 0 {
		if _, err := c.Pick.Finder().Elsewhere(); err != nil {
			return nil, err
		}
	}
	all, err := c.Pick.Find(c.Targets, showable())
	for i := range all {
		all[i].Path = all[i].Main // show the main file even if the user named another
	}
	return pick.DistinctTargets(all), err
}

// sheet returns the output for t, or nil if t is not written yet.
func (c *showCommand) sheet(t *workspace.Target) (*report.Sheet, error) {
	settings, err := c.Pick.SettingsFor(t)
	if err != nil {
		return nil, err
	}
	if t.Format != "" && settings.Config.FormatModel(t.Format) == nil {
		return nil, fmt.Errorf("the configuration for %s has no format %q", t.Format, t.DisplayPath(t.Main))
	}
	in := workspace.Settings{Config: settings.Config}
	read := t.Row().Checker.Read(in.Input(tree.Dir(t.Root), t))
	if err := cmp.Or(read.Faults[t.Main], pick.LostError(t, read)); err != nil {
		return nil, app.WithDisplayPath(t, err)
	}
	if read.Document == nil {
		return nil, nil
	}
	outline := t.Row().Outline(read, settings.Config.Limits(t.Protocol), settings.Counter.Count)
	estimate, err := c.estimator(settings)
	if err != nil {
		return nil, err
	}
	return &report.Sheet{
		Path: t.DisplayPath(t.Main), Encoding: settings.Counter.Name(), Bullets: c.Bullets, Outline: outline,
		Estimate: estimate(read.Document.File.Text, outline.Tokens.Used),
	}, nil
}

func (c *showCommand) print(std app.Streams, sheets []*report.Sheet) error {
	if c.JSON {
		return report.Sheets(std.Out, sheets)
	}
	for i, s := range sheets {
		if err := s.Draw(std.Out, i > 0); err != nil {
			return err
		}
	}
	return nil
}
