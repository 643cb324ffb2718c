package lint

import (
	"errors"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Checker reads the checkpoints of one protocol and has the rules about them.
type Checker struct {
	Name string // of the protocol, the part before the slash in the ids of its rules
	// Read reads the checkpoint at in.Main with the files that belong to it. Files that
	// cannot be read are part of the result.
	Read func(in Input) *Checkpoint
	// Rules returns the table of rules, the same one at each call.
	Rules func() []Rule
	// Finish, if it is not nil, is called by [FixAll] when no fix is left. It changes f.Texts
	// to what must follow from the fixes, such as a version that rises, and reports whether
	// it changed anything.
	Finish func(in Input, f *Fixed) (changed bool, err error)
}

// A Checkpoint is a checkpoint as its protocol has read it, with the files that
// belong to it.
type Checkpoint struct {
	Model  any                     // the protocol's own reading, for its rules: see [For]
	Files  map[string]*source.File // that exist, by path: any/ rules check each of them
	Faults map[string]error        // why a file that exists cannot be used, by path
	// Related are files that findings may be about although any/ rules do not check them,
	// by path.
	Related  map[string]*source.File
	Partial  bool                   // the checkpoint exists without its main file
	Document *mdcheckpoint.Document // the main file as Markdown; nil if it is not or cannot be read
	Match    *schema.Match          // of Document; nil if the protocol describes no headings
	Tagged   Tagged                 // the main file as text in tags; nil if it is not
	Claims   []claim.Claim
	// Unclaimed is how many claims of a file are not in Claims because there are too many, by
	// path.
	Unclaimed map[string]int
	// Claimants are the files that make claims, whether or not they exist and can be read.
	Claimants []string
	// Lost says that the main file does not exist although another file records that it was
	// written; nil otherwise.
	Lost error
	// Found are findings that reading made, by the id of the rule that reports them.
	Found map[string][]Finding
}

// Unusable reports whether err says that a file cannot be used at all, which any/ rules
// report: it is not text, too large or nested too deeply.
func Unusable(err error) bool {
	return errors.Is(err, source.ErrNotUTF8) || errors.Is(err, source.ErrTooLarge) || errors.Is(err, source.ErrTooMany) ||
		errors.Is(err, mdcheckpoint.ErrTooDeep) || errors.Is(err, jsondoc.ErrTooDeep)
}

// A Tagged is a text whose elements are found by their tags and not by the rules of
// Markdown, for which a blank line ends what it takes for HTML.
type Tagged interface {
	Fences() []source.Span                  // fenced code that is closed, in order
	Unclosed() (fence, comment source.Span) // a fence or comment that is not; else empty
	Comments() []TaggedComment              // in order
}

// A TaggedComment is a comment in a [Tagged] text.
type TaggedComment struct {
	Span source.Span
	Next source.Span // the element that follows, which a directive in the comment is about
}

// Checkpoint returns the checkpoint that u is of.
func (u *Unit) Checkpoint() *Checkpoint { return u.checkpoint }

// Find adds findings for the rule with that id.
func (c *Checkpoint) Find(id string, found ...Finding) {
	if c.Found == nil {
		c.Found = map[string][]Finding{}
	}
	c.Found[id] = append(c.Found[id], found...)
}

// Claim adds the claims that the file at path makes, as many as are verified.
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

// For makes the check of a rule from one that takes the model of its protocol. There is
// nothing to check if the unit has another model, or a nil one.
func For[M comparable](check func(*Unit, M) []Finding) func(*Unit) []Finding {
	return func(u *Unit) []Finding {
		var none M
		if m, ok := u.Model.(M); ok && m != none {
			return check(u, m)
		}
		return nil
	}
}
