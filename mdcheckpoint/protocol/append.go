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
