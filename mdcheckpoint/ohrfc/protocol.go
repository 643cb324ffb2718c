package ohrfc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Name is the name of this protocol.
const Name = "ohrfc"

// Protocol describes the RFC workflow's protocol for package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Outline: outline, Restart: Restart, Skilled: true, Limits: DefaultLimits,
	Content: content,
	Glance:  glance, Summary: summary, Due: due, LedgerRule: "ohrfc/version-not-bumped",
	Allow: allow,
	Words: protocol.Words{
		Noun:     "the checkpoint of an RFC (ohrfc)",
		Searched: workspacesDir + "/<id>/" + CheckpointFile + " and " + StateFile,
		Help:     "to list the commands for an RFC: mdck help",
		Create:   "to create a workspace: mdck init ohrfc ID",
	},
	Prune:   func(read *protocol.Reader) (*protocol.Change, error) { return edit((*Workspace).prune)(read) },
	Stamp:   func(read *protocol.Reader) (*protocol.Change, error) { return edit((*Workspace).restamp)(read) },
	Start:   &protocol.Start{Keeps: ".ohrfc/ID, an RFC", Command: []string{"init", Name, ""}, Ask: "Id of the RFC, such as rfc-20261104-sync"},
	Init:    &protocol.Init{Flags: []string{"strictness"}, Check: checkInit, Make: makeInit},
	Restore: restore, PutBack: putBack, Archived: archived, Version: version,
	Append: appendTo, Sections: sections,
}

func outline(c *lint.Checkpoint, limits schema.Limits, count func(string) int) *schema.Outline {
	return c.Model.(*Model).RFC.Checkpoint.Outline(limits, count)
}
