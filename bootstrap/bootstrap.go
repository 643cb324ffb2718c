// Package bootstrap prints what a session that lost its context needs to continue: what to read,
// in which order, and which of the checkpoint's claims are still true.
//
// In order: fill in an [Input], of which Tree and Path are required; the Restart function of a
// protocol makes a [Sequence] of it; [Sequence.Text], [Sequence.JSON] and [Sequence.Pack] print it, the
// last in at most so many bytes. [Sequence.Missing] and [Sequence.Total] say what is not there and
// how much there is to read. Who adds a protocol makes a sequence with [Input.NewSequence] and
// [Sequence.Add].
//
// The same files give the same bytes: nothing here asks a clock, a disk or git. Facts come in as a
// tree of files. It knows no protocol.
package bootstrap

import (
	"fmt"
	"io/fs"
	"slices"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Sequence is the steps of a restart.
type Sequence struct {
	Protocol   string
	ID         string
	Name       string   // of what is worked on, for people; "" where that is ID
	Label      string   // what headings call it, quoted by package spelling; "" is Name as a path
	Checkpoint string   // path in the tree
	Refused    string   // why the sequence stops at step 0; "" if it does not
	Hints      []string // what can be done where it stops, a sentence each
	Notes      []string // what a session has to know before it starts, a sentence each
	Steps      []Step
	Verdicts   []claim.Verdict
	Due        []Due  // what the protocol demands now
	Counter    string // name of the encoding; "" if tokens were not counted
	Priorities []Part // the texts that matter most, in the order of importance
	// Files are the files that claims are recorded in, by path.
	Files map[string]*source.File
	// FromRoot makes a pack name files by their paths from the root of the tree, not from
	// the directory of the checkpoint, and give priorities room that the head or a long
	// text before them would take.
	FromRoot bool
	skill    string // prefix of the paths of references; "" without a skill
}

// A Due is something that is due, with the command that provides it. Names of its JSON form are
// part of the interface.
type Due struct {
	Path    string `json:"path"` // of the file that shows the problem, as the reader is shown it
	Problem string `json:"problem"`
	Command string `json:"command"`          // the line to run
	Person  bool   `json:"person,omitempty"` // only a person can provide it
}

// line is the item in a line of text.
func (d *Due) line() string { return "Due: " + printable(d.Problem) + ": " + printable(d.Command) }

// MaxLabel is how many bytes of a name a heading has at most.
const MaxLabel = 100

// heading names the sequence.
func (s *Sequence) heading() string {
	label := s.Label
	if label == "" && s.Name != "" {
		label = spelling.Path(s.Name, MaxLabel)
	}
	if label == "" {
		return s.Protocol
	}
	return s.Protocol + " " + label
}

// Add adds steps, without the files that an earlier step has: each is read once.
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

// AppendCount appends to notes how many of something there are, if there are any:
// "3 blockers to see to first".
func AppendCount(notes []string, n int, noun, text string) []string {
	if n == 0 {
		return notes
	}
	return append(notes, Count(n, noun)+" "+text)
}

// Stop ends a sequence that step 0 refuses: of the priorities only those with one of the
// titles stay, and step 0 quotes them.
func (s *Sequence) Stop(titles ...string) {
	s.Priorities = slices.DeleteFunc(s.Priorities, func(p Part) bool { return !slices.Contains(titles, p.Title) })
	s.Steps[0].Quotes = s.Priorities
}

// Verify adds the verdicts on the claims of one file, at most [claim.Most]; a note says
// how many claims were left out.
func (s *Sequence) Verify(tree fs.FS, claims []claim.Claim) {
	claims, left := claim.Bounded(claims)
	if left > 0 {
		s.Notes = append(s.Notes, Count(left, "claim")+fmt.Sprintf(" not verified: mdck verifies at most %d of a file", claim.Most))
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
	Points []string // what to look at or to do, a sentence each
	Quotes []Part   // texts from files, as they are
}

// A Kind is what a step is about. It decides how a pack prints the step.
type Kind uint8

const (
	Reading    Kind = iota // files, if there are any
	References             // files of the skill, or their names
	Questions              // questions that the session asks itself
	Work                   // what to do
)

// AddUnreadable adds a file that exists and cannot be read, and why.
func (s *Step) AddUnreadable(name string, err error) {
	s.Files = append(s.Files, Unreadable(name))
	s.Points = append(s.Points, "cannot be read: "+Cause(err))
}

// A Fact is a name and its value.
type Fact struct {
	Name, Value string
	IsPath      bool // the value is the name of a file, a directory, a branch or a plan
}

// NewFact returns a fact.
func NewFact(name, value string) Fact { return Fact{Name: name, Value: value} }

// NewPathFact returns a fact whose value is a path, or the name of a branch or a plan.
func NewPathFact(name, value string) Fact { return Fact{Name: name, Value: value, IsPath: true} }

// KnownFacts returns the facts that have a value.
func KnownFacts(facts ...Fact) []Fact {
	return slices.DeleteFunc(facts, func(f Fact) bool { return f.Value == "" })
}

// A Part is a list of texts of one place.
type Part struct {
	Title string
	From  string // path of the file that has all of it
	Texts []string
	Lines bool // the texts are the lines of one text
}

// PartsWithTexts returns the parts that have a text.
func PartsWithTexts(parts ...Part) []Part {
	return slices.DeleteFunc(parts, func(p Part) bool { return len(p.Texts) == 0 })
}

// BlockersTitle is the title of a part that a person has to see first, which is printed
// even if step 0 refuses.
const BlockersTitle = "Blockers"

// Complete reports whether step 0 does not refuse and everything that the
// sequence says to read exists.
func (s *Sequence) Complete() bool { return s.Refused == "" && len(s.Missing()) == 0 }

// Missing returns the files that the steps require and that do not exist or cannot be
// read. References do not count: the session may have them elsewhere.
func (s *Sequence) Missing() []string {
	var names []string
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.Known && (!f.Exists && !f.Optional || f.Unreadable) && step.Kind != References {
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

// Total returns the sum over the files of all steps that exist and can be read.
func (s *Sequence) Total() Total {
	var t Total
	for _, step := range s.Steps {
		for _, f := range step.Files {
			if f.Exists && !f.Unreadable && !f.Directory && !f.Large {
				t = Total{t.Files + 1, t.Lines + f.Lines, t.Bytes + f.Bytes, t.Tokens + f.Tokens}
			}
		}
	}
	return t
}
