package protocol

import (
	"errors"
	"io/fs"
	"time"
)

// Limits of what a hook reads and prints of a checkpoint, in bytes.
const (
	MaxGlance = 64 << 10 // of a file that Glance reads: a usual one has two thousand
	MaxValue  = 60       // of a value from a file in a line
)

// A Standing is how far the work on a checkpoint is, as its state says.
type Standing struct {
	Name     string    // of what is worked on; "" if that is the id
	Facts    string    // the phase and the like, as part of a line: "phase design, version 4"
	Updated  time.Time // as recorded; zero if that cannot be read
	Refused  string    // why no session can start from it; "" if one can
	FirstDue bool      // something may be due though Refused is not empty: a first checkpoint, a save at a gate
	Readable bool      // the files can be read though Refused is not empty
	Finished bool      // nothing is left to do
	Rank     int       // of several in one project those of the lowest rank come first; 0 if there is no order
}

// MayBeFile reports whether name is a regular file or does not exist: a directory, a pipe
// and a link to itself are neither.
func MayBeFile(tree fs.FS, name string) bool {
	info, err := fs.Stat(tree, name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return info.Mode().IsRegular()
}
