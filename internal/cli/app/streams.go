package app

import (
	"io"

	"mdck/internal/config"
	"mdck/mdcheckpoint/protocol"
)

// A Status is the exit status of mdck. It is part of the interface.
type Status int

const (
	OK       Status = 0 // done; nothing at or above --fail-on
	Findings Status = 1 // a finding, the answer "no", or a refused write
	Failure  Status = 2 // mdck could not do its work
)

// Streams are the input and output of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Table    *protocol.Table // nil means the protocols of mdck

	// SaveAtGate saves a session that waits at a gate. It returns the continuation prompt, or "".
	SaveAtGate func(table *protocol.Table, dir string, configFor func(dir, top string) *config.Config) string

	FollowLinks bool // writes may follow symbolic links out of the project
}
