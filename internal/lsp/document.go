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

// replacesFile reports whether checks of other checkpoints read the text of d and not the file on
// disk. They read the file on disk if d belongs to no protocol and is too large to be parsed. The
// checks only hash such a file, and the editor's text may have other bytes.
func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
