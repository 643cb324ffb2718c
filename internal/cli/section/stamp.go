package section

import (
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/mdcheckpoint/protocol"
)

const stampHelp = `Sets artifact_state to what rfc.md, evidence.json and the rounds are now, raises checkpoint_version if anything changed since the last write, and brings state.json in step, in one write. What is up to date stays as it is.

Whether you edited the checkpoint is told by the ledger beside it, else by the last commit; without both, it is taken for edited.

Examples:

    mdck stamp
    mdck stamp .ohrfc/rfc-20261104-sync --diff`

// Stamp is mdck stamp.
var Stamp = app.Command{Name: "stamp", Summary: "bring version, hash, evidence, round and state.json up to date", Help: stampHelp, Grammar: app.New[stampCommand]}

type stampCommand struct {
	Target string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	pick.SettingFlags
	write.Flags
}

// Run stamps the checkpoint.
func (c *stampCommand) Run(std app.Streams) error {
	t, err := c.FindOne(c.Target, "stamp", pick.Query{Offers: func(p *protocol.Protocol) bool { return p.Stamp != nil }})
	if err != nil {
		return err
	}
	settings, err := c.SettingsFor(&t)
	if err != nil {
		return err
	}
	w := c.Writer(std, "stamp", t, settings)
	return w.Write(t.Row().Stamp)
}
