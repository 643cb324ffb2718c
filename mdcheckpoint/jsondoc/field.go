package jsondoc

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Field describes a value: a key of an object, the elements of an array or,
// without a name, a whole document. A table of fields is the one description of
// a format: [Document.Check] reads it, and [Schema] publishes it. A field must
// not contain itself.
//
// A rule applies to values of its kind and to no others: MinLen says nothing
// about a number.
type Field struct {
	Name     string
	Kind     Kind // 0 is any
	Required bool // the object must have it

	Values  []string          // the strings and, as JSON spells them, numbers it may be; empty is any
	MinLen  int               // least length of a string in characters (code points)
	HasMin  bool              // whether Min says something
	Min     int               // least number
	Pattern string            // of a string, for the JSON Schema, which finds it anywhere if it has no ^ and $
	Match   func(string) bool // what Pattern says, and what is run; nil is any string
	Wanted  string            // what Pattern asks for, in words; "" shows the pattern
	Format  string            // of a string; "date-time" is checked as RFC 3339, others are for the JSON Schema

	Fields []Field // keys of an object; nil is any key
	Open   bool    // keys that Fields does not name are fine
	Each   *Field  // every value of an object that Fields does not name
	Elem   *Field  // elements of an array

	Doc     string // what the value means, for the JSON Schema and documents
	Default string // as JSON spells it, for the same; "" is none
}

// field is the field of f called name, or -1.
func (f *Field) field(name string) int {
	for i := range f.Fields {
		if f.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// A Class is a way in which a document does not fit its table.
type Class uint8

// The classes of problems.
const (
	Missing   Class = iota + 1 // an object has not the key
	WrongKind                  // a value is of another kind
	BadValue                   // a value of the right kind is none of those allowed
	Unknown                    // the table does not name the key
)

// A Problem is one thing in which a document does not fit its table.
type Problem struct {
	Span    source.Span // the value; the key if unknown; the opening brace if one is missing
	Path    string      // "items[2].confidence"; "" is the document. Odd keys are quoted: models["a b"]
	Class   Class
	Message string
}

// Parent returns the path of the value that holds the one at path, as in [Problem].
func Parent(path string) string {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)]
}
