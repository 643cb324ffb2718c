package protocol

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// A Setting is a key of a configuration that belongs to a protocol. If Field is a list or
// an object with a Wanted, variables and flags have it as JSON, and Wanted says of what.
type Setting struct {
	jsondoc.Field
	// Check returns the problems of a value that Field cannot describe. Nil finds none.
	Check func(v *jsondoc.Value, t *Table) []jsondoc.Problem
	// Show returns how a value of the key, or of one within it, is shown to people and
	// written as JSON. Nil and "" mean as it is.
	Show func(key string, v *jsondoc.Value) (text, json string)
	// Formats returns the kinds of files that a value describes. Nil means that it describes
	// none.
	Formats func(v *jsondoc.Value) []Format
}

// A Format is a kind of file that a configuration describes.
type Format struct {
	Name   string
	Of     string        // the protocol whose files these are, wherever it looks for others; "" for a format of its own
	Files  []string      // patterns, relative to the directory of the configuration
	Model  any           // what the protocol knows of it
	Limits schema.Limits // of a file
}

// Pattern returns the description of a pattern of paths: characters and classes with
// single slashes between them. It refuses what never matches or means more to the matcher
// than is promised: a slash, a ! or two dots in front, braces and backslashes.
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
