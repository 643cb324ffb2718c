package protocol

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/schema"
)

// A Status is one line of mdck status. Its texts contain no line break.
type Status struct {
	File    string // slash path of the file if each file is a checkpoint; "" otherwise
	Name    string // name of the work; "" if it is the id
	Agent   string // agent of an epic; "" if there is no epic
	Phase   string // phase, stage or step
	State   string // state of the phase
	Round   int
	Version *int
	// VersionText is the text of a version that is not a number or does not fit in an int.
	VersionText string
	Updated     time.Time       // zero: not recorded
	Class       string          // what the age means; "" if the protocol defines no meaning
	Age         schema.Standing // standing of Class
	Next        string          // the next action
	Because     string          // why Next is the next action, so that a person can check it; "" if the reason is obvious
	Against     []string        // what other files record, if they disagree
	Unsure      bool            // another action is equally possible, and Next names both
	Rank        int             // as in Standing
	// Unusable is the path of a file that should be restored before other work; "" for none.
	Unusable string
	Fault    error         // why File cannot be read; nil if it was parsed
	Limits   schema.Limits // budgets of the file
	Tokens   int           // tokens of the file, if they were counted; 0 otherwise
}

// A FolderStatus is the status of a folder of files.
type FolderStatus struct {
	Status
	Due    []Due            // what the protocol requires now; nil for a part
	Note   string           // what is unusual about the files; "" if nothing is
	Stale  int              // number of stale claims, counting only claims that can be checked without a repository
	Unread map[string]error // errors of files that cannot be read, by path
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
	ID     string // id of the checkpoint
	Word   string // id, quoted for a command line; "" if the texts should have no command lines
	Format string // name of the format that a configuration gives the file; "" otherwise
	Main   string // slash path of the checkpoint
	Path   string // slash path of the requested file: Main, or another file of the checkpoint
	Team   string // same as Team in claim.Outside
	Limits schema.Limits
	Now    time.Time // the time from which ages are counted
}
