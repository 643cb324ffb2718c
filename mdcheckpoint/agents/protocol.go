package agents

import "mdck/mdcheckpoint/protocol"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "agents", Checker: &Checker, Place: place, Status: status, Separate: true, Restart: Restart}
