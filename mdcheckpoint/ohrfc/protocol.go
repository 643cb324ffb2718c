package ohrfc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "ohrfc", Checker: &Checker, Place: place, Status: status, Outline: outline, Restart: Restart}

func outline(c *lint.Checkpoint, limits schema.Limits, count func(string) int) (*schema.Outline, string) {
	return c.Model.(*Model).RFC.Checkpoint.Outline(limits, count), ""
}
