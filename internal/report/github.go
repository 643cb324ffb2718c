package report

import (
	"fmt"
	"io"
	"strings"

	"mdck/lint"
)

// GitHub prints the findings as workflow commands of GitHub Actions, a line each,
// which become annotations of the file. Columns are in UTF-16 code units; they are
// given where a finding lies on one line, as GitHub has it. GitHub shows ten errors
// and ten warnings of a step.
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
	return fmt.Appendf(b, "::%s file=%s,line=%d,endLine=%d%s,title=%s::%s\n", d.Severity, file, line, endLine, columns, escapeProperty(d.Rule.ID), escapeData(d.Message))
}

// escapeData is text as what follows the second :: of a workflow command. Line
// endings are said in the command's own way; what else a terminal would act upon
// is made visible, as a log is read on one.
func escapeData(text string) string { return escaped(text, "%\r\n") }

// escapeProperty is text as a value between those ::.
func escapeProperty(text string) string { return escaped(text, "%\r\n:,") }

// escaped is text with each of chars as a percent sign and its number.
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
