package protocol

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/schema"
)

// A Status is one line of mdck status. Its texts contain no line breaks.
type Status struct {
	File    string // path with slashes of the file if each file is a checkpoint; otherwise ""
	Name    string // name of the work; "" means the id
	Agent   string // agent of an epic, or ""
	Phase   string // phase, stage or step
	State   string
	Round   int
	Version *int
	// VersionText is the text of a version that is not a number or does not fit in an int.
	VersionText string
	Updated     time.Time          // zero: not recorded
	Class       string             // the meaning of the age; "" if the protocol defines none
	Age         schema.BudgetState // budget state of Class
	Next        string             // the next action
	Because     string             // why Next comes next, for a person who checks this; "" if the reason is obvious
	Against     []string           // what other files say that contradicts Next
	Unsure      bool               // another action is equally possible, and Next contains both
	Rank        int                // as in Progress
	// Unusable is the path of a file that should be restored before other work, or "".
	Unusable string
	Fault    error         // why File cannot be read; nil if it was parsed
	Limits   schema.Limits // limits of the file
	Tokens   int           // tokens of the file; 0 if they were not counted
}

// A FolderStatus is the status of a folder of files.
type FolderStatus struct {
	Status
	Due    []Due            // what the protocol requires now; nil for a part
	Note   string           // what is unusual about the files, or ""
	Stale  int              // number of stale claims; claims that need the repository are not verified
	Unread map[string]error // errors of files that cannot be read; the keys are paths
}

// Clone returns a copy that does not keep the texts of the files in memory.
func (s Status) Clone() Status {
	for _, text := range []*string{&s.File, &s.Name, &s.Agent, &s.Phase, &s.State, &s.VersionText, &s.Class, &s.Next, &s.Because} {
		*text = strings.Clone(*text)
	}
	return s
}

// A StatusInput is the input for a status, in addition to the checkpoint.
type StatusInput struct {
	ID     string
	Word   string // id, quoted for a command line; "" if texts should not contain command lines
	Format string // name of the format of the file in a configuration; otherwise ""
	Main   string // path with slashes of the checkpoint
	Path   string // path with slashes of the requested file: Main, or another file of the checkpoint
	Team   string // same as Team in claim.Outside
	Limits schema.Limits
	Now    time.Time // current time, for computing ages
}
