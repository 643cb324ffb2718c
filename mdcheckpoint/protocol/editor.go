package protocol

import (
	"mdck/lint"
	"mdck/mdcheckpoint/schema"
)

// A Typing is a place in a line that the user types.
type Typing struct {
	Name  string             // slash path of the file
	Above string             // the text before the line
	Typed string             // from the start of the line to the place
	Rest  string             // from there to the end of the line, without its ending
	Below string             // the text after Rest
	Read  *lint.Checkpoint   // the file without the line, if the protocol has an Outline; else empty
	Group *schema.GroupMatch // of Read that the line is in; nil if it is in none
}

// A Completion is a text that may replace what was typed.
type Completion struct {
	Text, Detail string
	Kind         CompletionKind
}

// A CompletionKind is what a completion is.
type CompletionKind uint8

// The kinds of completions.
const (
	KeyCompletion CompletionKind = iota
	ValueCompletion
	HeadingCompletion
)
