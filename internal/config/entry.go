package config

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// addEntry returns the text of doc with an entry, lines without indent, added to the list or
// mapping at key.
func addEntry(doc *jsondoc.Document, key, entry string) (string, error) {
	text := doc.File.Text
	at, indent, head := len(text), "  ", key+":\n"
	if old := doc.Root.Get(key); old != nil {
		first := firstOffset(old)
		switch {
		case old.Kind == jsondoc.Null || (old.Kind == jsondoc.Array || old.Kind == jsondoc.Object) && first < 0: // such as "key: []"
			before := strings.TrimRight(text[:old.Span.Start], " ")
			text = before + text[old.Span.End:]
			at = endOfLine(text, len(before))
		case first < 0 || strings.IndexByte("[{", text[old.Span.Start]) >= 0:
			return "", doc.File.Errorf(old.Span.Start, "%q is not in block form, so mdck cannot add an entry", key)
		default:
			indent, _, _ = strings.Cut(text[strings.LastIndexByte(text[:first], '\n')+1:first], "-")
			at = endOfLine(text, old.Span.End)
		}
		head = ""
	}
	entry = indent + strings.ReplaceAll(strings.TrimSuffix(entry, "\n"), "\n", "\n"+indent) + "\n"
	return text[:at] + linesAfter(text[:at], head+entry) + text[at:], nil
}

func firstOffset(v *jsondoc.Value) int {
	switch {
	case len(v.Elements) > 0:
		return v.Elements[0].Span.Start
	case len(v.Members) > 0:
		return v.Members[0].KeySpan.Start
	}
	return -1
}

// endOfLine returns the start of the next line; at the start of a line, offset.
func endOfLine(text string, offset int) int {
	if offset > 0 && text[offset-1] == '\n' {
		return offset
	}
	if n := strings.IndexByte(text[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(text)
}

func linesAfter(before, lines string) string {
	if before != "" && !strings.HasSuffix(before, "\n") {
		lines = "\n" + lines
	}
	if strings.Contains(before, "\r\n") {
		lines = strings.ReplaceAll(lines, "\n", "\r\n")
	}
	return lines
}
