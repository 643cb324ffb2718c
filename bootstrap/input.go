package bootstrap

import (
	"io/fs"
	"path"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/tokens"
)

// An Input is a checkpoint to restart from, with facts that are not in its files.
type Input struct {
	Tree     fs.FS          // required
	Path     string         // path of the checkpoint in Tree
	State    string         // path of the state file if it is not in its usual place
	Selected string         // path of the file to continue with; "" means the next one
	ID       string         // ID of the checkpoint if no file contains it
	Args     string         // arguments that name the checkpoint in commands, such as "Secondary-A --epic epics/KAI-7"
	Counter  tokens.Counter // nil: do not count tokens
	// Skill is the directory with the references; nil if unknown. SkillName is its path for people.
	Skill     fs.FS
	SkillName string
	// Above is the tree of the repository that contains Tree; nil outside a repository. Up is the
	// path from the root of Tree to the root of Above, such as "../..".
	Above      fs.FS
	Up         string
	Outside    claim.Outside // facts for claims about things outside the tree
	Repository Repository
	Force      bool // continue even if step 0 refuses
	// Ledger returns the record of earlier writes; see [lint.Input]. Nil means an empty ledger.
	Ledger func() ([]claim.Entry, error)
	// Lean skips slow work whose results a pack does not print: the lengths of files, and claims
	// about commits.
	Lean bool
	// Now is the time from which ages are computed. If it is zero, there are no ages, and the
	// output does not depend on a clock.
	Now time.Time
}

// A Repository answers questions about the history of the tree. A nil function means that there is
// no repository.
type Repository struct {
	Notes []string // unusual states of the repository, such as an unfinished merge; one sentence each
	// ChangedAfter returns the elements of paths that a commit changed after the given time. The
	// paths are relative to the tree.
	ChangedAfter func(after time.Time, paths []string) []string
	// Committed returns the time of the last commit that changed a file; the zero time if there is
	// none.
	Committed func(name string) time.Time
	// Added returns the time of the last commit that added a file; the zero time if there is none.
	Added func(name string) time.Time
	// After describes the commits after the last one that changed a file or folder. It returns
	// their number, the paths that they changed, and the subjects of the newest ones. If no commit
	// contains the file, all results are zero.
	After func(name string) (commits int, changed, subjects []string)
	// CountCommits counts commits after the one that added a file. A commit counts if a line of its
	// message matches pattern, an extended regular expression.
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
