// Package tokens counts the tokens of a text exactly as the encodings o200k_base and cl100k_base
// do. It works offline and loads nothing. [New] returns the [Counter] of an encoding. [GenerationOf]
// and [Estimator] estimate tokens of Claude models.
//
// The vocabularies are read-only tables in the program. Counting allocates memory for text that is
// not UTF-8, for a cache of words after 64 KiB, and for a piece of more than 64 bytes that is not a
// token. A piece is the unit of encoding, such as a word or a run of blanks; it can have 2 GiB.
//
// Special tokens are not recognized: "<|endoftext|>" counts as ordinary characters. Each byte that
// is not valid UTF-8 counts as U+FFFD, as in tiktoken-go.
//
// The tokenizers of Claude models are not public. Output must call the result of an [Estimator] an
// estimate.
package tokens

import (
	"fmt"
	"strings"
)

// Default is the name of the default encoding.
const Default = "o200k_base"

// A Counter counts tokens in one encoding. It is safe for concurrent use.
type Counter interface {
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
