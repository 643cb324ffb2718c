// Package tokens counts the tokens of a text exactly as the encodings o200k_base and cl100k_base
// do. It works offline and loads nothing. [New] returns the [Counter] of an encoding. [GenerationOf]
// and [Estimator] estimate tokens of Claude models.
//
// The vocabularies are read-only tables in the program. Only the pages that a text needs are read.
// Counting allocates memory in three cases only: for a piece, such as a word or a run of blanks, of
// more than 64 bytes that is not a token; for text that is not valid UTF-8; and for a cache of
// recurring words, after 64 KiB.
//
// Special tokens are not recognized: "<|endoftext|>" counts as ordinary characters. Each byte that
// is not valid UTF-8 counts as U+FFFD, as in tiktoken-go. A piece can have up to 2 GiB.
//
// The tokenizers of Claude models are not public. An [Estimator] is approximate, and output must call
// its result an estimate.
package tokens

import (
	"fmt"
	"strings"
)

// Default is the name of the default encoding.
const Default = "o200k_base"

// A Counter counts tokens in one encoding. It is safe for concurrent use.
type Counter interface {
	// Count returns the number of tokens of text.
	Count(text string) int
	// Name returns the name of the encoding, to print with each count.
	Name() string
}

// New returns the Counter of a built-in encoding. The error is an [*UnknownError].
func New(encoding string) (Counter, error) {
	switch encoding {
	case o200kName:
		return newO200k(), nil
	case cl100kName:
		return newCL100k(), nil
	}
	return nil, &UnknownError{Name: encoding}
}

// Encodings returns the names that [New] accepts, default first.
func Encodings() []string { return []string{o200kName, cl100kName} }

// An UnknownError is the error for a Name that is not an encoding.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string {
	known := Encodings()
	for i, name := range known {
		known[i] = fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("expected encoding %s, found %q", strings.Join(known, " or "), e.Name)
}
