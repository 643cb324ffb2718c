package bootstrap

import (
	"io/fs"
	"path"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/tokens"
)

// An Input is a checkpoint to start from, and what its tree of files does not say.
type Input struct {
	Tree     fs.FS          // required
	Path     string         // of the checkpoint in Tree
	State    string         // of the file of its state, if that is not in its usual place
	Selected string         // of the file to continue with, where the checkpoint has several; "" is the next one
	ID       string         // of the checkpoint, where no file has it
	Args     string         // how commands name the checkpoint: "Secondary-A --epic epics/KAI-7"; "" if they need no name
	Counter  tokens.Counter // nil: tokens are not counted
	// Skill is the directory of the skill whose references a sequence lists; nil if
	// none is known. SkillName is its path for people.
	Skill     fs.FS
	SkillName string
	// Above is the tree of the repository that Tree is a part of, and Up the path from
	// the root of Tree to its: "../.."; nil outside a repository.
	Above      fs.FS
	Up         string
	Outside    claim.Outside // what claims need to know beside the tree
	Repository Repository
	Force      bool // continue even if step 0 refuses
	// Ledger returns what is recorded of earlier writes, as in [lint.Input]; nil for nothing.
	Ledger func() ([]claim.Entry, error)
	// Lean leaves out what a pack does not print and what takes time to find out: the
	// length of files, and claims of commits.
	Lean bool
	// Now makes ages be printed beside recorded times; the zero time leaves them
	// out, and what is printed does not depend on a clock.
	Now time.Time
}

// A Repository answers questions about the history of the tree. A nil function means
// that there is no repository to ask.
type Repository struct {
	Notes []string // what is unusual about it, a sentence each, such as that a merge is not finished
	// ChangedAfter returns those of paths in the tree that a commit changed after a time.
	ChangedAfter func(after time.Time, paths []string) []string
	// Committed returns when the last commit that changed a file in the tree was made; the zero
	// time if no commit has it.
	Committed func(name string) time.Time
	// Added returns when the last commit that added a file in the tree was made, likewise.
	Added func(name string) time.Time
	// After returns how many commits came after the last that changed a file or a folder in the
	// tree, the paths in the tree that they changed, and the first lines of the messages of the
	// newest; none if no commit has it.
	After func(name string) (commits int, changed, subjects []string)
	// CountCommits returns how many commits after the one that added a file have a line
	// that matches an extended regular expression in their message.
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
