package lsp

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
)

type document struct {
	uri     string // as spelled by the client
	path    string // absolute path
	real    string // path with links resolved
	version int
	text    string

	target *workspace.Target // nil if the file belongs to no protocol
	fault  error
	shown  bool
}

func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
