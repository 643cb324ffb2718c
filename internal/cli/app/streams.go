package app

import (
	"io"

	"mdck/internal/config"
	"mdck/mdcheckpoint/protocol"
)

// A Status is the exit status of mdck. Statuses are part of its interface: scripts use them to distinguish
// "the file has errors" from "mdck could not check it".
type Status int

const (
	OK       Status = 0 // done; a check found nothing at or above --fail-on, or a write was made
	Findings Status = 1 // done, with findings; a check answered "no"; or a write was refused
	Failure  Status = 2 // could not do the job: command line, configuration, a file
)

// Streams are the inputs and outputs of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Table    *protocol.Table // the protocols; nil means those of mdck

	// SaveAtGate saves the session that a command in dir works on if the session awaits a gate. It returns
	// the continuation prompt; "" if nothing was saved. A hook calls it.
	SaveAtGate func(table *protocol.Table, dir string, configFor func(dir, top string) *config.Config) string

	FollowLinks bool // a write may follow a symbolic link out of the directory
}
