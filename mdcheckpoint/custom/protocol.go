package custom

import (
	"path"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// Name is the name of this protocol.
const Name = "format"

// Protocol describes the protocol for package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Outline: outline, Settings: settings,
	Words: protocol.Words{
		Noun:     "a Markdown format from .mdck.yaml",
		Searched: "files that match the formats in .mdck.yaml",
		Help:     "these commands work on custom formats: mdck lint, show, append, prune, fmt, tokens, status, history and restore",
	},
	Presets: presets,
	Prune:   prune, Append: appendTo, Sections: sections, PutBack: putBack, Archived: archived,
}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) *schema.Outline {
	return c.Model.(*Reading).Document.outline(count)
}

var place = protocol.Place{
	Markdown: true,
	ID:       func(t protocol.Target) string { return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main)) },
}
