package cli

import (
	"errors"

	"mdck/internal/workspace"
)

const pruneHelp = `Keeps the newest two Gate-B rounds. Older ones go to .mdck/archive beside the checkpoint, which is never emptied. artifact_state stays as it is.

Of a file of a format of the configuration, the sections that repeat are kept as "keep" of the format says; without a name, and where there is no RFC, that is done for all such files.

--archives is for a session: the copies .ccc-progress-YYYYmmdd-HHMMSS.md that the end of each session leaves in the project go to .mdck/archive there.

Examples:

    mdck prune
    mdck prune rfc-20261104-sync --diff
    mdck prune HANDOFF.md
    mdck prune --archives`

type pruneCommand struct {
	As       string `help:"Read the file as one of this format, wherever it lies." placeholder:"FORMAT"`
	Target   string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one, or a file of a format; with --archives ccc, a project or a file of its session."`
	Archives bool   `help:"Move the copies of a session's progress file to .mdck/archive."`
	Diff     bool   `help:"Print what would be written, or taken away, as a unified diff; write nothing."`
	settingFlags
	nowFlag
	linksFlag
}

// Run prunes the rounds, or the copies.
func (c *pruneCommand) Run(std Streams) error {
	if c.Archives && c.As != "" {
		return errors.New("--archives is for a session, --as for a file of a format: not both")
	}
	if c.Archives {
		return c.session(std)
	}
	if found, own, err := c.formatTargets(); err != nil || own {
		if err != nil {
			return err
		}
		return c.runFormat(std, found)
	}
	t, err := c.findOne(workspace.Ohrfc, c.Target, "prune")
	if err != nil {
		return archivesHint(err)
	}
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	w := &writer{std: std, name: "prune", target: t, settings: settings, clock: c.clock, diff: c.Diff}
	return w.write(t.Row().Prune)
}
