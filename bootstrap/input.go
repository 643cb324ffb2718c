package bootstrap

import (
	"io/fs"
	"path"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/tokens"
)

// An Input is a checkpoint to start from, with facts that are not in its tree of files.
type Input struct {
	Tree     fs.FS          // required
	Path     string         // path of the checkpoint in Tree
	State    string         // path of the state file if it is not in its usual place
	Selected string         // path of the file to continue with if the checkpoint has several; "" is the next one
	ID       string         // id of the checkpoint if no file contains it
	Args     string         // arguments that name the checkpoint in commands: "Secondary-A --epic epics/KAI-7"; "" if commands need none
	Counter  tokens.Counter // nil: tokens are not counted
	// Skill is the directory of the skill with the listed references; nil if unknown. SkillName is
	// its path for people.
	Skill     fs.FS
	SkillName string
	// Above is the tree of the repository that contains Tree; nil outside a repository. Up is the
	// path from the root of Tree to the root of Above, such as "../..".
	Above      fs.FS
	Up         string
	Outside    claim.Outside // facts from outside the tree for claims
	Repository Repository
	Force      bool // continue even if step 0 refuses
	// Ledger returns the record of earlier writes, see [lint.Input]; nil is an empty ledger.
	Ledger func() ([]claim.Entry, error)
	// Lean omits what a pack does not print and what takes time to compute: the lengths of files,
	// and claims about commits.
	Lean bool
	// Now is the time for ages, which are printed after recorded times. With the zero time there
	// are no ages, and the output does not depend on a clock.
	Now time.Time
}

// A Repository answers questions about the history of the tree. A nil function means that there is
// no repository.
type Repository struct {
	Notes []string // what is unusual about the repository, one sentence each, such as an unfinished merge
	// ChangedAfter returns the paths that a commit changed after the given time. They are elements
	// of paths, which contains paths in the tree.
	ChangedAfter func(after time.Time, paths []string) []string
	// Committed returns the time of the last commit that changed a file in the tree; the zero time
	// if there is none.
	Committed func(name string) time.Time
	// Added returns the time of the last commit that added a file in the tree; the zero time if
	// there is none.
	Added func(name string) time.Time
	// After returns facts about the commits after the last one that changed a file or folder in the
	// tree. They are the number of commits, the paths in the tree that they changed, and the
	// subjects of the newest ones. It returns nothing if no commit contains the file.
	After func(name string) (commits int, changed, subjects []string)
	// CountCommits returns the number of commits since a file was added whose message has a line
	// that matches an extended regular expression.
	CountCommits func(name, pattern string) int
}

// NewSequence returns a sequence of a protocol without steps.
func (in *Input) NewSequence(protocol string) *Sequence {
	s := &Sequence{Protocol: protocol, ID: in.ID, Checkpoint: in.Path}
	if in.Counter != nil {
		s.Counter = in.Counter.Name()
	}
	if in.Skill != nil {
		s.skill = path.Join(in.SkillName)
	}
	return s
}
