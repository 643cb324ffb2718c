package app

import (
	"io"

	"mdck/internal/config"
	"mdck/mdcheckpoint/protocol"
)

// A Status is the exit status of mdck. It is part of the interface: scripts distinguish "the file
// has errors" from "mdck could not check it".
type Status int

const (
	OK       Status = 0 // done; a check found nothing at or above --fail-on
	Findings Status = 1 // done with a negative result: a finding, the answer "no", or a refused write
	Failure  Status = 2 // mdck could not do it, because of the command line, the configuration or a file
)

// Streams are the inputs and outputs of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Table    *protocol.Table // nil means the protocols of mdck

	// SaveAtGate saves the session that contains dir if that session waits for a gate. It returns
	// the continuation prompt; "" if it saved nothing. Hooks call it.
	SaveAtGate func(table *protocol.Table, dir string, configFor func(dir, top string) *config.Config) string

	FollowLinks bool // writes may follow symbolic links out of the directory
}
