package cli

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

const pruneHelp = `Keeps the newest two Gate-B rounds. Older ones go to .mdck/archive beside the checkpoint, which is never emptied. artifact_state stays as it is.

Examples:

    mdck prune
    mdck prune rfc-20261104-sync --diff`

type pruneCommand struct {
	Target string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	Diff   bool   `help:"Print what would be written as a unified diff; write nothing."`
	settingFlags
	nowFlag
}

// Run prunes the rounds.
func (c *pruneCommand) Run(std Streams) error {
	t, err := c.one(workspace.Ohrfc, c.Target, "prune")
	if err != nil {
		return err
	}
	settings, err := c.of(&t)
	if err != nil {
		return err
	}
	w := &writer{std: std, name: "prune", target: t, settings: settings, now: c.now(), diff: c.Diff, build: func(room *ohrfc.Workspace) (*ohrfc.Change, error) {
		return room.Prune(c.now())
	}}
	_, err = w.write()
	return err
}
