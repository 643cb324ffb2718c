package loop

import (
	"io/fs"

	"mdck/mdcheckpoint/protocol"
)

// Name is the name of this protocol.
const Name = "loop"

// Protocol describes this protocol to package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Restart: Restart,
	Glance: glance, History: history, Summary: summary, Due: due, Allow: allow, Events: events,
	Start: &protocol.Start{Keeps: "conductor/tracks/ID, a track", Command: []string{"init", Name, ""}, Ask: "Id of the track, such as header_20260213"},
	Init:  &protocol.Init{Flags: []string{"type"}, Check: checkInit, Make: makeInit},
	Words: protocol.Words{
		Noun:     "a track (loop)",
		Searched: tracksDir + "/*/" + MetadataFile,
		Help:     "to list the commands for a track: mdck help loop",
		Create:   "to create a track: mdck init loop ID",
	},
}

func history(tree fs.FS, _ string) func(name string) bool {
	return func(name string) bool { return Read(tree, name).Finished() }
}
