package custom

import (
	"path"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// place says where the files of the protocol are.
var place = protocol.Place{
	Markdown: true,
	ID:       func(t protocol.Target) string { return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main)) },
}
