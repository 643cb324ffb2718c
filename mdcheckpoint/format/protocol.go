package format

import "mdck/mdcheckpoint/protocol"

// Protocol returns the row of this protocol in the table of package protocols.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{Name: "format", Checker: Checker(), Place: place()}
}
