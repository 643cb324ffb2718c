// Package bootstrap prints what a session that lost its context needs to continue: what to read, in
// which order, and which of the checkpoint's claims are still true.
//
// Fill in an [Input]; Tree and Path are required. The Restart function of a protocol makes a
// [Sequence] from the Input. [Sequence.Text], [Sequence.JSON] and [Sequence.Pack] format the
// sequence; Pack has a limit in bytes. A new protocol makes a sequence with [Input.NewSequence] and
// [Sequence.Add].
//
// The same input gives the same bytes. The package uses no clock, disk or git, and depends on no
// protocol.
package bootstrap

import (
	"fmt"
	"io/fs"
	"slices"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Sequence lists the steps of a restart, with facts about the checkpoint.
type Sequence struct {
	Protocol   string
	ID         string
	Name       string // name of the work for people; "" means ID
	Label      string // quoted name for headings; "" means Name
	Checkpoint string // path in the tree
	Refused    string
	Hints      []string // what to do if the checkpoint is refused, one sentence each
	Notes      []string // what a session has to know before it starts, one sentence each
	Steps      []Step
	Verdicts   []claim.Verdict
	Due        []Due  // actions that the protocol requires now
	Counter    string // name of the token encoding; "" if tokens were not counted
	Priorities []Part // most important first
	// Files are the files with claims, by path.
	Files map[string]*source.File
	// FromRoot makes paths in a pack relative to the root of the tree. It also keeps room for the
	// parts after a long text.
	FromRoot bool
	skill    string // path of the skill's directory; "" without one
}

// A Due is an overdue action with its command. Its JSON names are part of the interface.
type Due struct {
	Path    string `json:"path"` // displayed path of the file with the problem
	Problem string `json:"problem"`
	Command string `json:"command"`
	Person  bool   `json:"person,omitempty"` // only a person can run the command
}

func (d *Due) line() string { return "Due: " + printable(d.Problem) + "; run: " + printable(d.Command) }

// MaxLabel limits a name in a heading, in bytes.
const MaxLabel = 100

func (s *Sequence) heading() string {
	label := s.Label
	if label == "" && s.Name != "" {
		label = spelling.Path(s.Name, MaxLabel)
	}
	if label == "" {
		return s.Protocol
	}
	return label + " (" + s.Protocol + ")"
}

// Add adds steps, without files that earlier steps have.
func (s *Sequence) Add(steps ...Step) {
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

// AppendCount appends a line such as "3 blockers to resolve first", or none for 0.
func AppendCount(notes []string, n int, noun, text string) []string {
	if n == 0 {
		return notes
	}
	return append(notes, spelling.Count(n, noun)+" "+text)
}

// Stop shortens the sequence of a refused checkpoint to the parts with these titles.
func (s *Sequence) Stop(titles ...string) {
	s.Priorities = slices.DeleteFunc(s.Priorities, func(p Part) bool { return !slices.Contains(titles, p.Title) })
	s.Steps[0].Quotes = s.Priorities
}

// Verify adds the verdicts of the claims of one file, at most [claim.Most].
func (s *Sequence) Verify(tree fs.FS, claims []claim.Claim) {
	claims, left := claim.Bounded(claims)
	if left > 0 {
		s.Notes = append(s.Notes, spelling.Count(left, "claim")+fmt.Sprintf(" not verified: mdck verifies at most %d claims per file", claim.Most))
	}
	s.Verdicts = append(s.Verdicts, claim.Verify(tree, claims)...)
}

// A Step is one step of a sequence.
type Step struct {
	Number int
	Title  string
	Kind   Kind
	Files  []File
	Facts  []Fact
	Points []string // what to do, one sentence each
	Quotes []Part   // texts from files, verbatim
}

// A Kind is the kind of a step. A pack prints each kind differently.
type Kind uint8

const (
	Reading    Kind = iota // read the files of the step, if any
	References             // read files of the skill
	Questions              // questions that the session asks itself
	Work                   // work to do
)

// AddUnreadable adds a file that cannot be read, with the reason.
func (s *Step) AddUnreadable(name string, err error) {
	s.Files = append(s.Files, Unreadable(name))
	s.Points = append(s.Points, "cannot be read: "+spelling.Cause(err))
}

// A Fact is a name and its value.
type Fact struct {
	Name, Value string
	IsPath      bool // the value is a path, a branch or a plan
}

// NewFact returns a fact with a plain value.
func NewFact(name, value string) Fact { return Fact{Name: name, Value: value} }

// NewPathFact returns a fact whose value is a path, a branch or a plan.
func NewPathFact(name, value string) Fact { return Fact{Name: name, Value: value, IsPath: true} }

// KnownFacts returns the facts that have a value.
func KnownFacts(facts ...Fact) []Fact {
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

// A Part is a list of texts from one file.
type Part struct {
	Title string
	From  string // path of the file with these texts
	Texts []string
	Lines bool // the texts are the lines of a single text
}

// NewPart returns a part.
func NewPart(title, from string, texts []string) Part {
	return Part{Title: title, From: from, Texts: texts}
}

// PartsWithTexts returns the parts that have a text.
func PartsWithTexts(parts ...Part) []Part {
	return slices.DeleteFunc(parts, func(p Part) bool { return len(p.Texts) == 0 })
}

// BlockersTitle is the title of the part with blockers. A refused sequence keeps it.
const BlockersTitle = "Blockers"

// Complete reports whether the checkpoint is accepted and all files to read exist.
func (s *Sequence) Complete() bool { return s.Refused == "" && len(s.Missing()) == 0 }

// Missing returns the required files that do not exist, and those that cannot be read. It omits
// references.
func (s *Sequence) Missing() (names []string) {
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.Known && (!f.Exists && !f.Optional || f.Unreadable) && step.Kind != References {
				names = append(names, f.Path)
			}
		}
	}
	return names
}

// A Total says how much there is to read.
type Total struct {
	Files  int
	Lines  int
	Bytes  int
	Tokens int // sum over the files; 0 if tokens were not counted
}

// Total adds up the files of all steps.
func (s *Sequence) Total() (t Total) {
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.Exists && !f.Unreadable && !f.Directory && !f.Large {
				t = Total{t.Files + 1, t.Lines + f.Lines, t.Bytes + f.Bytes, t.Tokens + f.Tokens}
			}
		}
	}
	return t
}
