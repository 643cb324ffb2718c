package protocol

import "mdck/mdcheckpoint/schema"

// An Append asks for text to be written to a section.
type Append struct {
	Group   *schema.Group
	Only    *schema.Subsection // the only one that is written; nil for the whole section
	Value   string             // what replaces the placeholder in the title of Group; "" for the usual
	Parts   []schema.Filling
	Single  bool // of a section that exists all else stays
	Replace bool // what exists goes: the section, or with Only the text of the subsection
	Force   bool // take a number that leaves a gap
}

// A Draft is what somebody fills in for an [Append] without parts.
type Draft struct {
	Name  string // of a file with it, without an ending
	Title string // of the section, as it is or will be
	Value string // what replaces its placeholder; "" without one
	Body  string // what the section, or the one subsection that is written, has; "" for nothing
	// Filled are the bullets of a section that is drafted bullet by bullet. Nil: if it is
	// replaced, it is drafted as Body.
	Filled []schema.Filling
	Lines  []string // what is to be known
	// Ask returns what is asked for a subsection; nil asks nothing.
	Ask func(sub *schema.Subsection) []string
}

// A Measure is how much a text may have.
type Measure struct {
	Limits   schema.Limits
	Count    func(string) int // of tokens
	Encoding string           // that they are counted in
}
