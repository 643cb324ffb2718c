// Package bootstrap gives a session that lost its context what it needs to go
// on: what to read, in which order, and which of the checkpoint's claims still
// hold.
//
// The same files give the same bytes: nothing here asks a clock. Facts come in
// as a tree of files.
package bootstrap

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Counter counts tokens.
type Counter interface {
	Count(text string) int
	Name() string // of the encoding
}

// An Input is a checkpoint to start from.
type Input struct {
	Tree    fs.FS
	Path    string  // of the checkpoint in Tree
	ID      string  // of the epic of an agent, which the tree does not tell; "" elsewhere
	State   string  // of the state of a session of ccc; "" is the usual one beside Path
	Counter Counter // nil: tokens are not counted
	// Skill is the directory of the skill whose references are read in step 4; nil
	// if there is none. SkillName is its path for people.
	Skill     fs.FS
	SkillName string
	Force     bool // go on where step 0 refuses
	// Lean leaves out what a pack does not say and what takes time to find out: of a
	// session of ccc, how long the files of the work are, and claims of commits.
	Lean bool
	// Outside is what claims need to know beside the tree.
	Outside claim.Outside
	// Git says what is unusual about the repository of a session of ccc, a sentence
	// each, such as that a merge is not finished.
	Git []string
	// Committed gives those of paths in Tree that a commit changed after a time; nil
	// asks nobody.
	Committed func(after time.Time, paths []string) []string
	// Named is the path in Tree of the plan to go on with; "" is the next one.
	Named string
	// Since gives the paths in Tree that commits changed after the last one of a file, none
	// if it is in no commit, and Commits how many since the one that added a plan name its
	// id; nil asks nobody. Both are asked about plans alone.
	Since   func(name string) []string
	Commits func(name string, id planfile.ID) int
	// Above is the tree of the repository that Tree is a part of, for what agents name
	// by its path from there, and Up the path from the root of Tree to its: "../..";
	// nil if there is none.
	Above fs.FS
	Up    string
	// Args are how commands name the agent: "Secondary-A --epic epics/KAI-7"; "" if they
	// need no name.
	Args string
	// Now makes ages be printed beside recorded times; the zero time leaves them
	// out, and what is printed does not depend on a clock.
	Now time.Time
}

// A Sequence is the steps of a restart.
type Sequence struct {
	Protocol   string
	ID         string
	Name       string   // of what is worked on, for people; "" where that is ID
	Checkpoint string   // path in the tree
	Refused    string   // why the sequence stops at step 0; "" if it does not
	Hints      []string // what can be done where it stops, a sentence each
	Notes      []string // what a session has to know before it starts, a sentence each
	Steps      []Step
	Verdicts   []claim.Verdict
	Counter    string // name of the encoding; "" if tokens were not counted
	Acute      []Part // what matters most, in the order of importance
	// Files are the files that claims are recorded in, by path.
	Files map[string]*source.File
	skill string // path that references begin with; "" if there is none
	whole bool   // a pack names files in the root of the tree, not beside the checkpoint
}

// heading names the sequence.
func (s *Sequence) heading() string {
	if s.whole && s.Name == "" { // its id says no more than its protocol
		return s.Protocol
	}
	name := cmp.Or(s.Name, s.ID)
	if s.Protocol == "ccc" { // an issue, which a file names
		return s.Protocol + " " + spelling.Value(name, 100)
	}
	return s.Protocol + " " + spelling.Path(name, 100)
}

// add adds steps, without the files that an earlier step has: each is read once.
func (s *Sequence) add(steps ...Step) {
	seen := map[string]bool{}
	for _, step := range s.Steps {
		for _, f := range step.Files {
			seen[f.Path] = true
		}
	}
	for _, step := range steps {
		step.Files = slices.DeleteFunc(step.Files, func(f File) bool {
			again := seen[f.Path]
			seen[f.Path] = true
			return again
		})
		s.Steps = append(s.Steps, step)
	}
}

// A Step is one step of a sequence.
type Step struct {
	Number int
	Title  string
	Files  []File
	Facts  []Fact
	Points []string // what to look at or to do, a sentence each
	Quotes []Part   // texts of the files that stand for themselves
	kind   kind
}

// A kind is what a step is about.
type kind uint8

const (
	reading   kind = iota // files, as far as there are any
	referring             // files of the skill, or their names
	reorient              // questions
	doing                 // work
)

// A Fact is a name and its value.
type Fact struct{ Name, Value string }

// A File is something to read.
type File struct {
	Path       string // in the tree; for a reference its name
	Note       string // which part of it, or why
	Looked     bool   // whether There is known: a reference without a skill directory is a name only
	Optional   bool   // that it is not there is in order
	There      bool
	Unreadable bool // it is there and cannot be read; what follows is zero
	Large      bool // it is too large to be read to be counted: Lines and Tokens are zero
	Directory  bool // a reference may be one; likewise
	Lines      int
	Bytes      int
	Tokens     int // 0 if they were not counted
}

// A Part is a list of texts of one place.
type Part struct {
	Title string
	From  string // path of the file that has all of it
	Texts []string
	Lines bool // the texts are the lines of one text
}

// bounded are those of the claims that are verified; a note says how many are not.
func (s *Sequence) bounded(claims []claim.Claim) []claim.Claim {
	some, left := claim.Bounded(claims)
	if left > 0 {
		s.Notes = append(s.Notes, count(left, "claim")+fmt.Sprintf(" not verified: the first %d of a file are", claim.Most))
	}
	return some
}

// Complete reports whether step 0 does not refuse and everything that the
// sequence says to read is there.
func (s *Sequence) Complete() bool { return s.Refused == "" && len(s.Missing()) == 0 }

// Missing are the files that the steps want and that are not there or cannot be
// read. References do not count: the session may have them elsewhere.
func (s *Sequence) Missing() []string {
	var names []string
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.Looked && (!f.There && !f.Optional || f.Unreadable) && step.kind != referring {
				names = append(names, f.Path)
			}
		}
	}
	return names
}

// A Total is how much there is to read.
type Total struct {
	Files  int
	Lines  int
	Bytes  int
	Tokens int // 0 if they were not counted; the sum of those of the files
}

// Total is the sum over the files of all steps that are there and can be read.
func (s *Sequence) Total() Total {
	var t Total
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.There && !f.Unreadable && !f.Directory && !f.Large {
				t = Total{t.Files + 1, t.Lines + f.Lines, t.Bytes + f.Bytes, t.Tokens + f.Tokens}
			}
		}
	}
	return t
}
