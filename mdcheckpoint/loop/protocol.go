package loop

import "mdck/mdcheckpoint/protocol"

// Name is the name of this protocol.
const Name = "loop"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Restart: Restart,
	Glance: glance, Summary: summary, Due: due, Allow: allow, Events: events,
	Init: &protocol.Init{Flags: []string{"type"}, Check: checkInit, Make: makeInit},
	Words: protocol.Words{
		Noun:     "a track (loop)",
		Searched: TracksDir + "/*/" + MetadataFile,
		Help:     "mdck help loop says what works on a track",
		Create:   "mdck init loop ID makes a track",
	},
}
