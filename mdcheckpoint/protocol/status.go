package protocol

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/schema"
)

// A Status is a line of mdck status, without line breaks.
type Status struct {
	File    string // path, if each file is a checkpoint
	Name    string // name of the work; "" means the id
	Agent   string // agent of an epic, or ""
	Phase   string // phase, stage or step
	State   string
	Round   int
	Version *int
	// VersionText is a version that is not an int.
	VersionText string
	Updated     time.Time          // zero: not recorded
	Class       string             // meaning of the age, or ""
	Age         schema.BudgetState // budget state of Class
	Next        string             // the next action
	Because     string             // why Next comes next, or ""
	Against     []string           // what contradicts Next in other files
	Unsure      bool               // Next contains two actions, which are equally possible
	Rank        int                // as in Progress
	// Unusable is a file to restore before other work, or "".
	Unusable string
	Fault    error         // why File cannot be read, or nil
	Limits   schema.Limits // limits of the file
	Tokens   int           // tokens of the file; 0 if not counted
}

// A FolderStatus is the status of a folder of files.
type FolderStatus struct {
	Status
	Due    []Due            // what is required now; nil for a part
	Note   string           // what is unusual in the files, or ""
	Stale  int              // stale claims, except those that need the repository
	Unread map[string]error // files that cannot be read, by path
}

// Clone returns a copy that shares no memory with the texts of files.
func (s Status) Clone() Status {
	for _, text := range []*string{&s.File, &s.Name, &s.Agent, &s.Phase, &s.State, &s.VersionText, &s.Class, &s.Next, &s.Because} {
		*text = strings.Clone(*text)
	}
	return s
}

// A StatusInput is the input for a status, in addition to the checkpoint.
type StatusInput struct {
	Word   string // id, quoted for a command line; "" for texts without command lines
	Format string // format of the file in a configuration, or ""
	Main   string // path of the checkpoint
	Path   string // requested file of the checkpoint
	Team   string // same as Team in claim.Outside
	Limits schema.Limits
	Now    time.Time // current time, for computing ages
}
