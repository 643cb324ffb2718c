package jsondoc

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Field describes the value of a key, the elements of an array, or a whole document. A field must
// not contain itself. A rule applies only to values of its kind: MinLen does not apply to a number.
type Field struct {
	Name     string
	Kind     Kind // 0 means any
	Required bool

	// Values lists the allowed strings, and numbers as JSON text; empty allows any. Kind can add Null,
	// but no other kind.
	Values  []string
	MinLen  int  // minimum length of a string in characters (code points)
	HasMin  bool // Min is set
	Min     int
	Pattern string            // regular expression for the JSON Schema; matches anywhere, unless it has ^ and $
	Match   func(string) bool // checks a string against Pattern; nil allows any
	Wanted  string            // Pattern in words, for messages; "" means Pattern
	Format  string            // "date-time" is checked as RFC 3339; other formats are only for the JSON Schema

	Fields []Field // keys of an object; nil allows any key
	Open   bool    // other keys are allowed
	Each   *Field  // values of other keys
	Elem   *Field  // elements of an array

	Doc     string // meaning of the value, for the JSON Schema and the documentation
	Default string // default as JSON text, for the JSON Schema and the documentation; "" means none
}

// Key returns the field of a key in Fields, or nil.
func (f *Field) Key(name string) *Field {
	for i := range f.Fields {
		if f.Fields[i].Name == name {
			return &f.Fields[i]
		}
	}
	return nil
}

// A Class is a kind of problem.
type Class uint8

const (
	Missing   Class = iota + 1 // an object lacks a required key
	WrongKind                  // a value has the wrong kind
	BadValue
	Unknown // the table lacks the key
)

// A Problem is a place where a document does not match its table.
type Problem struct {
	Span    source.Span // the value, the unknown key, or the opening brace that lacks a key
	Path    string      // such as items[2].confidence or models["a b"]; "" for the document
	Class   Class
	Message string
}

// Parent returns the path of the object around the value at path, a Path of [Problem].
func Parent(path string) string {
	last, quoted := 0, false
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '.' || strings.HasPrefix(path[i:], `["`)):
			last = i
		}
	}
	return path[:last]
}
