package protocol

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/schema"
)

// A Status is the contents of one line of mdck status. Its texts contain no line break.
type Status struct {
	File    string // slash path of the file if each file is a checkpoint; "" otherwise
	Name    string // name of the work; "" if it is the id
	Agent   string // the agent of an epic; "" without an epic
	Phase   string // phase, stage or step
	State   string // state of the phase
	Round   int
	Version *int
	// VersionText is the text of a version that is not a number or does not fit in an int.
	VersionText string
	Updated     time.Time       // zero: not recorded
	Class       string          // meaning of the age; "" if the protocol defines none
	Age         schema.Standing // standing of Class
	Next        string          // the next action
	Because     string          // why Next comes next, for a person to check; "" if the reason is obvious
	Against     []string        // what other files record, if they disagree
	Unsure      bool            // another action is equally possible: Next names both
	Rank        int             // as in Standing
	// Unusable is the path of a file that must be restored, if possible, before other work, or ""
	// for none.
	Unusable string
	Fault    error         // why File cannot be read, for a file that was not parsed; nil otherwise
	Limits   schema.Limits // budgets of the file
	Tokens   int           // tokens of the file, if they were counted; 0 otherwise
}

// A FolderStatus is the status of a folder of files.
type FolderStatus struct {
	Status
	Due    []Due            // what the protocol requires now; nil for a part
	Note   string           // what is unusual about the files; "" for nothing
	Stale  int              // number of stale claims, among those that can be checked without a repository
	Unread map[string]error // errors of files that cannot be read, by path
}

// Clone returns a copy that does not keep the texts of the files in memory.
func (s Status) Clone() Status {
	for _, text := range []*string{&s.File, &s.Name, &s.Agent, &s.Phase, &s.State, &s.VersionText, &s.Class, &s.Next, &s.Because} {
		*text = strings.Clone(*text)
	}
	return s
}

// A StatusInput is the input of a status besides the checkpoint.
type StatusInput struct {
	ID     string // id of the checkpoint
	Word   string // the id, quoted for a command line; "" for texts without command lines
	Format string // name of the format that a configuration gives the file; "" otherwise
	Main   string // slash path of the checkpoint
	Path   string // slash path of the requested file: Main, or another file of the checkpoint
	Team   string // the same as in claim.Outside
	Limits schema.Limits
	Now    time.Time // ages are relative to Now
}
