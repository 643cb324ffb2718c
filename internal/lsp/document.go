package lsp

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
)

type document struct {
	uri     string // as spelled by the client
	path    string // absolute path
	real    string // path with symbolic links resolved
	version int
	text    string

	target *workspace.Target // nil if the file belongs to no protocol
	fault  error
	shown  bool
}

// replacesFile reports whether checks use the text of d instead of the file on disk. They do not if
// d belongs to no protocol and is too large to be parsed. Checks only hash such a file, and the
// text from the editor may have other bytes.
func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
