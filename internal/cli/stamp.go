package cli

import "mdck/mdcheckpoint/protocol"

const stampHelp = `Sets artifact_state to what rfc.md, evidence.json and the rounds are now, raises checkpoint_version if anything changed since the last write, and brings state.json in step, in one write. What is up to date stays as it is.

Whether you edited the checkpoint is told by the ledger beside it, else by the last commit; without both, it is taken for edited.

Examples:

    mdck stamp
    mdck stamp .ohrfc/rfc-20261104-sync --diff`

// stampCmd is mdck stamp.
var stampCmd = command{name: "stamp", summary: "bring version, hash, evidence, round and state.json up to date", help: stampHelp, grammar: func() runner { return &stampCommand{} }}

type stampCommand struct {
	Target string `arg:"" optional:"" name:"id|path" help:"The checkpoint, where there is more than one."`
	settingFlags
	writeFlags
}

// Run stamps the checkpoint.
func (c *stampCommand) Run(std Streams) error {
	t, err := findOffering(&c.settingFlags.configFlags, func(p *protocol.Protocol) bool { return p.Stamp != nil }, c.Target, "stamp")
	if err != nil {
		return err
	}
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	w := c.writer(std, "stamp", t, settings)
	return w.write(t.Row().Stamp)
}
