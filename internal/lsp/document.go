package lsp

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string // as the client spells it
	path    string // absolute
	real    string // that without symbolic links
	version int
	text    string // as the client has it

	target *workspace.Target // nil for a file of no protocol
	format any               // as in lint.Input
	fault  error             // why it is not known whether it is one
	shown  bool              // the client has findings of it
}

// replacesFile reports whether the buffer, and not the file, is what others see of d: a
// file that is too large to be parsed is hashed, and a buffer cannot be trusted to
// have all of its bytes.
func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
