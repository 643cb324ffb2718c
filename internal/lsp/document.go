package lsp

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string // as spelled by the client
	path    string // absolute path
	real    string // path with symbolic links resolved
	version int
	text    string // current text in the client

	target *workspace.Target // nil if the file belongs to no protocol
	format any               // see lint.Input
	fault  error             // why target could not be determined
	shown  bool              // the client has received findings for it
}

// replacesFile reports whether other checkpoints see the buffer instead of the file on disk. They see
// the file if it belongs to no protocol and is too large to be parsed: it is only hashed, and the
// buffer may not have exactly the same bytes.
func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
