package protocol

import (
	"errors"
	"io/fs"
	"path"
	"time"
)

// Limits for what a hook reads and prints, in bytes.
const (
	MaxGlance = 64 << 10 // size of a file that Glance reads; a typical file has two thousand bytes
	MaxValue  = 60       // bytes of a value that are printed
)

// A Progress is what the state file of a checkpoint says about the work.
type Progress struct {
	Name     string    // name of the work; "" means the id
	Facts    string    // such as "phase design, version 4"
	Updated  time.Time // zero if it cannot be read
	Refused  string    // why no session can start from the checkpoint, or ""
	FirstDue bool      // something may be due although Refused is set
	Readable bool      // the files can be read although Refused is set
	Finished bool      // no work remains
	Rank     int       // position among the checkpoints of a project, lowest first; 0 means none
}

// MayBeFile reports whether name is a regular file or does not exist.
func MayBeFile(tree fs.FS, name string) bool {
	info, err := fs.Stat(tree, name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return info.Mode().IsRegular()
}

// TooLarge reports whether the file is too large for a hook. If so, it sets Refused.
func (s *Progress) TooLarge(tree fs.FS, name string) bool {
	info, err := fs.Stat(tree, name)
	is := err == nil && info.Size() > MaxGlance
	if is {
		s.Refused = path.Base(name) + " is too large for a hook to read"
	}
	return is
}

// Unreadable sets Refused.
func (s *Progress) Unreadable(name string) { s.Refused = path.Base(name) + " cannot be read" }
