package loop

import "mdck/mdcheckpoint/protocol"

// Protocol returns the row of this protocol in the table of package protocols.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{Name: "loop", Checker: Checker(), Place: place(), Status: status, Restart: Restart}
}
