package ohrfc

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/ohrfc/compare"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

const diffHelp = `Compares the meaning of two versions of a checkpoint. It prints the tensions, bullets, rounds, sections, budgets and values of Meta that changed. ~ marks a reworded bullet, and > a moved bullet. White space, order, and the marks of lists, headings and separators are ignored. The exit status is 0 even if the versions differ.

A version is one of these:

    PATH         a Markdown file; - is standard input
    ID           the checkpoint of this id
    backup:N     a backup; backup:latest is the newest that differs
    REVISION     a git revision, such as HEAD~2

If a revision has the same name as a file or an id, add a colon to the revision, as in main:

Without B, A is compared with the work tree. Without A, or if A is a checkpoint, HEAD is compared with the work tree. If HEAD does not have the checkpoint, the newest backup that differs is used instead.

--json prints one object with these keys:

    path, from, to          the checkpoint and the names of the versions
    fromThere, toThere      whether each version exists
    differs, bytesDiffer    whether the meaning or any byte differs
    meta                    changed values: key, from, to
    rounds                  added or removed rounds: round, change, bullets
    tensions                lists: resolved, intensified, new, dropped; each
                            entry has text, section, and was or now
    sections                changed sections: section, change, added, gone,
                            reworded, moved, text
    budget                  encoding; changes: unit, from, to, limit, state

Examples:

    mdck ohrfc diff
    mdck ohrfc diff HEAD~2
    mdck ohrfc diff backup:latest --json
    git show main:docs/checkpoint.md | mdck ohrfc diff - docs/checkpoint.md
    mdck ohrfc diff v1 v2 --checkpoint rfc-20261104-sync`

type diffCommand struct {
	A          string `arg:"" optional:"" help:"The earlier version."`
	B          string `arg:"" optional:"" help:"The later version (default: the work tree)."`
	Checkpoint string `help:"Which checkpoint to compare, if there are several." placeholder:"ID|PATH"`
	JSON       bool   `help:"Print a JSON object."`
	pick.SettingFlags
}

func (c *diffCommand) Run(std app.Streams) error {
	d := &differ{command: c, std: std}
	a, b, err := d.versions()
	if err != nil {
		return err
	}
	if !a.there && !b.there {
		return fmt.Errorf("%sthe checkpoint is neither in %s nor in %s", d.prefix(), a.label, b.label)
	}
	was, err1 := ohrfc.ParseCheckpoint(a.name, a.text)
	is, err2 := ohrfc.ParseCheckpoint(b.name, b.text)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	settings, err := d.settings(b, a)
	if err != nil {
		return err
	}
	p := &printedDiff{
		path: strings.TrimSuffix(d.prefix(), ": "), a: a, b: b, encoding: settings.Counter.Name(),
		Comparison: compare.Checkpoints(was, is),
		budgets:    budgetChanges(settings, was, is),
	}
	if c.JSON {
		return report.Indented(std.Out, p.json())
	}
	_, err = std.Out.Write(p.text())
	return err
}

func (d *differ) versions() (a, b *version, err error) {
	c := d.command
	if c.A == "-" && c.B == "-" {
		return nil, nil, errors.New("both versions are standard input; expected at most one")
	}
	if a, err = d.parse(c.A); err != nil {
		return nil, nil, err
	}
	if b, err = d.parse(c.B); err != nil {
		return nil, nil, err
	}
	// without arguments: the work tree and HEAD
	usual := c.B == "" && (c.A == "" || a.checkpoint && c.Checkpoint == "")
	if err := d.findTarget(a, b, usual); err != nil {
		return nil, nil, err
	}
	if usual {
		return d.usual()
	}
	return a, b, errors.Join(a.read(a), b.read(b))
}

