package lint

import (
	"errors"
	"sync"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Checker reads and checks the checkpoints of one protocol.
type Checker struct {
	Name string // first part of rule ids
	// Read reads the checkpoint at in.Main with all its files. Errors are in [Checkpoint.Faults].
	Read func(in Input) *Checkpoint
	// Rules is called once.
	Rules func() []Rule
	// Finish adds what follows from the fixes, such as a new version, to f.Texts. It may be nil.
	Finish func(in Input, f *Fixed) (changed bool, err error)

	once  sync.Once
	table []Rule
}

func (c *Checker) rules() []Rule {
	c.once.Do(func() { c.table = c.Rules() })
	return c.table
}

// A Checkpoint is what was read of a checkpoint.
type Checkpoint struct {
	Model  any                     // for the rules of the protocol; see [For]
	Files  map[string]*source.File // existing files, by path
	Faults map[string]error        // errors of unusable files, by path
	// Related has other files, by path. The any/ rules do not check them.
	Related  map[string]*source.File
	Partial  bool                   // the main file is missing, but others exist
	Document *mdcheckpoint.Document // the main file; nil if it is not Markdown or cannot be read
	Match    *schema.Match          // nil if the protocol has no headings
	Tagged   Tagged                 // the main file; nil if it is not a text with tags
	Claims   []claim.Claim
	// Unclaimed counts the claims beyond claim.Most, by path.
	Unclaimed map[string]int
	Claimants []string
	// Lost, if not nil, says that the main file is missing although another file records it.
	Lost error
	// Found has the findings of rules without Check, by rule id.
	Found map[string][]Finding
}

// NewCheckpoint returns a checkpoint without files.
func NewCheckpoint() *Checkpoint {
	return &Checkpoint{Files: map[string]*source.File{}, Faults: map[string]error{}, Related: map[string]*source.File{}}
}

// Unusable reports whether an any/ rule reports err.
func Unusable(err error) bool {
	return errors.Is(err, source.ErrNotUTF8) || errors.Is(err, source.ErrTooLarge) || errors.Is(err, source.ErrTooMany) ||
		errors.Is(err, mdcheckpoint.ErrTooDeep) || errors.Is(err, jsondoc.ErrTooDeep)
}

// A Tagged is a text with tags, which is not parsed as Markdown.
type Tagged interface {
	Fences() []source.Span                  // closed ones, in order
	Unclosed() (fence, comment source.Span) // empty if everything is closed
	Comments() []TaggedComment              // in order
}

// A TaggedComment is a comment in a [Tagged] text.
type TaggedComment struct {
	Span source.Span
	Next source.Span // next element, to which a directive in the comment applies
}

// Checkpoint returns the unit's checkpoint.
func (u *Unit) Checkpoint() *Checkpoint { return u.checkpoint }

// Find adds findings of a rule.
func (c *Checkpoint) Find(id string, found ...Finding) {
	if c.Found == nil {
		c.Found = map[string][]Finding{}
	}
	c.Found[id] = append(c.Found[id], found...)
}

// Claim adds the claims of a file, at most claim.Most.
func (c *Checkpoint) Claim(path string, claims []claim.Claim) {
	c.Claimants = append(c.Claimants, path)
	some, left := claim.Bounded(claims)
	if left > 0 {
		if c.Unclaimed == nil {
			c.Unclaimed = map[string]int{}
		}
		c.Unclaimed[path] = left
	}
	for _, made := range some {
		made.Path = path
		c.Claims = append(c.Claims, made)
	}
}

// For returns a function that calls check if the unit's model is an M and not zero.
func For[M comparable](check func(*Unit, M) []Finding) func(*Unit) []Finding {
	return func(u *Unit) []Finding {
		var none M
		if m, ok := u.Model.(M); ok && m != none {
			return check(u, m)
		}
		return nil
	}
}
