package ohrfc

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

const promptHelp = `Prints the questions of a section, the number of bullets for each subsection, and the remaining budget. For Gate-B, it also prints the number of the round and the open tensions, including those of archived rounds. It writes nothing.

Sections: discover, design, gate-b, review. If there are several checkpoints and you name none, the command prints no budget and no tensions.

--json prints an object with empty lists: fill in the lists, and pass the object to mdck append. The key "prompt" contains the questions; mdck append ignores it.

Examples:

    mdck ohrfc prompt discover
    mdck ohrfc prompt gate-b rfc-20261104-sync
    mdck ohrfc prompt gate-b --json > round.json && $EDITOR round.json && mdck append --section gate-b --input round.json`

type promptCommand struct {
	Section string `arg:"" help:"discover, design, gate-b or review."`
	Target  string `arg:"" optional:"" name:"id|path" help:"Which checkpoint, if there are several."`
	Round   *int   `help:"Number of the Gate-B round (default: the newest + 1)." placeholder:"N"`
	JSON    bool   `help:"Print the JSON object that append reads, with empty lists."`
	pick.SettingFlags
}

func (c *promptCommand) Run(std app.Streams) error {
	group, err := findSection(c.Section)
	if err != nil {
		return err
	}
	round, err := roundFlag(c.Round, group)
	if err != nil {
		return err
	}
	t, there, err := c.target(std.Err)
	if err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	var rfc *ohrfc.Workspace
	if there {
		if err := pick.RecoverWrite(&t, std.Err); err != nil {
			return err
		}
		rfc = ohrfc.Read(tree.Dir(t.Root), t.Main)
	}
	p, err := rfc.Prompt(group, round, settings.Config.Limits(ohrfc.Name), settings.Counter.Count)
	if err != nil {
		return app.WithHints(err, "without --round, mdck uses the next round")
	}
	text := promptText(p, settings.Counter.Name(), there)
	if c.JSON {
		if text, err = promptJSON(p, text); err != nil {
			return err
		}
	}
	_, err = io.WriteString(std.Out, text)
	return err
}

// target returns the checkpoint for the questions, or a place for a new one.
func (c *promptCommand) target(talk io.Writer) (t workspace.Target, exists bool, err error) {
	t, err = c.Pick.FindOne(c.Target, "ohrfc prompt "+c.Section, pick.Of(ohrfc.Name))
	if err == nil || c.Target != "" {
		return t, err == nil, err
	}
	if !errors.Is(err, pick.ErrNoCheckpoint) {
		app.PrintError(fmt.Errorf("note: %w", err), talk)
	}
	t, err = c.Pick.Finder().As(ohrfc.CheckpointFile, ohrfc.Name)
	return t, false, err
}

// findSection finds a section by name, in any case, with spaces or hyphens.
func findSection(name string) (*schema.Group, error) {
	group, _, keys := ohrfc.Protocol.Sections(nil, name).Find(name)
	if group != nil {
		return group, nil
	}
	return nil, app.WithHints(fmt.Errorf("unknown section %q", name), append(app.DidYouMean("", name, keys), "sections: "+strings.Join(keys, ", "))...)
}

func roundFlag(round *int, group *schema.Group) (int, error) {
	switch {
	case round == nil:
		return 0, nil
	case *round < 1:
		return 0, fmt.Errorf("--round is %d; expected 1 or more", *round)
	case !group.Repeats():
		return 0, app.Errorf("remove --round", "%q has no rounds", group.Name())
	}
	return *round, nil
}
