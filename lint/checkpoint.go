package lint

import (
	"errors"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Checker reads the checkpoints of one protocol and provides the rules for them.
type Checker struct {
	Name string // the part before the slash in rule ids
	// Read reads the checkpoint at in.Main and its files. The result includes files that cannot be
	// read.
	Read func(in Input) *Checkpoint
	// Rules returns the rules: the same slice on each call.
	Rules func() []Rule
	// If Finish is not nil, [FixAll] calls it when no fix is left. It adds to f.Texts the changes
	// that must follow from the fixes, such as a higher version, and reports whether it changed
	// anything.
	Finish func(in Input, f *Fixed) (changed bool, err error)
}

// A Checkpoint is a checkpoint with its files, as read by its protocol.
type Checkpoint struct {
	Model  any                     // parsed by the protocol, for its own rules: see [For]
	Files  map[string]*source.File // existing files by path: any/ rules check each of them
	Faults map[string]error        // reason why an existing file cannot be used, by path
	// Related contains files that any/ rules do not check, by path. Findings may refer to them.
	Related  map[string]*source.File
	Partial  bool                   // the checkpoint exists without its main file
	Document *mdcheckpoint.Document // the main file as Markdown; nil for other formats, or if it cannot be read
	Match    *schema.Match          // nil if the protocol describes no headings
	Tagged   Tagged                 // the main file as text in tags; nil for other formats
	Claims   []claim.Claim
	// Unclaimed has, by path, the number of claims of a file that were left out of Claims. Claims
	// are left out if the file has more than claim.Most.
	Unclaimed map[string]int
	Claimants []string
	// Lost is not nil if the main file is missing although another file records that it was
	// written.
	Lost error
	// Found contains the findings made while reading, by the id of the rule that reports them.
	Found map[string][]Finding
}

// Unusable reports whether any/ rules report err: the file is not text, too large or nested too
// deeply.
func Unusable(err error) bool {
	return errors.Is(err, source.ErrNotUTF8) || errors.Is(err, source.ErrTooLarge) || errors.Is(err, source.ErrTooMany) ||
		errors.Is(err, mdcheckpoint.ErrTooDeep) || errors.Is(err, jsondoc.ErrTooDeep)
}

// A Tagged is a text with elements in tags. It is not parsed as Markdown, where a blank line would
// end an HTML block.
type Tagged interface {
	Fences() []source.Span                  // closed fenced code, in order
	Unclosed() (fence, comment source.Span) // empty spans if there is none
	Comments() []TaggedComment              // in order
}

// A TaggedComment is a comment in a [Tagged] text.
type TaggedComment struct {
	Span source.Span
	Next source.Span // the element after the comment: the scope of a directive in the comment
}

// Checkpoint returns the checkpoint of u.
func (u *Unit) Checkpoint() *Checkpoint { return u.checkpoint }

// Find adds findings of the rule called id.
func (c *Checkpoint) Find(id string, found ...Finding) {
	if c.Found == nil {
		c.Found = map[string][]Finding{}
	}
	c.Found[id] = append(c.Found[id], found...)
}

// Claim adds the claims of the file at path. Beyond claim.Most claims, it only counts them.
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

// For returns a function that calls check with the model of the unit. The function reports nothing
// if the model is nil or has another type.
func For[M comparable](check func(*Unit, M) []Finding) func(*Unit) []Finding {
	return func(u *Unit) []Finding {
		var none M
		if m, ok := u.Model.(M); ok && m != none {
			return check(u, m)
		}
		return nil
	}
}
