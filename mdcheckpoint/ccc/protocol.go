package ccc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Name is the name of this protocol.
const Name = "ccc"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Outline: outline, Restart: Restart,
	Glance: glance, Summary: summary, Settings: settings, Due: due, Allow: allow,
	Init: &protocol.Init{Flags: []string{"mode", "shape"}, Check: checkInit, Make: makeInit},
	Words: protocol.Words{
		Noun:     "a session (ccc)",
		Searched: ProgressFile + " and " + StateFile,
		Help:     "mdck help ccc says what works on a session",
		Create:   "mdck init ccc begins a session",
	},
}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) (*schema.Outline, string) {
	p := c.Model.(*Session).Progress
	return p.Outline(count), string(p.Shape)
}
