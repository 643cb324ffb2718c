package protocol

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// A Setting is a configuration key of a protocol.
type Setting struct {
	jsondoc.Field
	// Check returns problems that Field cannot find.
	Check func(v *jsondoc.Value, t *Table) []jsondoc.Problem
	// Show formats a value for people and as JSON; "" shows it unchanged. key is the key of the
	// setting, or one inside its value.
	Show func(key string, v *jsondoc.Value) (text, json string)
	// Formats returns the kinds of files that a value describes.
	Formats func(v *jsondoc.Value) []Format
}

// A Format is a kind of file in a configuration.
type Format struct {
	Name   string
	Of     string   // protocol of these files; "" for a separate format
	Files  []string // patterns, relative to the directory of the configuration
	Model  any      // data of the protocol about the format
	Limits schema.Limits
}

// Pattern describes a path pattern.
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
		Wanted: "a pattern of a path below this directory, such as docs/**",
	}
}
