package report

import (
	"fmt"
	"io"
	"strings"

	"mdck/lint"
)

// GitHub prints findings as workflow commands of GitHub Actions. Columns are in UTF-16 code units;
// a finding of several lines has none.
func GitHub(w io.Writer, files []File) error {
	var b []byte
	for _, f := range files {
		ruler := rulers()
		for path, d := range f.listed() {
			b = appendCommand(b, escapeProperty(path), d, ruler(d.File))
		}
	}
	return writeAll(w, b)
}

func appendCommand(b []byte, file string, d *lint.Diagnostic, r *Ruler) []byte {
	line, column := r.place(d.Span.Start)
	endLine, endColumn := r.place(d.Span.End)
	columns := ""
	if line == endLine {
		columns = fmt.Sprintf(",col=%d,endColumn=%d", column, endColumn)
	}
	return fmt.Appendf(b, "::%s file=%s,line=%d,endLine=%d%s,title=%s::%s\n", d.Severity, file, line, endLine, columns, escapeProperty(d.Rule.ID), escaped(d.Message, "%\r\n"))
}

func escapeProperty(text string) string { return escaped(text, "%\r\n:,") }

func escaped(text, chars string) string {
	i := strings.IndexAny(text, chars)
	if i < 0 {
		return OneLine(text)
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexAny(text, chars) {
		fmt.Fprintf(&b, "%s%%%02X", OneLine(text[:i]), text[i])
		text = text[i+1:]
	}
	return b.String() + OneLine(text)
}
