package ccc

import "mdck/mdcheckpoint/protocol"

// Protocol returns the row of this protocol in the table of package protocols.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{Name: "ccc", Checker: Checker(), Place: place()}
}
