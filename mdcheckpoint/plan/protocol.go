package plan

import "mdck/mdcheckpoint/protocol"

// Protocol returns the row of this protocol in the table of package protocols.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{Name: "plan", Checker: Checker(), Place: place(), Restart: Restart, Verify: Claims}
}
