package lsp

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A document is a file that is open in the editor.
type document struct {
	uri     string // as the client spells it
	path    string // absolute
	real    string // that without symbolic links
	turn    int    // when it was touched last, as the server counts
	version int
	text    string // as the client has it
	// bare says that the file begins with a byte order mark, which the editor took off.
	bare bool
	// raw is the file on disk where it is not UTF-8 and the editor has shown, so far,
	// what it made of it; else "".
	raw string

	target *workspace.Target // nil for a file of no protocol
	format any               // as in lint.Input
	fault  error             // why it is not known whether it is one
	shown  bool              // the client has findings of it
}

// judged is the text that is judged: that of the file which saving would write.
func (d *document) judged() string {
	switch {
	case d.raw != "":
		return d.raw
	case d.bare:
		return bom + d.text
	}
	return d.text
}

// mapper gives places of the judged text, or of a file made of it.
func (d *document) mapper(file *source.File, e encoding) *mapper { return newMapper(file, d.bare, e) }

// onDisk looks at the file that d is the text of, for what an editor does not hand
// over: a byte order mark, bytes that are not UTF-8, and where links lead.
func (d *document) onDisk() {
	d.bare, d.raw, d.real = false, "", tree.RealPath(d.path)
	text, err := source.ReadFile(tree.Dir(filepath.Dir(d.path)), filepath.Base(d.path))
	d.bare = strings.HasPrefix(text, bom) && !strings.HasPrefix(d.text, bom)
	if err == nil && !utf8.ValidString(text) { // of one that is too large, text is only the beginning
		d.bare, d.raw = false, text
	}
}

// edit makes changes in turn, and gives the document its version.
func (d *document) edit(changes []change, version int, e encoding) {
	for _, c := range changes {
		d.text = changed(d.text, c, e)
	}
	d.version, d.raw = version, ""
	d.bare = d.bare && !strings.HasPrefix(d.text, bom)
}

// changed is text with one change made.
func changed(text string, c change, e encoding) string {
	if c.Range == nil {
		return c.Text
	}
	m := newMapper(source.NewFile("", text), false, e)
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
