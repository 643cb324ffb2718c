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
	OK       Status = 0 // done; a check found nothing at or above --fail-on
	Findings Status = 1 // done, but the result is negative: something was found, a check answered "no", or a write was refused
	Failure  Status = 2 // mdck could not do the job, because of the command line, the configuration or a file
)

// Streams are the inputs and outputs of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Table    *protocol.Table // nil means the protocols of mdck

	// SaveAtGate saves the session that contains dir if the session waits for a gate. It returns the
	// continuation prompt; "" if nothing was saved. Hooks call it.
	SaveAtGate func(table *protocol.Table, dir string, configFor func(dir, top string) *config.Config) string

	FollowLinks bool // writes may follow a symbolic link out of the directory
}
