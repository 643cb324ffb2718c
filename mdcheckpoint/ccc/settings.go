package ccc

import (
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// settings returns what a configuration can say of sessions.
func settings() []protocol.Setting {
	const syntax = `^([A-Za-z][A-Za-z0-9]*|\*)$`
	return []protocol.Setting{{Field: jsondoc.Field{
		Name: "team", Kind: jsondoc.String, Pattern: syntax, Match: jsondoc.Matcher(syntax), Default: jsondoc.Quote(DefaultTeam),
		Wanted: "what the ids of issues begin with, such as CIA of CIA-123, or * for any",
		Doc:    "The team whose issues sessions of ccc work on: what their ids begin with, as CIA of CIA-123; * is any.",
	}}}
}
