package format

import (
	"path"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

func place() protocol.Place {
	return protocol.Place{
		Markdown: true,
		ID:       func(t protocol.Target) string { return strings.TrimSuffix(path.Base(t.Main), path.Ext(t.Main)) },
	}
}
