package loop

import "strings"

// newlines is text with line feeds where it has no other ends of lines than carriage
// returns. It is as long as before.
func newlines(text string) string {
	if strings.Contains(text, "\n") {
		return text
	}
	return strings.ReplaceAll(text, "\r", "\n")
}

// prose knows, line by line, which are indented code: four columns in, behind a
// paragraph and an empty line, and in no list. Such lines behind a heading are code
// to Markdown, too, and tasks to those who write plans so.
type prose struct {
	list  bool // one is open
	text  bool // the last line that is not empty was of a paragraph in no list
	blank bool // empty lines came behind it
}

// isCode takes the next line and reports whether it is code.
func (p *prose) isCode(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	in := line[:len(line)-len(bare)]
	if bare == "" {
		p.blank = true
		return false
	}
	if p.text && p.blank && (len(in) >= 4 || strings.Contains(in, "\t")) {
		return true
	}
	item, heading := cutMarker(bare)
	switch {
	case heading:
		p.list, p.text = false, false
	case item != "":
		p.list, p.text = true, false
	case !p.list || in == "" && p.blank:
		p.list, p.text = false, true
	}
	p.blank = false
	return false
}
