package section

import (
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/protocol"
)

const stampHelp = `Updates these values in one write:

    artifact_state        from rfc.md, evidence.json and the Gate-B rounds
    checkpoint_version    plus one, if anything changed after the last write
    state.json            from the checkpoint

To find out whether you edited the checkpoint, mdck compares it with the ledger beside it, or else with the last commit. If there is neither, the checkpoint counts as edited.

Examples:

    mdck stamp
    mdck stamp .ohrfc/rfc-20261104-sync --diff`

// Stamp is mdck stamp.
var Stamp = app.Command{Name: "stamp", Summary: "update what a checkpoint records about the repository", Help: stampHelp, Grammar: &stampCommand{}}

type stampCommand struct {
	Target string `arg:"" optional:"" name:"id|path" help:"Which checkpoint, if there are several."`
	pick.SettingFlags
	write.Flags
}

func (c *stampCommand) Run(std app.Streams) error {
	t, err := c.Pick.FindOne(c.Target, "stamp", pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Stamp != nil }})
	if err != nil {
		return err
	}
	settings, err := c.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	w := c.Writer(std, "stamp", t, settings)
	return w.Write(t.Row().Stamp)
}
