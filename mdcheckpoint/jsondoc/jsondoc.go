// Package jsondoc parses JSON text to values with spans. Its edits leave every
// other byte unchanged: the order of keys, unknown keys, the spelling of numbers
// and strings, white space, line endings and a byte order mark. A table of [Field]
// describes a format; [Document.Check] returns where a document does not match the
// table, and [Schema] returns the published JSON Schema of the same table.
//
// # What is read
//
// Only standard JSON is. [Parse] accepts what encoding/json accepts, and differs
// from it in this:
//
//   - text that is not UTF-8 is refused, where encoding/json puts U+FFFD for
//     each bad byte of a string;
//   - a key that occurs twice in one object is refused, where the last one wins
//     in encoding/json. Keys are compared as decoded: "a" and "\u0061" are one;
//   - texts over [MaxSize] and values nested deeper than [MaxDepth] are refused;
//   - a byte order mark before the value is accepted, and kept by edits.
//
// An escaped surrogate without its other half ("\ud800") is accepted by both
// and decodes to U+FFFD.
//
// # What is written
//
// There is no printer of documents. An edit replaces a value, adds one behind
// the last of its neighbours and in their layout, or takes one out together
// with its comma. The value that is written is laid out like the rest of the
// document; its numbers and strings are spelled as the caller gave them.
package jsondoc

import (
	"errors"

	"mdck/mdcheckpoint/source"
)

// Limits of a text that [Parse] reads.
const (
	MaxDepth  = 1000           // levels of objects and arrays
	MaxSize   = source.MaxSize // bytes, byte order mark included
	MaxValues = 1 << 17        // an empty object or array counts as two
)

// Errors of a text. Each error of [Parse] wraps one of them.
var (
	ErrSyntax       = errors.New("not valid JSON")
	ErrTooDeep      = errors.New("nested too deeply")
	ErrDuplicateKey = errors.New("duplicate key")
	ErrNotUTF8      = source.ErrNotUTF8
	ErrTooLarge     = source.ErrTooLarge
	ErrTooMany      = source.ErrTooMany
)

// A Document is a parsed JSON text, see [Parse]. Edits do not change it, and it is safe for
// concurrent use.
type Document struct {
	File *source.File
	Root *Value
}

// A Value is a JSON value with its place. A nil Value stands for a missing value; methods for
// reading accept it.
type Value struct {
	Kind     Kind        // a single kind; to test for a number, use Kind&Number != 0
	Span     source.Span // without white space around it
	Members  []Member    // of an Object, in the order of the text
	Elements []*Value    // of an Array

	text string // the JSON text of a value other than Object and Array
}

// A Member is a key of an object and its value.
type Member struct {
	Key     string      // decoded
	KeySpan source.Span // with the quotes
	Value   *Value
}
