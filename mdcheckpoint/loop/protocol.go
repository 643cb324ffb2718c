package loop

import "mdck/mdcheckpoint/protocol"

// Name is the name of this protocol.
const Name = "loop"

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Restart: Restart,
	Words: protocol.Words{
		Noun:     "a track (loop)",
		Searched: TracksDir + "/*/" + MetadataFile,
		Help:     "mdck help loop says what works on a track",
		Create:   "a track is made by the conductor's own command for a new track; mdck loop start keeps its state from there",
	},
}