// findTarget finds the checkpoint and finishes its interrupted writes.
func (d *differ) findTarget(a, b *version, usual bool) (err error) {
	where := d.command.Checkpoint
	switch format := cmp.Or(a.format, b.format); {
	case !usual && !a.ofTarget && !b.ofTarget && where != "":
		return fmt.Errorf("--checkpoint %s: neither %s nor %s is a version of a checkpoint", where, a.arg, b.arg)
	case !usual && !a.ofTarget && !b.ofTarget:
	case format != nil:
		return formatDiffError(format)
	case where == "" && cmp.Or(a.target, b.target) != nil:
		d.target = cmp.Or(a.target, b.target)
	default:
		if d.target, err = d.command.find(where); err != nil {
			return err
		}
	}
	for _, t := range []*workspace.Target{d.target, a.target, b.target} {
		if t != nil {
			if err := pick.RecoverWrite(t, d.std.Err); err != nil {
				return err
			}
		}
	}
	return nil
}

func formatDiffError(t *workspace.Target) error {
	name := app.Quote(t.DisplayPath(t.Main))
	return app.WithHints(&pick.OtherProtocolError{Wanted: ohrfc.Protocol.Noun, Found: t},
		"to compare with a commit: git diff "+name, "to compare with a backup: mdck restore "+name+" --backup N --diff", "to list the versions: mdck history "+name,
		"to compare two files, name both")
}

// usual returns HEAD, or else the newest backup that differs, and the work tree.
func (d *differ) usual() (a, b *version, err error) {
	a, b = &version{}, &version{}
	if err := d.onDisk(b, d.target); err != nil {
		return nil, nil, err
	}
	why := "HEAD does not have the checkpoint"
	err = d.committed(a, "HEAD")
	switch {
	case err == nil && a.there:
		return a, b, nil
	case err != nil:
		why = report.OneLine(err.Error())
	}
	if err != nil && !noHistory(err) {
		fmt.Fprintf(d.std.Err, "mdck: %sHEAD cannot be read: %s\n", report.Name(d.prefix()), why)
	}
	backups, err := d.target.Backups(d.target.Main)
	if err != nil {
		return nil, nil, err
	}
	for i := range backups {
		if err := d.readBackup(a, &backups[i]); err != nil || a.text != b.text || !b.there {
			return a, b, err
		}
	}
	return nil, nil, app.Errorf("mdck ohrfc diff A B compares any two versions: mdck ohrfc diff --help", "%snothing to compare with: %s, and no backup in .mdck/backups differs", d.prefix(), why)
}

// settings returns the settings of the checkpoint or the file.
func (d *differ) settings(a, b *version) (*workspace.Settings, error) {
	if d.target != nil {
		return d.command.Pick.SettingsFor(d.target)
	}
	t, err := d.command.Pick.Finder().As(cmp.Or(a.file, b.file), ohrfc.Name)
	if err != nil {
		return nil, err
	}
	return d.command.Pick.SettingsFor(&t)
}

type budgetChange struct {
	Unit  string             `json:"unit"`
	From  int                `json:"from"`
	To    int                `json:"to"`
	Limit int                `json:"limit"` // 0 means no limit
	State schema.BudgetState `json:"state"`
}

func budgetChanges(s *workspace.Settings, was, is *ohrfc.Checkpoint) []budgetChange {
	all := []budgetChange{}
	add := func(unit string, from, to, limit int) {
		if from != to {
			all = append(all, budgetChange{unit, from, to, limit, schema.Amount{Used: to, Limit: limit}.State()})
		}
	}
	limits := s.Config.Limits(ohrfc.Name)
	add("lines", was.Document.File.Lines(), is.Document.File.Lines(), limits.Lines)
	add("tokens", s.Counter.Count(was.Text()), s.Counter.Count(is.Text()), limits.Tokens)
	if limits.Characters > 0 {
		add("characters", source.Characters(was.Text()), source.Characters(is.Text()), limits.Characters)
	}
	return all
}

func (d *differ) prefix() string {
	if d.target == nil {
		return ""
	}
	return d.target.DisplayPath(d.target.Main) + ": "
}
