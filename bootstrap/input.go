package bootstrap

import (
	"io/fs"
	"path"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/tokens"
)

// An Input describes a checkpoint to restart from.
type Input struct {
	Tree     fs.FS          // required
	Path     string         // path of the checkpoint in Tree
	State    string         // path of the state file; "" means the usual place
	Selected string         // path of the file to continue with; "" selects the next one
	ID       string         // ID of the checkpoint, if its files do not contain it
	Args     string         // arguments that select the checkpoint, such as "Secondary-A --epic epics/KAI-7"
	Counter  tokens.Counter // nil: do not count tokens
	// Skill is the directory with the references, or nil. SkillName is its displayed path.
	Skill     fs.FS
	SkillName string
	// Above is the tree of the repository around Tree, or nil. Up is the path to it, such as
	// "../..".
	Above      fs.FS
	Up         string
	Outside    claim.Outside // for claims about facts outside the tree, such as commits
	Repository Repository
	Force      bool // continue even if the checkpoint is refused
	// Ledger returns the record of earlier writes; nil means none.
	Ledger func() ([]claim.Entry, error)
	// Lean skips slow work that a pack does not print.
	Lean bool
	// Now is the time for ages; zero means no ages.
	Now time.Time
}

// A Repository has the history of the tree. Without one, its functions are nil.
type Repository struct {
	Notes []string // unusual states, such as an unfinished merge; one sentence each
	// ChangedAfter returns the paths that a commit changed after a time.
	ChangedAfter func(after time.Time, paths []string) []string
	// Committed returns when a file was last changed in a commit, or zero.
	Committed func(name string) time.Time
	// Added returns when a file was last added in a commit, or zero.
	Added func(name string) time.Time
	// After returns the subjects of the commits since the last change to a file or folder.
	After func(name string) []string
	// ChangedSince returns the paths that the commits of After changed.
	ChangedSince func(name string) []string
}

// NewSequence returns a sequence without steps.
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
