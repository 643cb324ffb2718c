package ohrfc

import (
	"errors"
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/ohrfc/compare"
	"mdck/mdcheckpoint/schema"
)

const diffHelp = `Tells two versions of a checkpoint apart in meaning: what became of tensions, which bullets came, went, were reworded (~) or moved (>), which rounds and sections came and went, version, hash, evidence, round, phase and budgets. White space, order, and the marks of lists, headings and separators are no meaning. Status 0 whether or not they differ.

A version is the path of a Markdown file, - for standard input, the directory or id of a workspace, backup:N or backup:latest (mdck keeps backups beside the checkpoint), or a git revision. What exists as a path is taken for one, and what is an id for that; REV: is always a revision. Without B it is compared with the work tree. Without both, or with a checkpoint as the only one, HEAD is compared with the work tree, or, where HEAD does not have the checkpoint, the newest backup that differs.

--json prints one object: path, from, to, fromThere, toThere, differs, bytesDiffer, meta [{key, from, to}], rounds [{round, change, bullets}], tensions {resolved, intensified, new, dropped} of {text, section, was or now}, sections [{section, change, added, gone, reworded, moved, text}], budget {encoding, changes}. Tensions are not listed again under sections, nor are the bullets of a pruned round.

Examples:

    mdck ohrfc diff
    mdck ohrfc diff HEAD~2
    mdck ohrfc diff backup:latest --json
    git show main:docs/checkpoint.md | mdck ohrfc diff - docs/checkpoint.md
    mdck ohrfc diff v1 v2 --checkpoint rfc-20261104-sync`

type diffCommand struct {
	A          string `arg:"" optional:"" help:"The earlier version."`
	B          string `arg:"" optional:"" help:"The later version (default: the work tree)."`
	Checkpoint string `help:"The checkpoint of which revisions, backups and the work tree are versions, where there is more than one." placeholder:"ID|PATH"`
	JSON       bool   `help:"Print a JSON object."`
	pick.SettingFlags
}

// Run compares the versions.
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
		path: d.displayPath(), a: a, b: b, encoding: settings.Counter.Name(),
		Comparison: compare.Checkpoints(was, is),
		budgets:    budgetChanges(settings, was, is),
	}
	if c.JSON {
		return report.Indented(std.Out, p.json())
	}
	_, err = std.Out.Write(p.text())
	return err
}

// settings are those that hold for the checkpoint, or for the file of the first of
// the versions that has one.
func (d *differ) settings(versions ...*version) (*pick.Settings, error) {
	t := d.target
	for _, v := range versions {
		if t == nil && v.file != "" {
			file, err := d.command.Finder().As(v.file, ohrfc.Name)
			if err != nil {
				return nil, err
			}
			t = &file
		}
	}
	if t == nil {
		return nil, errors.New("two versions from standard input") // versions refuses them
	}
	return d.command.SettingsFor(t)
}

// A budgetChange is a budget of the file whose use differs.
type budgetChange struct {
	Unit  string          `json:"unit"`
	From  int             `json:"from"`
	To    int             `json:"to"`
	Limit int             `json:"limit"` // 0 for none
	State schema.Standing `json:"state"`
}

// budgetChanges returns the budgets of the file that was and is use differently.
func budgetChanges(s *pick.Settings, was, is *ohrfc.Checkpoint) []budgetChange {
	all := []budgetChange{}
	add := func(unit string, from, to, limit int) {
		if from != to {
			all = append(all, budgetChange{unit, from, to, limit, schema.Amount{Used: to, Limit: limit}.Standing()})
		}
	}
	limits := s.Limits(ohrfc.Name)
	add("lines", was.Document.File.Lines(), is.Document.File.Lines(), limits.Lines)
	add("tokens", s.Counter.Count(was.Text()), s.Counter.Count(is.Text()), limits.Tokens)
	return all
}

// displayPath returns the path of the checkpoint; "" if neither version needs one.
func (d *differ) displayPath() string {
	if d.target == nil {
		return ""
	}
	return d.target.Shown(d.target.Main)
}

// prefix is the path of the checkpoint before a message.
func (d *differ) prefix() string {
	if d.target == nil {
		return ""
	}
	return d.displayPath() + ": "
}
