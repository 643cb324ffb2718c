package protocol

import (
	"strings"
	"time"

	"mdck/mdcheckpoint/schema"
)

// A Status is what one line of mdck status shows of a checkpoint. Its texts are on one
// line.
type Status struct {
	File    string // slash path of the file it is about if each file is a checkpoint; "" otherwise
	Name    string // of what is worked on; "" if that is the id
	Agent   string // the agent of an epic; "" elsewhere
	Phase   string // phase, stage or step
	State   string // of the phase
	Round   int
	Version *int
	// VersionText is the version as it is written if it is not a number that fits.
	VersionText string
	Updated     time.Time       // zero: not recorded
	Class       string          // what its age means; "" if the protocol says nothing about it
	Age         schema.Standing // of Class
	Next        string          // the next action
	Because     string          // why that comes next, for a person to check; "" if that is plain
	Against     []string        // what other files say, where that is something else
	Unsure      bool            // one of these is as good: Next names both
	Rank        int             // as in Standing
	// Unusable is the path of a file that cannot be used as it is, so that restoring it is the
	// next action if that is possible; "" otherwise.
	Unusable string
	Fault    error         // why File cannot be read, which then is not among those that were; nil otherwise
	Limits   schema.Limits // budgets of the file
	Tokens   int           // of the file, if they were counted; 0 otherwise
}

// A FolderStatus is the status of a folder of files.
type FolderStatus struct {
	Status
	Due    []Due            // what the protocol demands now; nil for a part
	Note   string           // what is unusual about the files; "" if nothing is
	Stale  int              // claims of the files that are stale, of those that need no repository
	Unread map[string]error // why files cannot be read, by path
}

// Clone returns a copy that does not keep the texts of files alive.
func (s Status) Clone() Status {
	for _, text := range []*string{&s.File, &s.Name, &s.Agent, &s.Phase, &s.State, &s.VersionText, &s.Class, &s.Next, &s.Because} {
		*text = strings.Clone(*text)
	}
	return s
}

// A StatusInput is what a status needs to know beside the checkpoint.
type StatusInput struct {
	ID     string // of the checkpoint
	Word   string // the id as a word of a command line; "" if there is no room for command lines
	Format string // the name of the format that a configuration gives the file; "" otherwise
	Main   string // slash path of the checkpoint
	Path   string // slash path of the file that was asked for: Main, or one of its files
	Team   string // as in claim.Outside
	Limits schema.Limits
	Now    time.Time // ages depend on it
}
