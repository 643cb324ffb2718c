package lint

import (
	"errors"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Checker reads the checkpoints of one protocol and has its rules.
type Checker struct {
	Name string // the part before the slash in rule ids
	// Read reads the checkpoint at in.Main and its files. Files that cannot be read are also in the
	// result.
	Read func(in Input) *Checkpoint
	// Rules returns the rules. Each call must return the same slice.
	Rules func() []Rule
	// Finish adds changes that follow from the fixes, such as a higher version, to f.Texts.
	// [FixAll] calls it when no fix is left. It returns false if it changed nothing. Finish can be
	// nil.
	Finish func(in Input, f *Fixed) (changed bool, err error)
}

// A Checkpoint is a checkpoint with its files, as read by its protocol.
type Checkpoint struct {
	Model  any                     // for the rules of the protocol, see [For]
	Files  map[string]*source.File // existing files, by path; any/ rules check all of them
	Faults map[string]error        // errors of existing files that cannot be used, by path
	// Related has more files, by path. Findings can refer to them, but any/ rules do not check
	// them.
	Related  map[string]*source.File
	Partial  bool                   // the main file is missing, but other files of the checkpoint exist
	Document *mdcheckpoint.Document // the main file as Markdown; nil if it is not Markdown or cannot be read
	Match    *schema.Match          // nil if the protocol describes no headings
	Tagged   Tagged                 // the main file as a text with tags; nil if it is not such a text
	Claims   []claim.Claim
	// Unclaimed is the number of claims that are not in Claims, by the path of the file. Claims has
	// at most claim.Most claims of each file.
	Unclaimed map[string]int
	Claimants []string
	// Lost is the error if the main file is missing although another file records a write of it.
	Lost error
	// Found has findings that the protocol made while it read the files, by the id of their rule.
	Found map[string][]Finding
}

// Unusable reports whether an any/ rule reports err. The file then is not text, or is too large or
// too deeply nested.
func Unusable(err error) bool {
	return errors.Is(err, source.ErrNotUTF8) || errors.Is(err, source.ErrTooLarge) || errors.Is(err, source.ErrTooMany) ||
		errors.Is(err, mdcheckpoint.ErrTooDeep) || errors.Is(err, jsondoc.ErrTooDeep)
}

// A Tagged is a text with tags. It is not parsed as Markdown, because in Markdown a blank line ends
// an HTML block.
type Tagged interface {
	Fences() []source.Span                  // closed fenced code, in order
	Unclosed() (fence, comment source.Span) // empty spans if there is none
	Comments() []TaggedComment              // in order
}

// A TaggedComment is a comment in a [Tagged] text.
type TaggedComment struct {
	Span source.Span
	Next source.Span // element after the comment, which is the scope of a directive
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

// Claim adds the claims of the file at path. If there are more than claim.Most claims, the rest is
// only counted.
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
