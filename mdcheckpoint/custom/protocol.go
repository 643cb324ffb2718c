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

// Protocol is the row of this protocol in the table of package protocols.
var Protocol = protocol.Protocol{
	Name: Name, Checker: &Checker, Place: place, Status: status, Outline: outline, Settings: settings,
	Words: protocol.Words{
		Noun:     "a format of .mdck.yaml",
		Searched: "files of the formats of .mdck.yaml",
		Help:     "mdck lint, show, append, prune, fmt, tokens, status, history and restore work on files of formats",
	},
	Presets: presets,
	Prune:   prune, Append: appendTo, Sections: sections, PutBack: putBack, Archived: archived,
}

func outline(c *lint.Checkpoint, _ schema.Limits, count func(string) int) (*schema.Outline, string) {
	return c.Model.(*Reading).Document.outline(count), ""
}

// place says where the files of the protocol are.
var place = protocol.Place{
	Markdown: true,
	ID:       func(t protocol.Target) string { return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main)) },
}
