package ccc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "ccc", Checker: &Checker, Place: place, Status: status, Outline: outline, Restart: Restart}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) (*schema.Outline, string) {
	p := c.Model.(*Session).Progress
	return p.Outline(count), string(p.Shape)
}
