// Package tokens counts the tokens of a text exactly as the encodings
// o200k_base and cl100k_base do, offline and without a load step. [New] returns the [Counter] of an
// encoding, which all other packages take; [GenerationOf] and [Estimator] are for Claude models.
//
// The vocabularies are read-only tables inside the program, looked up where
// they lie: nothing is built at start, and only the pages that a text touches
// are read. Counting does not allocate, except for a piece (a word, a run of
// blanks) of more than 64 bytes that is no token, for text that is not valid
// UTF-8, and, after the first 64 KiB, once for what remembers words that come
// again.
//
// Text is text: "<|endoftext|>" costs what its characters cost and is never
// taken for a control token. Each byte that is not valid UTF-8 is counted as
// U+FFFD, as tiktoken-go counts it. A piece may have up to 2 GiB.
//
// The tokenizers of Claude models are not public; an [Estimator] says about how many
// tokens they make of a text, and whoever prints that has to call it an estimate.
package tokens

import (
	"fmt"
	"strings"
)

// Default is the encoding that is used when none is named.
const Default = "o200k_base"

// A Counter counts the tokens of texts in one encoding.
// It is safe for concurrent use.
type Counter interface {
	// Count is the number of tokens of text.
	Count(text string) int
	// Name is the name of the encoding, which stands beside every count.
	Name() string
}

// New returns the Counter of a built-in encoding, an [*Encoding]. For a name
// that is none of [Encodings] the error is an [*UnknownError].
func New(encoding string) (Counter, error) {
	switch encoding {
	case o200kName:
		return newO200k(), nil
	case cl100kName:
		return newCL100k(), nil
	}
	return nil, &UnknownError{Name: encoding}
}

// Encodings lists the names that [New] knows, the default first.
func Encodings() []string { return []string{o200kName, cl100kName} }

// An UnknownError says that no encoding is called Name.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string {
	known := Encodings()
	for i, name := range known {
		known[i] = fmt.Sprintf("%q", name)
	}
	return fmt.Sprintf("expected encoding %s, found %q", strings.Join(known, " or "), e.Name)
}
