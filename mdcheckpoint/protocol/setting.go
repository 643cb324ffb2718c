package protocol

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// A Setting is a key of a configuration that belongs to a protocol. If Field is a list or an object
// and has Wanted, environment variables and flags contain the value as JSON. Wanted then describes
// the contents of the value.
type Setting struct {
	jsondoc.Field
	// Check returns the problems of a value that Field cannot express. If Check is nil, there are
	// none.
	Check func(v *jsondoc.Value, t *Table) []jsondoc.Problem
	// Show formats the value of the key, or of a key inside it, for people and as JSON. If Show is
	// nil or returns "", the value is displayed unchanged.
	Show func(key string, v *jsondoc.Value) (text, json string)
	// Formats returns the kinds of files that a value describes. If Formats is nil, there are none.
	Formats func(v *jsondoc.Value) []Format
}

// A Format is a kind of file that a configuration describes.
type Format struct {
	Name   string
	Of     string   // name of the protocol that reads these files as its own; "" for a separate format
	Files  []string // patterns, relative to the directory of the configuration
	Model  any      // data of the protocol about the format
	Limits schema.Limits
}

// Pattern returns the description of a path pattern: characters and classes, with single slashes
// between them. It excludes braces, backslashes, and a slash, "!" or two dots at the beginning.
// These never match, or the matcher gives them a special meaning that is not documented.
func Pattern() jsondoc.Field {
	const (
		one    = `[^\[\]{}\\/!^-]`
		class  = `\[[!^]?(` + one + `(-` + one + `)?)+\]`
		first  = `([^\[\]{}\\/!.]|` + class + `)`
		next   = `([^\[\]{}\\/]|` + class + `)`
		syntax = `^\.?` + first + `(/?` + next + `)*/?$`
	)
	return jsondoc.Field{
		Kind: jsondoc.String, Pattern: syntax, Match: jsondoc.Matcher(syntax),
		Wanted: "a pattern of a path below this directory, such as docs/** or old-[0-9]*/x.md",
	}
}
