package loop

import "mdck/mdcheckpoint/protocol"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{Name: "loop", Checker: &Checker, Place: place, Status: status, Restart: Restart}
