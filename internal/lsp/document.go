package lsp

import (
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
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

// edit makes changes in turn, and gives the document its version.
func (d *document) edit(changes []change, version int, e encoding) {
	for _, c := range changes {
		d.text = changed(d.text, c, e)
	}
	d.version = version
}

// changed is text with one change made.
func changed(text string, c change, e encoding) string {
	if c.Range == nil {
		return c.Text
	}
	m := newMapper(source.NewFile("", text), e)
	start, end := m.offset(c.Range.Start), m.offset(c.Range.End)
	if start > end {
		start, end = end, start
	}
	return text[:start] + c.Text + text[end:]
}

// replacesFile reports whether the buffer, and not the file, is what others see of d: a
// file that is too large to be parsed is hashed, and a buffer cannot be trusted to
// have all of its bytes.
func (d *document) replacesFile() bool {
	return d.target != nil || len(d.text) <= mdcheckpoint.MaxSize
}
