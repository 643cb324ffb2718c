package custom

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "format", Checker: &Checker, Place: place, Status: status, Outline: outline}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) (*schema.Outline, string) {
	return c.Model.(*Reading).Document.Outline(count), ""
}
