package protocol

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// A Setting is a key of a configuration that belongs to a protocol. If Wanted describes a list or
// an object, environment variables and flags contain the value as JSON.
type Setting struct {
	jsondoc.Field
	// Check returns problems of a value that Field cannot find. If Check is nil, there are none.
	Check func(v *jsondoc.Value, t *Table) []jsondoc.Problem
	// Show formats a value for people and as JSON. key is the key of the setting, or a key inside
	// it. If Show is nil or returns "", the value is shown unchanged.
	Show func(key string, v *jsondoc.Value) (text, json string)
	// Formats returns the kinds of files that a value describes. If Formats is nil, there are none.
	Formats func(v *jsondoc.Value) []Format
}

// A Format is a kind of file that a configuration describes.
type Format struct {
	Name   string
	Of     string   // name of the protocol that treats these files as its own; "" for a separate format
	Files  []string // patterns, relative to the directory of the configuration
	Model  any      // data of the protocol about the format
	Limits schema.Limits
}

// Pattern returns the description of a pattern for paths: characters and classes, with single
// slashes between them. A pattern must not begin with a slash, "!" or two dots. Pattern excludes
// braces and backslashes, because they would never match or have an undocumented meaning.
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
