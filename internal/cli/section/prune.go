package section

import (
	"errors"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

const pruneHelp = `Moves all Gate-B rounds except the newest two to .mdck/archive beside the checkpoint. mdck never empties this archive.

In a hand-off, the command moves all completed items except the newest 15.

In a file of a configured format, the command moves old sections with {N} or {DATE} in the title. The key "keep" says how many stay. Without a name, and if there is no RFC, the command prunes all files of configured formats.

--archives moves old copies of .ccc-progress.md to .mdck/archive. Each session leaves a copy in the project: .ccc-progress-YYYYmmdd-HHMMSS.md.

Examples:

    mdck prune
    mdck prune rfc-20261104-sync --diff
    mdck prune HANDOFF.md
    mdck prune --archives`

// Prune is mdck prune.
var Prune = app.Command{Name: "prune", Summary: "archive old Gate-B rounds, completed items and sections", Help: pruneHelp, Grammar: &pruneCommand{}}

type pruneCommand struct {
	As       string `xor:"kind" help:"Read the file as a file of this protocol or format, whatever its path is." placeholder:"NAME"`
	Target   string `arg:"" optional:"" name:"id|path" help:"The checkpoint, if there are several, or a file of a configured format. With --archives: ccc, or the path of a project."`
	Archives bool   `xor:"kind" help:"Move the copies of .ccc-progress.md to .mdck/archive."`
	pick.SettingFlags
	write.Flags
}

func (c *pruneCommand) Run(std app.Streams) error {
	if c.Archives {
		return c.session(std)
	}
	found, err := c.targets()
	if err != nil {
		return archivesHint(err)
	}
	return c.prune(std, found)
}

func (c *pruneCommand) targets() ([]workspace.Target, error) {
	q := pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Prune != nil }, As: true}
	var names []string
	if c.Target != "" {
		names = []string{c.Target}
	}
	if c.As != "" {
		return c.Pick.TargetsAs(names, c.As, q)
	}
	found, err := c.Pick.Find(names, q)
	own := withoutFormats(found)
	switch {
	case len(found) == 0:
		return nil, err
	case len(own) == 0:
		return found, nil
	case len(own) > 1:
		return nil, pick.SeveralError(own, "prune")
	}
	return own, nil
}

func (c *pruneCommand) prune(std app.Streams, found []workspace.Target) error {
	var faults []error
	some := false
	for i := range found {
		t := found[i]
		settings, err := c.Pick.SettingsFor(&t)
		if err != nil {
			faults = app.AppendDistinct(faults, err)
			continue
		}
		if t.Format != "" && c.Target == "" && !c.keeps(&t) {
			continue
		}
		some = true
		w := c.Writer(std, "prune", t, settings)
		faults = append(faults, w.Write(t.Row().Prune))
	}
	if !some && len(faults) == 0 {
		return app.Errorf(`to limit the number, add "keep" to the repeated section in .mdck.yaml`, "no format of these files limits the number of a repeated section")
	}
	return errors.Join(faults...)
}

func (c *pruneCommand) keeps(t *workspace.Target) bool {
	s, err := sectionsOf(&c.Pick, t, "")
	return err == nil && slices.ContainsFunc(s.Groups, func(g schema.Group) bool { return g.Keep > 0 })
}
