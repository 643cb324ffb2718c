// Package jsondoc parses JSON text to values with spans. Its edits leave every other byte
// unchanged: the order of keys, unknown keys, the spelling of numbers and strings, white space,
// line endings and a byte order mark. A table of [Field] describes a format. [Document.Check]
// compares a document with the table, and [Schema] returns the JSON Schema of the table.
//
// # Reading
//
// [Parse] accepts what encoding/json accepts, with these differences:
//
//   - It refuses text that is not UTF-8.
//   - It refuses an object in which a key occurs twice. Keys are compared after
//     decoding: "a" and "\u0061" are the same key.
//   - It refuses texts above [MaxSize], [MaxDepth] or [MaxValues].
//   - It accepts a byte order mark before the value. Edits keep it.
//
// Like encoding/json, it decodes half of an escaped surrogate pair ("\ud800") to U+FFFD.
//
// # Writing
//
// The package never prints a whole document. An edit replaces, adds or removes values, with their
// commas. A new value gets the layout of the values around it. Its numbers and strings keep the
// spelling of the caller.
package jsondoc

import (
	"errors"

	"mdck/mdcheckpoint/source"
)

// Limits of a text that [Parse] reads.
const (
	MaxDepth  = 1000           // levels of objects and arrays
	MaxSize   = source.MaxSize // bytes, including a byte order mark
	MaxValues = 1 << 17        // values; an empty object or array counts as two
)

// An error of [Parse] wraps one of these.
var (
	ErrSyntax       = errors.New("not valid JSON")
	ErrTooDeep      = errors.New("nested too deeply")
	ErrDuplicateKey = errors.New("duplicate key")
	ErrNotUTF8      = source.ErrNotUTF8
	ErrTooLarge     = source.ErrTooLarge
	ErrTooMany      = source.ErrTooMany
)

// ErrNotObject is the error of [Document.CheckObject].
var ErrNotObject = errors.New("expected a JSON object")

// A Document is a parsed JSON text. It is immutable, and safe for concurrent use.
type Document struct {
	File *source.File
	Root *Value
}

// A Value is a JSON value with its span. A nil Value is a missing value; reading methods accept it.
type Value struct {
	Kind     Kind        // a single kind
	Span     source.Span // without surrounding white space
	Members  []Member    // of an Object, in text order
	Elements []*Value    // of an Array

	text string // the JSON text of a value other than Object and Array
}

type Member struct {
	Key     string      // decoded
	KeySpan source.Span // with the quotes
	Value   *Value
}
