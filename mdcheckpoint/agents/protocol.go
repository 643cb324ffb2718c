package agents

import "mdck/mdcheckpoint/protocol"

// Protocol returns the row of this protocol in the table of package protocols.
func Protocol() *protocol.Protocol {
	return &protocol.Protocol{Name: "agents", Checker: Checker(), Place: place(), Status: status, Separate: true, Restart: Restart}
}
