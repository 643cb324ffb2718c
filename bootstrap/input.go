package bootstrap

import (
	"io/fs"
	"path"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/tokens"
)

// An Input describes a checkpoint to restart from. It also has facts that are not in the
// checkpoint's files.
type Input struct {
	Tree     fs.FS          // required
	Path     string         // path of the checkpoint in Tree
	State    string         // path of the state file; "" for its usual place
	Selected string         // path of the file to continue with; "" selects the next one
	ID       string         // ID of the checkpoint, for protocols whose files do not contain it
	Args     string         // arguments that select the checkpoint in a command line, such as "Secondary-A --epic epics/KAI-7"
	Counter  tokens.Counter // nil: do not count tokens
	// Skill is the directory with the references, or nil. SkillName is the displayed path of this
	// directory.
	Skill     fs.FS
	SkillName string
	// Above is the tree of the repository that contains Tree; nil outside a repository. Up is the
	// path from the root of Tree to the root of Above, such as "../..".
	Above      fs.FS
	Up         string
	Outside    claim.Outside // for claims about things outside the tree, such as commits
	Repository Repository
	Force      bool // continue even if the checkpoint is refused
	// Ledger returns the record of earlier writes; see [lint.Input]. Nil means an empty ledger.
	Ledger func() ([]claim.Entry, error)
	// Lean skips slow work: counting the lines of files, and verifying claims about commits. A pack
	// does not print these results.
	Lean bool
	// Now is the time for ages. If it is zero, no ages are printed, and the output does not depend
	// on a clock.
	Now time.Time
}

// A Repository answers questions about the history of the tree. Outside a repository, its functions
// are nil.
type Repository struct {
	Notes []string // unusual states of the repository, such as an unfinished merge; one sentence each
	// ChangedAfter returns those paths that a commit changed after the given time. Paths are
	// relative to the tree.
	ChangedAfter func(after time.Time, paths []string) []string
	// Committed returns the time of the last commit that changed a file; the zero time if there is
	// none.
	Committed func(name string) time.Time
	// Added returns the time of the last commit that added a file; the zero time if there is none.
	Added func(name string) time.Time
	// After describes the commits since a file or folder was last changed in a commit. It returns
	// their number, the paths that they changed, and the subjects of the newest ones. If no commit
	// contains the file, the results are zero.
	After func(name string) (commits int, changed, subjects []string)
	// CountCommits counts commits since the commit that added a file. It counts those whose message
	// has a line that matches pattern, an extended regular expression.
	CountCommits func(name, pattern string) int
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
