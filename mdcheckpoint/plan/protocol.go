package plan

import "mdck/mdcheckpoint/protocol"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "plan", Checker: &Checker, Place: place, Restart: Restart, Verify: Claims}
